package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// work counts how often each function of a host is asked.
type work struct {
	mu    sync.Mutex
	asked map[string]int
}

func (w *work) note(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asked == nil {
		w.asked = map[string]int{}
	}
	w.asked[what]++
}

// done returns what was counted and begins anew.
func (w *work) done() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.asked
	w.asked = nil
	return asked
}

// spied is a server whose every host function is counted.
func (w *work) spied(t *testing.T, fail error) *mcprt.Server {
	return newServer(t, two(), func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
		w.note("policy")
		return mcprt.Grant{Sections: c.Sections}, fail
	},
		onList(func(e *mcprt.ListEvent) {
			w.note("list")
			e.OnlyFunc(func(mcprt.Row) bool { w.note("row"); return true })
		}),
		onList(func(*mcprt.ListEvent) { w.note("list") }),
		before(func(*mcprt.BeforeCall) { w.note("before") }),
		after(func(*mcprt.AfterCall) { w.note("after") }),
		onDefinition(func(*mcprt.DefinitionEvent) error { w.note("definition"); return nil }),
		mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { w.note("sink"); return nil })))
}

// contract: S0-7, S0-16
func TestHiddenAndAbsentAreAsMuchWork(t *testing.T) { // catalogue G2
	for name, fail := range map[string]error{"decided": nil, "undecided": errHost} {
		t.Run(name, func(t *testing.T) {
			w := &work{}
			client := runtimetest.Connect(t, w.spied(t, fail), ada())
			for _, args := range []string{``, `{}`, `[]`, `{"a":"wrong"}`} {
				_, _ = client.Call("nowhere", args)
				absent := w.done()
				_, _ = client.Call("delete_all", args)
				if diff := cmp.Diff(absent, w.done()); diff != "" {
					t.Errorf("%s (-absent +hidden):\n%s", args, diff)
				}
				if absent["policy"] != 1 || absent["sink"] != 1 {
					t.Errorf("%s: asked %v", args, absent)
				}
			}
		})
	}
}

// contract: S0-2, S0-8
func TestHiddenIsAbsentWithListeners(t *testing.T) { // catalogue G1
	w := &work{}
	runtimetest.Hidden(t, w.spied(t, nil), ada(), "delete_all")
	if asked := w.done(); asked["before"]+asked["after"] != 0 || asked["policy"] == 0 {
		t.Errorf("asked %v", asked)
	}
}

// In a batch, which the oldest revision has, too.
func TestHiddenIsAbsentInABatch(t *testing.T) { // catalogue G1
	srv := newServer(t, two(), mcprt.BySections)
	send := func(name string) string {
		input := `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
			`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":[]}},` +
			`{"jsonrpc":"2.0","id":2,"method":"ping"}]` + "\n"
		var out strings.Builder
		if err := srv.ServeIO(t.Context(), ada(), io.NopCloser(strings.NewReader(input)), keepOpen{&out}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want, got := send("nowhere_00"), send("delete_all")
	if diff := cmp.Diff(strings.ReplaceAll(want, "nowhere_00", "delete_all"), got); diff != "" {
		t.Errorf("(-absent +hidden):\n%s", diff)
	}
	if !strings.Contains(got, "Error: Unknown tool 'delete_all'.") {
		t.Errorf("answer %s", got)
	}
}

// What one call does with odd arguments: no rounding, no repair, no crash, and
// listeners see what was sent.
//
// contract: S0-8, S0-47, S0-49
func TestOddArguments(t *testing.T) { // catalogue X2, X3, X5, X7
	wrong := "Error: Invalid value for argument 'a': expected int."
	outside := "Error: Invalid value for argument 'a': expected int between -9223372036854775808 and 9223372036854775807."
	tests := map[string]struct{ args, text string }{
		"absent":            {``, "Error: Missing required argument 'a'.\nError: Missing required argument 'b'."},
		"null":              {`null`, "Error: Missing required argument 'a'.\nError: Missing required argument 'b'."},
		"array":             {`[1]`, "Error: Invalid arguments: expected object."},
		"string":            {`"a"`, "Error: Invalid arguments: expected object."},
		"number":            {`1`, "Error: Invalid arguments: expected object."},
		"beyond float64":    {`{"a":9007199254740993,"b":0}`, `{"result":9007199254740993}`},
		"1.0 is an int":     {`{"a":1.0,"b":1E2}`, `{"result":101}`},
		"minus zero":        {`{"a":-0,"b":0}`, `{"result":0}`},
		"1e400":             {`{"a":1e400,"b":0}`, outside},
		"400 digits":        {`{"a":` + strings.Repeat("9", 400) + `,"b":0}`, outside},
		"half":              {`{"a":0.5,"b":0}`, wrong},
		"a name twice":      {`{"a":1,"b":2,"a":3}`, "Error: Invalid arguments: duplicate name 'a'."},
		"invalid UTF-8":     {"{\"a\":1,\"b\":2,\"c\":\"\xff\"}", "Error: Invalid arguments: invalid UTF-8."},
		"a thousand levels": {`{"a":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `,"b":0}`, "Error: Invalid arguments: nested deeper than 64 levels."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var told string
			srv := newServer(t, registry(add()), mcprt.BySections, before(func(e *mcprt.BeforeCall) { told = string(e.Arguments()) }))
			member, want := "", `{}`
			if test.args != "" {
				member, want = `,"arguments":`+test.args, test.args
			}
			answer := runtimetest.Stdio(t, srv, ada(), "2025-11-25",
				`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add"`+member+`}}`)
			var message struct {
				Result struct{ Content []struct{ Text string } }
			}
			if err := json.Unmarshal(answer, &message); err != nil || len(message.Result.Content) != 1 {
				t.Fatalf("%v: %s", err, answer)
			}
			if diff := cmp.Diff(test.text, message.Result.Content[0].Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if told != want {
				t.Errorf("the listener is told %.100s", told)
			}
		})
	}
}

// 64 callers at once while listeners are slow, fail and panic: every call has
// one pair of events and its own answer.
//
// contract: S0-36
func TestManyCallersAndBadListeners(t *testing.T) { // catalogue E1, E5
	const callers, rounds = 64, 6
	var turn atomic.Int64
	mood := func() error {
		switch turn.Add(1) % 7 {
		case 0:
			panic("hunter2")
		case 1:
			return errHost
		case 2:
			return mcprt.NewRefusal("not now")
		}
		return nil
	}
	pairs := struct {
		sync.Mutex
		before, after map[*mcprt.Call]int
	}{before: map[*mcprt.Call]int{}, after: map[*mcprt.Call]int{}}
	var lifecycle sync.Map
	srv := newServer(t, registry(row("who", "math", mcprt.Text(nil,
		func(_ context.Context, c *mcprt.Call, _ *none) (string, error) {
			return "you are " + c.Caller().ID, nil
		}))),
		mcprt.BySections,
		before(func(e *mcprt.BeforeCall) { pairs.Lock(); defer pairs.Unlock(); pairs.before[e.Call]++ }),
		mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return mood() }),
		mcprt.OnAfterCall(func(context.Context, *mcprt.AfterCall) error { return mood() }),
		after(func(e *mcprt.AfterCall) { pairs.Lock(); defer pairs.Unlock(); pairs.after[e.Call]++ }),
		mcprt.WithEvents(event.SinkFunc(func(_ context.Context, e event.Event) error {
			n, _ := lifecycle.LoadOrStore(e.Type(), new(atomic.Int64))
			n.(*atomic.Int64).Add(1)
			return mood()
		})))
	handler, err := srv.HTTPHandler(func(r *http.Request) (*mcprt.Caller, error) {
		return &mcprt.Caller{ID: r.Header.Get("X-Id"), Sections: []string{"math"}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range callers {
		wait.Go(func() {
			id := fmt.Sprintf("c%02d", i)
			signed := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
				req.Header.Set("X-Id", id)
				handler.ServeHTTP(rw, req)
			})
			for round := range rounds {
				got := call(t, signed, runtimetest.Revisions()[round%2], "who")
				if !strings.Contains(got, `"you are `+id+`"`) && !strings.Contains(got, internalText) && !strings.Contains(got, `"not now"`) {
					t.Errorf("%s is told %s", id, got)
				}
			}
		})
	}
	wait.Wait()
	if len(pairs.before) != callers*rounds {
		t.Errorf("%d calls were told of, want %d", len(pairs.before), callers*rounds)
	}
	if diff := cmp.Diff(len(pairs.before), len(pairs.after)); diff != "" {
		t.Errorf("calls (-before +after):\n%s", diff)
	}
	for call, n := range pairs.after {
		if n != 1 || pairs.before[call] != 1 {
			t.Errorf("told %d times before and %d times after", pairs.before[call], n)
		}
	}
	count := func(kind string) int64 {
		n, ok := lifecycle.Load(kind)
		if !ok {
			return 0
		}
		return n.(*atomic.Int64).Load()
	}
	if started := count(event.TypeStarted); started != callers*rounds || count(event.TypeSucceeded)+count(event.TypeFailed) != started {
		t.Errorf("%d started, %d succeeded, %d failed", started, count(event.TypeSucceeded), count(event.TypeFailed))
	}
}
