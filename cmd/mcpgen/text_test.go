package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

func TestEffect(t *testing.T) {
	tests := []struct {
		hints ir.Hints
		want  string
	}{
		{ir.Hints{ReadOnly: true}, "readOnly"},
		{ir.Hints{}, "additive"},
		{ir.Hints{Idempotent: true}, "additive idempotent"},
		{ir.Hints{Destructive: true, Idempotent: true, OpenWorld: true}, "destructive idempotent openWorld"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			if got := effect(tt.hints); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWrap(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a short text stays", "one two", "one two"},
		{"a line is as wide as it may be", "aaaa bbbbb ccc", "aaaa bbbbb\nccc"},
		{"a long word stands alone", "a bbbbbbbbbbbbbbb c", "a\nbbbbbbbbbbbbbbb\nc"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrap(tt.text, 10)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
