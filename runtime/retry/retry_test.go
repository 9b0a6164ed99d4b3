package retry_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/retry"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

var errBusy = errors.New("database is busy")

const internalText = "Error: An internal error occurred while executing the tool."

// tool is a row that asks run, with the number of the attempt.
func tool(name string, hints mcprt.Hints, run func(ctx context.Context, attempt int) error) mcprt.Row {
	attempt := 0
	return mcprt.Row{
		Name: name, Section: "s", Source: "example.com/x." + name, Input: `{"type":"object","properties":{}}`, Hints: hints, ShowRefusals: name == "shown",
		Handler: mcprt.Text(nil, func(ctx context.Context, _ *mcprt.Call, _ *struct{}) (string, error) {
			attempt++
			return fmt.Sprintf("attempt %d", attempt), run(ctx, attempt)
		}),
	}
}

func server(t *testing.T, rows []mcprt.Row, opts ...mcprt.Option) (*mcprt.Server, error) {
	t.Helper()
	opts = append([]mcprt.Option{mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.DiscardHandler))}, opts...)
	return mcprt.NewServer(mcprt.NewRegistry(mcprt.Identity{Name: "x"}, nil, rows), opts...)
}

// contract: S1-45, S1-46
func TestWhatIsRepeated(t *testing.T) {
	failing := func(err error) func(context.Context, int) error {
		return func(_ context.Context, attempt int) error {
			if attempt < 3 {
				return err
			}
			return nil
		}
	}
	tests := map[string]struct {
		tool string
		run  func(context.Context, int) error
		text string
	}{
		"success":                 {"listed", failing(nil), "attempt 1"},
		"transient":               {"listed", failing(retry.Transient(errBusy)), "attempt 3"},
		"transient, wrapped":      {"listed", failing(fmt.Errorf("list: %w", retry.Transient(errBusy))), "attempt 3"},
		"not transient":           {"listed", failing(errBusy), internalText},
		"not listed":              {"other", failing(retry.Transient(errBusy)), internalText},
		"a shown refusal":         {"shown", failing(&mcprt.Refusal{Text: "no", Cause: retry.Transient(errBusy)}), "no"},
		"a hidden refusal":        {"listed", failing(mcprt.NewRefusal("hunter2")), internalText},
		"backoff's own error":     {"listed", failing(backoff.Permanent(mcprt.NewRefusal("hunter2"))), internalText},
		"too often":               {"listed", func(context.Context, int) error { return retry.Transient(errBusy) }, internalText},
		"panic":                   {"listed", func(context.Context, int) error { panic(retry.Transient(errBusy)) }, internalText},
		"transient, then another": {"listed", func(_ context.Context, n int) error { return []error{retry.Transient(errBusy), errBusy, nil}[n-1] }, internalText},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rows := []mcprt.Row{tool(test.tool, mcprt.Hints{ReadOnly: true}, test.run)}
				names := []string{test.tool}
				if test.tool == "other" {
					names = nil
				}
				srv, err := server(t, rows, retry.Tools(names))
				if err != nil {
					t.Fatal(err)
				}
				result, err := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "ada"}).Call(test.tool, `{}`)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.text, runtimetest.Text(t, result)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

// Interceptors before retry see the call, those after it see attempts, and
// listeners see one call.
//
// contract: S1-47
func TestPlaceInTheList(t *testing.T) {
	var steps []string
	note := func(name string) mcprt.Option {
		return mcprt.WithInterceptors(mcprt.ToolInterceptorFunc(
			func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
				steps = append(steps, name)
				return next(ctx)
			}))
	}
	recorder := &runtimetest.Recorder{}
	busy := tool("tool", mcprt.Hints{Idempotent: true}, func(context.Context, int) error { return retry.Transient(errBusy) })
	srv, err := server(t, []mcprt.Row{busy}, append(recorder.Options(), note("outer"), retry.Tools([]string{"tool"}, retry.WithAttempts(2), retry.WithPause(0)), note("inner"))...)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = runtimetest.Connect(t, srv, &mcprt.Caller{ID: "ada"}).Call("tool", `{}`)
	if diff := cmp.Diff([]string{"outer", "inner", "inner"}, steps); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if recorder.Count(mcprt.TypeBeforeCall) != 1 || len(recorder.After()) != 1 || !errors.Is(recorder.After()[0].Err(), errBusy) {
		t.Errorf("recorded %v", recorder.Types())
	}
}

// A call that is over is not repeated, and the pause is not waited for.
func TestCallThatIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var attempts atomic.Int64 // the function's goroutine outlives the call
		busy := tool("tool", mcprt.Hints{ReadOnly: true}, func(_ context.Context, n int) error {
			attempts.Store(int64(n))
			return retry.Transient(errBusy)
		})
		busy.Timeout = time.Minute
		srv, err := server(t, []mcprt.Row{busy}, retry.Tools([]string{"tool"}, retry.WithPause(time.Hour)))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, _ = runtimetest.Connect(t, srv, &mcprt.Caller{ID: "ada"}).Call("tool", `{}`)
		if took := time.Since(began); took != time.Minute || attempts.Load() != 1 {
			t.Errorf("took %s and %d attempts", took, attempts.Load())
		}
	})
}

// contract: S1-46, R-1
func TestWhatMayNotBeRepeated(t *testing.T) {
	run := func(context.Context, int) error { return nil }
	rows := []mcprt.Row{tool("read", mcprt.Hints{ReadOnly: true}, run), tool("put", mcprt.Hints{Idempotent: true}, run), tool("post", mcprt.Hints{}, run)}
	tests := map[string]struct {
		opt  mcprt.Option
		want string
	}{
		"readOnly and idempotent": {retry.Tools([]string{"read", "put"}), ""},
		"neither":                 {retry.Tools([]string{"read", "post"}), `retry: tool "post" is neither readOnly nor idempotent`},
		"unknown":                 {retry.Tools([]string{"raed"}), `retry: "raed" is no tool`},
		"no attempt":              {retry.Tools(nil, retry.WithAttempts(0)), "retry: 0 attempts"},
		"negative pause":          {retry.Tools(nil, retry.WithPause(-1)), "pauses of -1ns"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := server(t, rows, test.opt)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestTransient(t *testing.T) {
	if retry.Transient(nil) != nil || retry.IsTransient(errBusy) || !retry.IsTransient(retry.Transient(errBusy)) {
		t.Error("marks are wrong")
	}
	if err := retry.Transient(errBusy); !errors.Is(err, errBusy) || err.Error() != errBusy.Error() {
		t.Errorf("got %v", err)
	}
}
