package directive

import (
	"slices"
	"strings"
)

// Place is where a directive stands.
type Place int

// The places that Collect tells apart.
const (
	Nowhere    Place = iota // no declaration that a directive could belong to
	PackageDoc              // the doc comment of a package clause; those of all files are one place
	FuncDoc                 // the doc comment of a function or method
	TypeDoc                 // the doc comment of a type
	FieldDoc                // the doc comment of a struct field and the comment behind it
)

// String names the place as a message does.
func (p Place) String() string {
	switch p {
	case PackageDoc:
		return "package clause"
	case FuncDoc:
		return "function or method"
	case TypeDoc:
		return "type"
	case FieldDoc:
		return "struct field"
	}
	return "nowhere"
}

// Kind is what a key takes; its text is the word that help prints.
type Kind string

// The kinds of values.
const (
	KindText       Kind = "text"       // one string
	KindList       Kind = "list"       // strings with commas between
	KindNumber     Kind = "number"     // a JSON number
	KindCount      Kind = "count"      // a whole number of at least 0
	KindIdentifier Kind = "identifier" // a Go identifier
	KindFalse      Kind = "false"      // the word false, what is otherwise so
	KindDuration   Kind = "duration"   // a time above zero in Go's syntax
	KindSize       Kind = "size"       // a number of bytes above zero, with a unit or without
)

// Spec describes one directive. It drives the parser, the README's table and the command's help alike, so that
// none of them can know a word that the others do not.
type Spec struct {
	Name string
	// Places are where the directive is legal.
	Places []Place
	// Operand is the argument that comes first and has no key, "" when there is none.
	Operand string
	Keys    []Key
	Words   []Word
	// Summary says in a sentence or two what the directive does.
	Summary string
	// Available is false while the directive is known by name only: it is refused, its arguments are not looked at.
	Available bool
}

// Key is an argument of the form key=value.
type Key struct {
	Name string
	Kind Kind
	Help string
	// Empty allows key= without a value.
	Empty bool
	// Available is false while the key is known by name only.
	Available bool
}

// Word is an argument without a value.
type Word struct {
	Name string
	// Group is shared by words that exclude each other, "" for a word that stands alone.
	Group string
	Help  string
	// Available is false while the word is known by name only.
	Available bool
}

// Usage returns the line that shows what the directive takes now, optional parts in brackets:
//
//	//mcp:tool [name=] [title=] [strict] [coerce]
func (s Spec) Usage() string {
	parts := []string{prefix + s.Name}
	if s.Operand != "" {
		parts = append(parts, s.operand())
	}
	for _, k := range s.Keys {
		if k.Available {
			parts = append(parts, "["+k.Name+"=]")
		}
	}
	return strings.Join(append(parts, s.wordUsage()...), " ")
}

// operand writes out the words that it may be, if the directive knows them.
func (s Spec) operand() string {
	for _, w := range s.Words {
		if w.Group == s.Operand {
			return strings.Join(s.alternatives(w), "|")
		}
	}
	return s.Operand
}

// wordUsage writes each group of words once, where its first word stands; the group that the operand names is
// written there already.
func (s Spec) wordUsage() []string {
	var parts []string
	for i, w := range s.Words {
		if !w.Available || w.Group != "" && (w.Group == s.Operand || i > 0 && s.Words[i-1].Group == w.Group) {
			continue
		}
		parts = append(parts, "["+strings.Join(s.alternatives(w), "|")+"]")
	}
	return parts
}

// alternatives returns the word and those that it excludes.
func (s Spec) alternatives(w Word) []string {
	if w.Group == "" {
		return []string{w.Name}
	}
	var names []string
	for _, other := range s.Words {
		if other.Group == w.Group {
			names = append(names, other.Name)
		}
	}
	return names
}

// legal reports whether the directive may stand at a place.
func (s Spec) legal(p Place) bool { return slices.Contains(s.Places, p) }

// home tells where the directive belongs: "a function or method, or a type".
func (s Spec) home() string {
	names := make([]string, len(s.Places))
	for i, p := range s.Places {
		names[i] = "a " + p.String()
	}
	return strings.Join(names, ", or ")
}

func (s Spec) key(name string) (Key, bool) {
	for _, k := range s.Keys {
		if k.Name == name {
			return k, true
		}
	}
	return Key{}, false
}

func (s Spec) word(name string) (Word, bool) {
	for _, w := range s.Words {
		if w.Name == name {
			return w, true
		}
	}
	return Word{}, false
}

// isList tells the scanner whether a comma separates values. It does for keys that the directive does not take, too:
// the better message about those is that they are unknown.
func (s Spec) isList(name string) bool {
	k, ok := s.key(name)
	return !ok || !k.Available || k.Kind == KindList
}

// known returns the arguments to suggest: those that would not be refused in their turn.
func (s Spec) known() (keys, words []string) {
	for _, k := range s.Keys {
		if k.Available {
			keys = append(keys, k.Name)
		}
	}
	for _, w := range s.Words {
		if w.Available {
			words = append(words, w.Name)
		}
	}
	return keys, words
}

// find returns the directive of a name.
func find(specs []Spec, name string) (Spec, bool) {
	for _, s := range specs {
		if s.Name == name {
			return s, true
		}
	}
	return Spec{}, false
}
