package schema

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// member is one field that encoding/json would read and write.
type member struct {
	v      *types.Var
	name   string
	tagged bool
	path   []*types.Var // from the struct; all but the last are embedded
	opts   options
}

type options struct{ omitEmpty, omitZero, quoted bool }

// members lists the fields of a struct by the rules of encoding/json
// (typeFields): breadth first, a shallower name hides a deeper one, at equal
// depth a single tagged one wins and otherwise all of them vanish. The order is
// that of declaration, embedded fields at their place.
func members(s *types.Struct) []member {
	byName := map[string][]member{}
	for _, m := range collect(s) {
		byName[m.name] = append(byName[m.name], m)
	}
	var out []member
	for _, same := range byName {
		if m, ok := dominant(same); ok {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b member) int { return slices.Compare(indexes(s, a), indexes(s, b)) })
	return out
}

// dominant picks the field that a name stands for, if there is one.
func dominant(same []member) (member, bool) {
	best := slices.MinFunc(same, byRank)
	ties := 0
	for _, m := range same {
		if byRank(m, best) == 0 {
			ties++
		}
	}
	return best, ties == 1
}

// byRank orders fields of one name: shallow before deep, tagged before untagged.
func byRank(a, b member) int {
	if c := len(a.path) - len(b.path); c != 0 || a.tagged == b.tagged {
		return c
	}
	if a.tagged {
		return -1
	}
	return 1
}

// level is one struct type to be explored and the way to it.
type level struct {
	s    *types.Struct
	path []*types.Var
}

// collect walks embedded structs breadth first. A struct type that occurs more
// than once at one depth cancels itself, so its fields are kept twice; one that
// was seen at a lesser depth is not explored again.
func collect(s *types.Struct) []member {
	var out []member
	next := []level{{s: s}}
	visited := map[types.Type]bool{}
	var count map[types.Type]int
	for len(next) > 0 {
		current := next
		next = nil
		nextCount := map[types.Type]int{}
		for _, l := range current {
			key := keyOf(l)
			if visited[key] {
				continue
			}
			visited[key] = true
			found, embedded := fieldsOf(l)
			for _, m := range found {
				out = append(out, m)
				if count[key] > 1 {
					out = append(out, m)
				}
			}
			for _, e := range embedded {
				if nextCount[keyOf(e)]++; nextCount[keyOf(e)] == 1 {
					next = append(next, e)
				}
			}
		}
		count = nextCount
	}
	return out
}

// keyOf identifies a struct type on its level: the embedded field's type, or the
// struct itself at the root.
func keyOf(l level) types.Type {
	if len(l.path) == 0 {
		return l.s
	}
	return deref(l.path[len(l.path)-1].Type())
}

func deref(t types.Type) types.Type {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		return types.Unalias(p.Elem())
	}
	return t
}

// fieldsOf splits the fields of one struct into members and embedded structs.
func fieldsOf(l level) (found []member, embedded []level) {
	for i := range l.s.NumFields() {
		v := l.s.Field(i)
		target := deref(v.Type())
		inner, isStruct := target.Underlying().(*types.Struct)
		if !v.Exported() && !(v.Embedded() && isStruct) {
			continue
		}
		tag := reflect.StructTag(l.s.Tag(i)).Get("json")
		if tag == "-" {
			continue
		}
		name, opts := parseTag(tag)
		path := append(slices.Clone(l.path), v)
		if name == "" && v.Embedded() && isStruct {
			embedded = append(embedded, level{s: inner, path: path})
			continue
		}
		if !v.Exported() {
			continue
		}
		opts.quoted = opts.quoted && quotable(v.Type())
		m := member{v: v, name: name, tagged: name != "", path: path, opts: opts}
		if !m.tagged {
			m.name = v.Name()
		}
		found = append(found, m)
	}
	return found, embedded
}

func parseTag(tag string) (string, options) {
	name, rest, _ := strings.Cut(tag, ",")
	var o options
	for opt := range strings.SplitSeq(rest, ",") {
		switch opt {
		case "omitempty":
			o.omitEmpty = true
		case "omitzero":
			o.omitZero = true
		case "string":
			o.quoted = true
		}
	}
	if !validName(name) {
		name = ""
	}
	return name, o
}

// validName is encoding/json's isValidTag.
func validName(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// quotable tells the kinds for which the option ,string counts. Text is left
// out: a string inside a string helps nobody.
func quotable(t types.Type) bool {
	b, ok := deref(t).Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat) != 0
}

// indexes gives the position of a member in its struct, level by level.
func indexes(s *types.Struct, m member) []int {
	var out []int
	for _, v := range m.path {
		for i := range s.NumFields() {
			if s.Field(i) == v {
				out = append(out, i)
			}
		}
		if inner, ok := deref(v.Type()).Underlying().(*types.Struct); ok {
			s = inner
		}
	}
	return out
}
