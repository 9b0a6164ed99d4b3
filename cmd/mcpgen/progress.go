package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// patience is how long a step may take before people are told what it is.
const patience = time.Second

// working tells people at a terminal what takes so long. The function that it
// returns ends the step and erases the line.
func (a *app) working(step string) (done func()) {
	if !isTerminal(a.stderr) {
		return func() {}
	}
	return showLate(a.stderr, step)
}

// showLate writes a line when a step has outlasted patience.
func showLate(w io.Writer, step string) (done func()) {
	var mu sync.Mutex
	var shown, over bool
	timer := time.AfterFunc(patience, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			shown = true
			fmt.Fprintf(w, "mcpgen: %s …", step)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		if over = true; shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
