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

func (r *Resolver) spelled(t types.Type) (string, bool) {
	switch t := t.(type) {
	case *types.Alias:
		return r.spelledAlias(t)
	case *types.Basic:
		return r.predeclared(t.Name()), t.Kind() != types.Invalid && t.Kind() != types.UnsafePointer
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
		return r.predeclared("any"), t.Empty()
	}
	return "", false
}

// spelledAlias writes what an alias stands for, so that one type has one
// spelling, or the alias where only that has a name here.
func (r *Resolver) spelledAlias(t *types.Alias) (string, bool) {
	if s, ok := r.spelled(t.Rhs()); ok {
		return s, true
	}
	return r.spelledName(t.Obj(), t.TypeArgs())
}

// predeclaredPath is where predeclared types have a second name.
const predeclaredPath = "github.com/mcpgen-go/mcpgen/runtime/predeclared"

// predeclared writes a predeclared type, by its second name if the host's
// package declares the first one itself.
func (r *Resolver) predeclared(name string) string {
	if r.pkg.Scope().Lookup(name) == nil {
		return name
	}
	r.imports[predeclaredPath] = "predeclared"
	return "«" + predeclaredPath + "»." + upperFirst(name)
}

func (r *Resolver) prefixed(prefix string, t types.Type) (string, bool) {
	s, ok := r.spelled(t)
	return prefix + s, ok
}

func (r *Resolver) spelledNamed(t *types.Named) (string, bool) {
	return r.spelledName(t.Obj(), t.TypeArgs())
}

func (r *Resolver) spelledName(obj *types.TypeName, typeArgs *types.TypeList) (string, bool) {
	if obj.Pkg() == nil { // error
		return r.predeclared(obj.Name()), true
	}
	if obj.Parent() != obj.Pkg().Scope() || !r.accessible(obj) {
		return "", false
	}
	name := obj.Name()
	if obj.Pkg() != r.pkg {
		r.imports[obj.Pkg().Path()] = obj.Pkg().Name()
		name = "«" + obj.Pkg().Path() + "»." + name
	}
	args, ok := r.spelledArgs(typeArgs)
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
// identity. Unexported fields of another package cannot be written, nor can a
// field that an embedded alias gave its name.
func (r *Resolver) spelledStruct(t *types.Struct) (string, bool) {
	var b strings.Builder
	b.WriteString("struct{")
	for i := range t.NumFields() {
		f := t.Field(i)
		s, ok := r.spelled(f.Type())
		if !ok || !f.Exported() && f.Pkg() != r.pkg || f.Embedded() && lastName(s) != f.Name() {
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
			fmt.Fprintf(&b, " %+q", tag) // ASCII: no « that would look like an import path
		}
	}
	b.WriteString("}")
	return b.String(), true
}

// lastName is the name in a spelled type, which is that of an embedded field.
func lastName(spelled string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(spelled, "*"), "[")
	return name[strings.LastIndex(name, ".")+1:]
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
