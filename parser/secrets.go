package parser

import (
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// secrets names the secret arguments of every tool, wherever they are nested:
// the runtime masks by name.
func secrets(s *ir.Server) {
	for i := range s.Tools {
		if t := &s.Tools[i]; t.Args >= 0 {
			w := walk{structs: s.Inputs, seen: map[int]bool{}}
			w.visit(t.Args)
			slices.Sort(w.names)
			t.Secrets = slices.Compact(w.names)
		}
	}
}

// walk collects names from the structs below one.
type walk struct {
	structs []ir.Struct
	seen    map[int]bool
	names   []string
}

func (w *walk) visit(index int) {
	if w.seen[index] {
		return
	}
	w.seen[index] = true
	for _, f := range w.structs[index].Fields {
		if f.Secret {
			w.names = append(w.names, f.Name)
		}
		for t := f.Type; t != nil; t = t.Elem {
			if t.Kind == ir.KindStruct {
				w.visit(t.Struct)
			}
		}
	}
}
