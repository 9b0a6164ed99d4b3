package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// The host cases, by their ids: reports from other projects whose check needs a
// host's wiring.

// GOV-11, as far as there are no interceptors: listeners stand in for them.
//
// A panics, B must not be asked, the next call works.
func TestGOV11ListenersDoNotSpoilTheNextCall(t *testing.T) {
	var ran atomic.Int32
	var asked []string
	fail := true
	rec := &runtimetest.Recorder{}
	srv := newServer(t, registry(counting(&ran)), mcprt.BySections, append(rec.Options(),
		before(func(*mcprt.BeforeCall) {
			asked = append(asked, "A")
			if fail {
				panic("hunter2")
			}
		}),
		before(func(*mcprt.BeforeCall) { asked = append(asked, "B") }))...)
	if text, isError := callTool(t, srv); text != internalText || !isError {
		t.Errorf("text %q isError %t", text, isError)
	}
	if rec.Count(event.TypeStarted) != 1 || rec.Count(event.TypeFailed) != 1 || ran.Load() != 0 {
		t.Errorf("told %v, ran %d times", rec.Types(), ran.Load())
	}
	fail = false
	if text, _ := callTool(t, srv); text != "ran" {
		t.Errorf("the next call: %q", text)
	}
	if diff := cmp.Diff([]string{"A", "A", "B"}, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// GOV-13: a credential of the transport occurs in no event, log line or answer.
func TestGOV13NoCredentialInAnEvent(t *testing.T) {
	const credential = "s3cr3t-77aa-90bc-11de"
	prefix := credential[:8]
	for name, test := range map[string]struct {
		opts []mcprt.Option
		tool string
	}{
		"valid":           {nil, "add"},
		"unknown":         {nil, "nowhere"},
		"failing listing": {[]mcprt.Option{mcprt.OnList(func(context.Context, *mcprt.ListEvent) error { panic("no") })}, "add"},
	} {
		t.Run(name, func(t *testing.T) {
			log, rec := &journal{}, &runtimetest.Recorder{}
			logger := slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			opts := append(append(rec.Options(), test.opts...), mcprt.WithLogger(logger), mcprt.WithEvents(event.SlogSink(logger)))
			srv := newServer(t, two(), mcprt.BySections, opts...)
			handler, err := srv.HTTPHandler(func(r *http.Request) (*mcprt.Caller, error) {
				if r.Header.Get("Authorization") != "Bearer "+credential {
					return nil, mcprt.ErrUnauthenticated
				}
				return ada(), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			signed := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
				req.Header.Set("Authorization", "Bearer "+credential)
				handler.ServeHTTP(rw, req)
			})
			for _, revision := range runtimetest.Revisions() {
				answer := runtimetest.HTTP(t, signed, revision,
					runtimetest.Request(revision, "tools/call", `{"name":"`+test.tool+`","arguments":{"a":1,"b":2}}`))
				if strings.Contains(string(answer), prefix) {
					t.Errorf("answer %s", answer)
				}
			}
			if len(rec.Seen()) == 0 {
				t.Fatal("nothing was told")
			}
			for _, seen := range rec.Seen() {
				data, err := json.Marshal(seen.Event)
				if text := fmt.Sprintf("%s %+v %v", data, seen.Event, err); strings.Contains(text, prefix) {
					t.Errorf("%s: %s", seen.Type, text)
				}
			}
			if log.String() == "[]" || strings.Contains(log.String(), prefix) {
				t.Errorf("log %s", log)
			}
		})
	}
}

// GOV-14: a grant that is taken away is gone on the next request of an open
// connection, by the policy and by a listener.
//
// contract: S0-1
func TestGOV14AGrantThatIsTakenAwayIsGone(t *testing.T) { // catalogue G7
	var revoked atomic.Bool
	byPolicy := func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
		if revoked.Load() {
			return mcprt.Grant{Sections: []string{"math"}}, nil
		}
		return mcprt.Grant{Sections: []string{"math", "admin"}}, nil
	}
	byListener := onList(func(e *mcprt.ListEvent) {
		if revoked.Load() {
			e.Only("add")
		}
	})
	for name, srv := range map[string]*mcprt.Server{
		"policy":   newServer(t, two(), byPolicy),
		"listener": newServer(t, two(), mcprt.AllSections, byListener),
	} {
		t.Run(name, func(t *testing.T) {
			revoked.Store(false)
			client := runtimetest.Connect(t, srv, ada())
			if diff := cmp.Diff([]string{"add", "delete_all"}, client.List()); diff != "" {
				t.Errorf("granted (-want +got):\n%s", diff)
			}
			if _, err := client.Call("delete_all", ""); err != nil {
				t.Error(err)
			}
			revoked.Store(true)
			runtimetest.Hidden(t, srv, ada(), "delete_all")
			if _, err := client.Call("delete_all", ""); err == nil || !strings.Contains(err.Error(), "Error: Unknown tool 'delete_all'.") {
				t.Errorf("revoked: %v", err)
			}
			if diff := cmp.Diff([]string{"add"}, client.List()); diff != "" {
				t.Errorf("revoked (-want +got):\n%s", diff)
			}
		})
	}
}

// RUN-07: cancel against finish. The race detector is the other half.
//
// contract: S0-36
func TestRUN07CancelAgainstFinish(t *testing.T) {
	calls := 1000
	if testing.Short() {
		calls = 100
	}
	rec := &runtimetest.Recorder{}
	var inside atomic.Int32
	srv := newServer(t, registry(row("tool", "math", does(func(ctx context.Context, _ *mcprt.Call) error {
		inside.Add(1)
		defer inside.Add(-1)
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(rand.IntN(2000)) * time.Microsecond):
		}
		return nil
	}))), mcprt.BySections, rec.Options()...)
	t.Run("calls", func(t *testing.T) { // at its end the connection has waited for every after-event
		client := runtimetest.Connect(t, srv, ada())
		var wait sync.WaitGroup
		for range calls {
			wait.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(2000))*time.Microsecond)
				defer cancel()
				_, err := client.Session().CallTool(ctx, &mcp.CallToolParams{Name: "tool"})
				if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	})
	if inside.Load() != 0 {
		t.Errorf("%d functions are still running", inside.Load())
	}
	if started, ended := rec.Count(event.TypeStarted), rec.Count(event.TypeSucceeded)+rec.Count(event.TypeFailed); started != ended {
		t.Errorf("%d started, %d ended", started, ended)
	}
	n := rec.Count(event.TypeStarted)
	if n == 0 || rec.Count(mcprt.TypeBeforeCall) != n || rec.Count(mcprt.TypeAfterCall) != n {
		t.Errorf("%d started, %d before, %d after", n, rec.Count(mcprt.TypeBeforeCall), rec.Count(mcprt.TypeAfterCall))
	}
	calledOnce := map[*mcprt.Call]int{}
	for _, e := range rec.After() {
		calledOnce[e.Call]++
	}
	if len(calledOnce) != n {
		t.Errorf("%d calls were told of, %d started", len(calledOnce), n)
	}
}

// RUN-16: nothing multiplies. A registry may be handed out for every request,
// and options for every server.
func TestRUN16NothingMultiplies(t *testing.T) {
	var counted atomic.Int32
	reg := two()
	opts := []mcprt.Option{before(func(*mcprt.BeforeCall) { counted.Add(1) })}
	srv := newServer(t, reg, mcprt.BySections, opts...)
	handler := handlerFor(t, srv, ada())
	for i := range 12 {
		if i%4 == 0 { // other servers of the same registry and options come and go
			newServer(t, mcprt.Merge(reg), mcprt.BySections, append(opts, opts...)...)
		}
		runtimetest.HTTP(t, handler, "2026-07-28", runtimetest.Request("2026-07-28", "tools/call", `{"name":"add","arguments":{"a":1,"b":2}}`))
	}
	if got := counted.Load(); got != 12 {
		t.Errorf("12 requests were counted %d times", got)
	}
}

// RUN-21: who is calling. The call is injected, is no argument, and is the
// caller's own under parallel calls.
func TestRUN21WhoIsCalling(t *testing.T) {
	srv := newServer(t, registry(row("who_am_i", "math", mcprt.Text(nil,
		func(_ context.Context, c *mcprt.Call, _ *none) (string, error) {
			return "you are " + c.Caller().ID, nil
		}))), mcprt.BySections,
		before(func(e *mcprt.BeforeCall) { e.Set("id", e.Caller().ID) }),
		after(func(e *mcprt.AfterCall) {
			if e.Get("id") != e.Caller().ID {
				t.Errorf("%v's call carries what was kept for %v", e.Caller().ID, e.Get("id"))
			}
		}))
	handler, err := srv.HTTPHandler(func(r *http.Request) (*mcprt.Caller, error) {
		return &mcprt.Caller{ID: r.Header.Get("X-Id"), Sections: []string{"math"}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range 32 {
		wait.Go(func() {
			id := fmt.Sprintf("caller-%d", i)
			signed := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
				req.Header.Set("X-Id", id)
				handler.ServeHTTP(rw, req)
			})
			answer := runtimetest.HTTP(t, signed, "2026-07-28", runtimetest.Request("2026-07-28", "tools/call",
				`{"name":"who_am_i","arguments":{"caller":"root","X-User":"root"}}`))
			if !strings.Contains(string(answer), `"you are `+id+`"`) {
				t.Errorf("%s is told %s", id, answer)
			}
		})
	}
	wait.Wait()
}
