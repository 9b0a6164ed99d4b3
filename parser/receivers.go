package parser

import (
	"cmp"
	"go/types"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// addReceiver returns the index of a receiver type; the list is sorted later,
// when all of them are known.
func addReceiver(s *ir.Server, named *types.Named, pointer bool) int {
	for i := range s.Receivers {
		if s.Receivers[i].Type == named.Obj().Name() {
			s.Receivers[i].Pointer = s.Receivers[i].Pointer || pointer
			return i
		}
	}
	s.Receivers = append(s.Receivers, ir.Receiver{Type: named.Obj().Name(), Pointer: pointer, Nilable: nilable(named)})
	return len(s.Receivers) - 1
}

func nilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Signature, *types.Chan, *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// sortReceivers orders the constructor's parameters by type name.
func sortReceivers(s *ir.Server) {
	order := make([]int, len(s.Receivers)) // new index to old
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(s.Receivers[a].Type, s.Receivers[b].Type) })
	sorted := make([]ir.Receiver, len(order))
	moved := make([]int, len(order))
	for to, from := range order {
		sorted[to], moved[from] = s.Receivers[from], to
	}
	s.Receivers = sorted
	for f := range calls(s) {
		if f.Receiver >= 0 {
			f.Receiver = moved[f.Receiver]
		}
	}
}
