package main

import "testing"

func TestOurs(t *testing.T) {
	tests := []struct {
		name, said string
		want       bool
	}{
		{"the host's file", "# x/tasks\n./tasks.go:3:5: undefined: y\n", false},
		{"the generated file", "# x/tasks\n./mcp_gen.go:3:5: undefined: y\n", true},
		{"the hook", "./zz_mcpgen_serve.go:12:2: undefined: y\n", true},
		{"a hook behind late files", "./zzz_zz_mcpgen_serve.go:12:2: undefined: y\n", true},
		{"a file that only mentions one of ours", "./tasks.go:3:5: undefined: mcp_gen.go\n", false},
		{"a module that is not there", "mcp_gen.go:5:2: cannot find module providing package x: import lookup disabled by -mod=vendor\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ours(tt.said); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
