package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestExit(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code int
		says string
	}{
		{"success", nil, exitOK, ""},
		{"problems that were printed", typed(exitCode(exitProblems)), exitProblems, ""},
		{"a code that a program handed on", typed(fmt.Errorf("run: %w", exitCode(7))), 7, ""},
		{"wrong usage of a command", typed(usagef("want %s", "CODE")), exitUsage, "mcpgen: want CODE\n\trun `mcpgen --help` for usage\n"},
		{"what the command line parser says", errors.New("unknown flag: --x"), exitUsage, "mcpgen: unknown flag: --x\n\trun `mcpgen --help` for usage\n"},
		{"an error of ours", typed(errors.New("disk full")), exitOurs, "mcpgen: disk full\n"},
		{"an interruption", typed(fmt.Errorf("load: %w", context.Canceled)), exitOurs, "mcpgen: interrupted\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stderr bytes.Buffer
			code := (&app{stderr: &stderr}).exit(tt.err)
			if code != tt.code || stderr.String() != tt.says {
				t.Errorf("got %d, %q, want %d, %q", code, stderr.String(), tt.code, tt.says)
			}
		})
	}
}

// broken is a writer with a fault of ours in it.
type broken struct{}

func (broken) Write([]byte) (int, error) { panic("index out of range\n\ngoroutine 1 [running]:") }

func TestPanicIsReportedInWords(t *testing.T) {
	t.Setenv(debugVariable, "")
	var stderr bytes.Buffer
	code := run(t.Context(), []string{"explain", "missing-section"}, strings.NewReader(""), broken{}, &stderr)
	if code != exitOurs {
		t.Errorf("got exit code %d, want %d", code, exitOurs)
	}
	if got := stderr.String(); !strings.HasPrefix(got, "mcpgen: internal error: index out of range\n") || strings.Contains(got, "goroutine") {
		t.Errorf("got %q", got)
	}
}

func TestPanicIsLetThroughForDebugging(t *testing.T) {
	t.Setenv(debugVariable, "1")
	defer func() {
		if recover() == nil {
			t.Error("the panic did not come through")
		}
	}()
	run(t.Context(), []string{"explain", "missing-section"}, strings.NewReader(""), broken{}, broken{})
}
