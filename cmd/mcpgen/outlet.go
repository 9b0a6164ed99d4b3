package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
)

// outlet is how MCP leaves the program. It gets a descriptor of its own where
// that is possible, and the program's standard output is standard error: what
// host code prints, from an init function or from C, cannot get between the
// messages.
type outlet struct {
	stdout io.Writer
	own    *os.File
}

// ownDescriptor is the number of the first inherited descriptor behind the
// three standard ones.
const ownDescriptor = 3

func newOutlet(stdout io.Writer) outlet {
	out := outlet{stdout: stdout}
	if file, ok := stdout.(*os.File); ok && runtime.GOOS != "windows" {
		out.own = file
	}
	return out
}

// name spells the outlet in the program, behind "os.".
func (o outlet) name() string {
	if o.own == nil {
		return "Stdout"
	}
	return fmt.Sprintf(`NewFile(%d, "stdout")`, ownDescriptor)
}

func (o outlet) connect(cmd *exec.Cmd, stderr io.Writer) {
	if o.own == nil {
		cmd.Stdout = o.stdout
		return
	}
	cmd.Stdout = stderr
	cmd.ExtraFiles = []*os.File{o.own}
}
