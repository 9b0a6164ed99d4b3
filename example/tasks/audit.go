package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// maxArguments bounds what one record shows of a call's arguments, in bytes.
const maxArguments = 4096

// Audit keeps one record of every call that was accepted, and of every one that
// could not be decided: who called what, how it ended, how long it took. Secrets
// in the arguments are hidden. Beside it stand the lifecycle events, which also
// tell of calls that were refused before: to a caller those are unknown tools,
// and here they have their reasons.
type Audit struct {
	records slog.Handler
	masker  *mask.Masker
}

// NewAudit returns an audit of the tools of reg that writes to records.
func NewAudit(reg *mcprt.Registry, records slog.Handler) *Audit {
	masker := mask.New()
	for row := range reg.Rows() {
		masker = masker.With(row.Secrets...)
	}
	return &Audit{records, masker}
}

// options hook the audit into a server.
func (a *Audit) options() []mcprt.Option {
	return []mcprt.Option{
		mcprt.OnAfterCall(a.after),
		mcprt.WithEvents(event.SlogSink(slog.New(a.records))),
	}
}

// after writes to the handler and not through a logger, which would keep a full
// disk to itself: the server logs the error.
func (a *Audit) after(ctx context.Context, e *mcprt.AfterCall) error {
	caller := e.Caller()
	record := slog.NewRecord(time.Now(), slog.LevelInfo, "call", 0)
	record.AddAttrs(
		slog.String("caller", caller.ID),
		slog.String("tool", e.Name()),
		slog.String("section", e.Section()),
		slog.String("outcome", string(e.Outcome())),
		slog.Bool("started", e.FunctionStarted()),
		slog.Float64("duration_ms", e.DurationMilliseconds()),
		slog.Any("request_id", e.RequestID()),
		slog.String("arguments", a.shown(e.Arguments())),
	)
	if err := e.Err(); err != nil {
		record.AddAttrs(slog.String("error_class", fmt.Sprintf("%T", err)))
	}
	return a.records.Handle(ctx, record)
}

// shown is what a record shows of arguments. Too much of them is counted, not
// cut: a record stays JSON.
func (a *Audit) shown(args []byte) string {
	masked := a.masker.JSON(args)
	if len(masked) > maxArguments {
		return fmt.Sprintf("%d bytes", len(masked))
	}
	return string(masked)
}

// openRecords opens the file to append lines of JSON to. Without a file records
// are text on stderr, but for the events that a call began.
func openRecords(file string, stderr io.Writer) (records slog.Handler, shut func() error, err error) {
	if file == "" {
		return slog.NewTextHandler(stderr, nil), func() error { return nil }, nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, err
	}
	return slog.NewJSONHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}), f.Close, nil
}
