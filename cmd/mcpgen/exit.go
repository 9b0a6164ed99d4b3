package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes. A process that mcpgen runs for the host (serve, call) hands
// its own code on; it uses the same ones.
const (
	exitOK       = 0
	exitProblems = 1 // the host's source has errors or is stale, or a tool answered with an error
	exitUsage    = 2 // the command line is wrong
	exitOurs     = 3 // mcpgen failed
)

// exitCode ends a run with a code after everything has been said.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

// failure is an error of ours; whatever else a command returns is wrong usage,
// since that is what the command line parser reports untyped.
type failure struct{ err error }

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// usageError is a command line that cannot be understood.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...)}
}

// typed marks what a command's own code returns, so that it is told apart from
// what the command line parser says.
func typed(err error) error {
	var code exitCode
	var usage usageError
	if err == nil || errors.As(err, &code) || errors.As(err, &usage) {
		return err
	}
	return failure{err}
}

// exit prints what a command returned and picks the code.
func (a *app) exit(err error) int {
	if err == nil {
		return exitOK
	}
	if code, ok := errors.AsType[exitCode](err); ok {
		return int(code)
	}
	if f, ok := errors.AsType[failure](err); ok {
		if errors.Is(f, context.Canceled) {
			f.err = errors.New("interrupted")
		}
		fmt.Fprintf(a.stderr, "mcpgen: %v\n", f)
		return exitOurs
	}
	fmt.Fprintf(a.stderr, "mcpgen: %v\n\trun `mcpgen --help` for usage\n", err)
	return exitUsage
}
