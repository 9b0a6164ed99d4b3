package main

import (
	"fmt"

	"github.com/rogpeppe/go-internal/diff"
)

// printDiff shows the changes as unified diffs that patch takes, and ends the
// run with exit code 1 if there are any.
func (g *generation) printDiff(changes []change) error {
	for _, c := range changes {
		if _, err := g.stdout.Write(c.diff()); err != nil {
			return fmt.Errorf("write diff: %w", err)
		}
	}
	if len(changes) > 0 {
		return exitCode(exitProblems)
	}
	return nil
}

const noFile = "/dev/null"

func (c change) diff() []byte {
	before, after := "a/"+c.name, "b/"+c.name
	if c.old == nil {
		before = noFile
	}
	if c.removes() {
		after = noFile
	}
	return diff.Diff(before, withoutCR(c.old), after, withoutCR(c.new))
}
