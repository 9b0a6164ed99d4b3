package schema

import (
	"fmt"
	"go/types"
	"strings"
)

// spell writes a type as generated code has to: «import/path».Name for other
// packages. It returns "" if generated code cannot name the type.
func (r *Resolver) spell(t types.Type) string {
	s, ok := r.spelled(t)
	if !ok {
		return ""
	}
	return s
}

// Spell is spell for the signature of a function.
func (r *Resolver) Spell(t types.Type) string { return r.spell(t) }

func (r *Resolver) spelled(t types.Type) (string, bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Name(), t.Kind() != types.Invalid && t.Kind() != types.UnsafePointer
	case *types.Named:
		return r.spelledNamed(t)
	case *types.Pointer:
		return r.prefixed("*", t.Elem())
	case *types.Slice:
		return r.prefixed("[]", t.Elem())
	case *types.Array:
		return r.prefixed(fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Map:
		key, ok := r.spelled(t.Key())
		if !ok {
			return "", false
		}
		return r.prefixed("map["+key+"]", t.Elem())
	case *types.Struct:
		return r.spelledStruct(t)
	case *types.Interface:
		return "any", t.Empty()
	}
	return "", false
}

func (r *Resolver) prefixed(prefix string, t types.Type) (string, bool) {
	s, ok := r.spelled(t)
	return prefix + s, ok
}

func (r *Resolver) spelledNamed(t *types.Named) (string, bool) {
	obj := t.Obj()
	if obj.Pkg() == nil { // error, comparable
		return obj.Name(), true
	}
	if obj.Parent() != obj.Pkg().Scope() || !r.accessible(obj) {
		return "", false
	}
	name := obj.Name()
	if obj.Pkg() != r.pkg {
		r.imports[obj.Pkg().Path()] = obj.Pkg().Name()
		name = "«" + obj.Pkg().Path() + "»." + name
	}
	args, ok := r.spelledArgs(t.TypeArgs())
	return name + args, ok
}

func (r *Resolver) spelledArgs(list *types.TypeList) (string, bool) {
	if list.Len() == 0 {
		return "", true
	}
	var args []string
	for t := range list.Types() {
		s, ok := r.spelled(t)
		if !ok {
			return "", false
		}
		args = append(args, s)
	}
	return "[" + strings.Join(args, ", ") + "]", true
}

// spelledStruct writes an anonymous struct, tags included: they are part of its
// identity. Unexported fields of another package cannot be written.
func (r *Resolver) spelledStruct(t *types.Struct) (string, bool) {
	var b strings.Builder
	b.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		s, ok := r.spelled(f.Type())
		if !ok || !f.Exported() && f.Pkg() != r.pkg {
			return "", false
		}
		if i > 0 {
			b.WriteString("; ")
		}
		if !f.Embedded() {
			b.WriteString(f.Name() + " ")
		}
		b.WriteString(s)
		if tag := t.Tag(i); tag != "" {
			fmt.Fprintf(&b, " %q", tag)
		}
	}
	b.WriteString("}")
	return b.String(), true
}

// accessible tells whether generated code may write down a package-level name.
func (r *Resolver) accessible(obj types.Object) bool {
	if obj.Pkg() == r.pkg {
		return true
	}
	return obj.Exported() && obj.Pkg().Name() != "main" && importable(obj.Pkg().Path(), r.pkg.Path())
}

// importable is the rule for internal packages: only what is rooted at the
// parent of "internal" may import them.
func importable(path, from string) bool {
	i := strings.LastIndex("/"+path+"/", "/internal/")
	if i < 0 {
		return true
	}
	parent := strings.TrimSuffix(path[:max(i-1, 0)], "/")
	return from == parent || parent != "" && strings.HasPrefix(from, parent+"/")
}
