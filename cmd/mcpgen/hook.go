package main

import (
	"fmt"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// hook is the file that is added to a package for as long as it is served; its
// fields are the data of templates.Hook.
type hook struct {
	Package   string
	Main      bool   // package main: the file serves by itself
	Hook      string // the function; exported, for the temporary program calls it
	Registry  string
	Stdout    string // selected from package os
	Receivers []hookReceiver
	Fails     bool // a constructor returns an error

	// Names that clash with nothing the package declares: of its imports, and
	// of variables that would hide a constructor.
	Context, Fmt, OS, Runtime, Local, Ctx, Err string
}

// hookReceiver is one argument of the registry's constructor.
type hookReceiver struct {
	Var   string
	Pass  string // the variable or its address
	Type  string
	Func  string // the //mcp:new function, "" for the zero value
	New   string // the call of it
	Fails bool   // the call returns an error, too
}

func newHook(s *ir.Server, stdout string) hook {
	free := func(name string) string { return unused(name, s.Taken) }
	h := hook{
		Package: s.Package.Name, Main: s.Package.Name == "main",
		Hook: free("MCPGenServe"), Registry: s.Registry, Stdout: stdout,
		Context: free("mcpgenContext"), Fmt: free("mcpgenFmt"), OS: free("mcpgenOS"),
		Runtime: free("mcpgenRuntime"), Local: free("mcpgenLocal"),
		Ctx: free("ctx"), Err: free("err"),
	}
	for i, r := range s.Receivers {
		made := h.receiver(r, free(fmt.Sprintf("receiver%d", i+1)))
		h.Receivers = append(h.Receivers, made)
		h.Fails = h.Fails || made.Fails
	}
	return h
}

func (h hook) receiver(r ir.Receiver, name string) hookReceiver {
	made := hookReceiver{Var: name, Pass: name, Type: r.Type}
	if r.New == nil {
		if r.Pointer {
			made.Pass = "&" + name
		}
		return made
	}
	made.Func, made.New, made.Fails = r.New.Func, r.New.Func+"()", r.New.Error
	if r.New.Context {
		made.New = r.New.Func + "(" + h.Ctx + ")"
	}
	return made
}

// unused numbers a name until nothing in the package has it.
func unused(name string, taken []string) string {
	free := name
	for n := 2; slices.Contains(taken, free); n++ {
		free = fmt.Sprintf("%s_%d", name, n)
	}
	return free
}
