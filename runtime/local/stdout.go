package local

import (
	"io"
	"os"
)

// keepStdout makes host code print to standard error while one answer is
// written to standard output, so that the answer can be piped on. It returns
// how to undo that. Other streams than the process's own are left alone.
func keepStdout(stdout io.Writer) func() {
	if stdout != io.Writer(os.Stdout) {
		return func() {}
	}
	kept := os.Stdout
	os.Stdout = os.Stderr
	return func() { os.Stdout = kept }
}
