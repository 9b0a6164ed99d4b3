package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// maxApprovals bounds the file of approvals, in bytes.
const maxApprovals = 1 << 20

// Approvals lets a destructive call run only if a file allows it:
//
//	# tool         caller
//	tasks_archive  alice
//	admin_purge    *
//
// A line is a tool and a caller, or * for every caller; a blank line, and what
// follows a #, mean nothing. The file is read for every destructive call, so that
// an approval that was withdrawn is gone at once. Without the file nothing is
// approved; nor is anything while the file cannot be read or is malformed, which
// is logged.
//
// An approval is about a tool and not about its arguments, and holds for as long
// as it stands in the file.
type Approvals struct {
	file string
	log  *slog.Logger
}

// before refuses a destructive call that nobody approved.
func (a *Approvals) before(ctx context.Context, e *mcprt.BeforeCall) error {
	if hints := e.Hints(); hints.ReadOnly || !hints.Destructive {
		return nil
	}
	approved, err := a.approved(e.Name(), e.Caller().ID)
	if err != nil {
		a.log.ErrorContext(ctx, "nothing is approved", "error", err)
	}
	if approved {
		return nil
	}
	return &mcprt.Refusal{
		Code:  event.ReasonPolicyApproval,
		Text:  fmt.Sprintf("Error: Tool '%s' needs an approval, and there is none for this caller.", e.Name()),
		Cause: err,
	}
}

// approved reports whether the file allows the caller the tool. With an error it
// never does.
func (a *Approvals) approved(tool, caller string) (bool, error) {
	file, err := os.Open(a.file)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }() // it was only read
	approved, err := search(file, tool, caller)
	if err != nil {
		return false, fmt.Errorf("%s: %w", a.file, err)
	}
	return approved, nil
}

// search reads to the end even if it has found what it wants: a file is taken as
// a whole or not at all.
func search(r io.Reader, tool, caller string) (bool, error) {
	limited := &io.LimitedReader{R: r, N: maxApprovals + 1}
	lines := bufio.NewScanner(limited)
	approved := false
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 || fields[0] == "*" {
			return false, fmt.Errorf("line %d is not a tool and a caller", n)
		}
		if fields[0] == tool && (fields[1] == caller || fields[1] == "*") {
			approved = true
		}
	}
	if limited.N <= 0 {
		return false, fmt.Errorf("has more than %d bytes", maxApprovals)
	}
	return approved, lines.Err()
}
