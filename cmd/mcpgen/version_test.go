package main

import (
	"strings"
	"testing"
)

func TestVersionWarning(t *testing.T) {
	tests := []struct {
		name, own, required string
		want                string // part of the warning, "" = silence
	}{
		{"the same version", "v1.2.0", "v1.2.0", ""},
		{"an older module", "v1.2.0", "v1.1.0", "go get github.com/mcpgen-go/mcpgen@v1.2.0"},
		{"an older command", "v1.2.0", "v1.3.0", "go install github.com/mcpgen-go/mcpgen/cmd/mcpgen@v1.3.0"},
		{"a command built from a checkout", "(devel)", "v1.3.0", ""},
		{"a command built from an untagged commit", "v0.0.0-20260101000000-abcdefabcdef", "v1.3.0", ""},
		{"a module that is replaced", "v1.2.0", "v0.0.0", ""},
		{"a module that requires none", "v1.2.0", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := versionWarning(tt.own, tt.required)
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q in it", got, tt.want)
			}
		})
	}
}

func TestRequiredVersion(t *testing.T) {
	tests := []struct {
		name, gomod, want string
	}{
		{"required", "module x\nrequire github.com/mcpgen-go/mcpgen v1.2.0", "v1.2.0"},
		{"required indirectly", "module x\nrequire (\n\tgithub.com/mcpgen-go/mcpgen v1.2.0 // indirect\n)", "v1.2.0"},
		{"replaced", "module x\nrequire github.com/mcpgen-go/mcpgen v1.2.0\nreplace github.com/mcpgen-go/mcpgen => ../mcpgen", ""},
		{"not required", "module x\n", ""},
		{"no go.mod at all", "module (", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := requiredVersion([]byte(tt.gomod)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
