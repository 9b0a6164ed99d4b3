package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mcpgen-go/mcpgen/generator"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// launch builds the temporary program around the packages, runs it with args
// and hands its exit code on.
func (a *app) launch(ctx context.Context, servers []*ir.Server, args []string) error {
	if len(servers) == 0 {
		fmt.Fprintln(a.stderr, "mcpgen: no package offers anything: nothing to serve")
		return exitCode(exitProblems)
	}
	out := newOutlet(a.stdout)
	prog, err := newProgram(servers, out.name())
	if err != nil {
		return err
	}
	if err := a.freshen(prog, servers); err != nil {
		return err
	}
	a.noteZero(servers)
	temp, err := os.MkdirTemp("", "mcpgen-")
	if err != nil {
		return fmt.Errorf("make a folder for the program: %w", err)
	}
	defer func() { _ = os.RemoveAll(temp) }()
	bin, err := a.build(ctx, prog, temp)
	if err != nil {
		return err
	}
	return a.runProgram(ctx, bin, args, out)
}

// freshen adds what generation would write, so that the source is served as it
// is.
func (a *app) freshen(prog *program, servers []*ir.Server) error {
	files, err := generator.Files(servers)
	if err != nil {
		return err
	}
	changes, problems := plan(files, nil, sameText)
	if err := a.refuse(problems); err != nil {
		return err
	}
	for _, c := range changes {
		prog.files[c.path] = c.new
		a.note("%s is %s on disk: serving the source as it is (run mcpgen)", c.name, c.state())
	}
	return nil
}

func (c change) state() string {
	if c.old == nil {
		return "missing"
	}
	return "stale"
}

// noteZero says which receivers nobody makes.
func (a *app) noteZero(servers []*ir.Server) {
	for _, s := range servers {
		for _, r := range s.Receivers {
			if r.New == nil {
				a.note("no //mcp:new function makes a %s.%s: its zero value is served", s.Package.Name, r.Type)
			}
		}
	}
}

// build compiles the program. What the compiler says about the host's code is
// the host's to mend; what it says about ours is a fault of ours.
func (a *app) build(ctx context.Context, prog *program, temp string) (bin string, err error) {
	list, err := prog.overlay(temp)
	if err != nil {
		return "", fmt.Errorf("write overlay: %w", err)
	}
	bin = filepath.Join(temp, "server.exe") // Windows wants the ending, others do not mind
	args := []string{"build", "-o", bin, "-overlay", list, "-buildvcs=false"}
	if len(a.tags) > 0 {
		args = append(args, "-tags="+strings.Join(a.tags, ","))
	}
	defer a.working("building the server")()
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", append(args, prog.target)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = prog.dir, &said, &said
	switch err := cmd.Run(); {
	case err == nil:
		return bin, nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case said.Len() == 0 || ours(said.String()):
		return "", fmt.Errorf("build the server: %w\n%s", err, said.String())
	}
	fmt.Fprintf(a.stderr, "mcpgen: the package does not build:\n%s", said.String())
	if strings.Contains(said.String(), "-mod=vendor") {
		a.note("the vendor folder lacks what only a temporary server needs: set GOFLAGS=-mod=mod")
	}
	return "", exitCode(exitProblems)
}

// ours tells whether the compiler, which knows lines and columns only of what
// it could read, complains about a file of ours. A dependency that is not there
// is the host's to add, whoever imports it.
func ours(said string) bool {
	for line := range strings.Lines(said) {
		file, _, found := strings.Cut(line, ".go:")
		name := filepath.Base(file) + ".go"
		if found && (name == generator.FileName || strings.HasSuffix(name, hookFile)) && !strings.Contains(line, "cannot find module") {
			return true
		}
	}
	return false
}

// runProgram runs the built program with our streams until it ends. An
// interruption of ours interrupts it, and it ends in its own time.
func (a *app) runProgram(ctx context.Context, bin string, args []string, out outlet) error {
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.Stdin, cmd.Stderr = a.stdin, a.stderr
	out.connect(cmd, a.stderr)
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return fmt.Errorf("start the server: %w", err)
	}
	switch code := cmd.ProcessState.ExitCode(); {
	case code > 0:
		return exitCode(code)
	case code < 0:
		return errors.New("the server ended by " + cmd.ProcessState.String())
	}
	return nil
}

func interrupt(p *os.Process) error {
	if err := p.Signal(os.Interrupt); err != nil {
		return p.Kill() // a system without signals
	}
	return nil
}
