package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
)

// debugVariable is the environment variable that lets a panic of ours through.
const debugVariable = "MCPGEN_DEBUG"

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	if os.Getenv(debugVariable) == "" {
		defer func() {
			if fault := recover(); fault != nil {
				code = reportPanic(stderr, fault)
			}
		}()
	}
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return a.exit(root.ExecuteContext(ctx))
}

// reportPanic says in a line what a stack would bury. The value is cut to its
// first line: runtime errors of several lines hold stacks of their own.
func reportPanic(stderr io.Writer, fault any) int {
	text, _, _ := strings.Cut(fmt.Sprint(fault), "\n")
	fmt.Fprintf(stderr, "mcpgen: internal error: %s\n\tthis is a fault of mcpgen: please report it at https://github.com/mcpgen-go/mcpgen/issues\n"+
		"\twith the output of the same command under %s=1\n", text, debugVariable)
	return exitOurs
}
