package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/cache/memory"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// echoArgs is one text.
type echoArgs struct{ text string }

var fieldsEcho = bind.Fields{{Name: "text", Required: true}}

func bindEcho(d *bind.Decoder, v *echoArgs) {
	for o := d.Object(fieldsEcho); o.Next(); {
		bind.String(d, &v.text, nil)
	}
}

// echo answers with its text and counts its runs.
func echo(ran *atomic.Int32) mcprt.Row {
	r := row("echo", "math", mcprt.Text(bindEcho, func(_ context.Context, _ *mcprt.Call, a *echoArgs) (string, error) {
		ran.Add(1)
		return a.text, nil
	}))
	r.Input = `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`
	r.Hints = mcprt.Hints{ReadOnly: true}
	return r
}

// hostileText has what breaks lines and terminals.
const hostileText = "a\x00b\r\nc\x1b[31md\u2028e\u202ef\u0085g"

// lines returns the records of a JSON log, each of which must be one line of
// valid JSON.
func lines(t *testing.T, log string) []string {
	t.Helper()
	records := strings.Split(strings.TrimSuffix(log, "\n"), "\n")
	for _, r := range records {
		if !json.Valid([]byte(r)) {
			t.Errorf("record is no JSON: %.200q", r)
		}
		if strings.ContainsFunc(r, func(c rune) bool { return c < ' ' || c == 0x7f }) {
			t.Errorf("record has a control character: %.200q", r)
		}
	}
	return records
}

// NUL and other control characters are text like any other: they reach the
// function and come back, escaped on the wire (catalogue X4).
func TestControlCharacters(t *testing.T) {
	var ran atomic.Int32
	args, err := json.Marshal(map[string]string{"text": hostileText})
	if err != nil {
		t.Fatal(err)
	}
	srv := newServer(t, registry(echo(&ran)), mcprt.BySections)
	result, err := runtimetest.Connect(t, srv, ada()).Call("echo", string(args))
	if err != nil || runtimetest.Text(t, result) != hostileText {
		t.Fatalf("got %v %v, want the text as sent", result, err)
	}
	request := runtimetest.Request("2025-11-25", "tools/call", `{"name":"echo","arguments":`+string(args)+`}`)
	answer := runtimetest.HTTP(t, handlerFor(t, srv, ada()), "2025-11-25", request)
	if !bytes.Contains(answer, []byte(`a\u0000b`)) || bytes.ContainsAny(answer, "\x00\x1b") {
		t.Errorf("answer %.300q", answer)
	}
}

// Names, arguments and errors that a caller or a tool makes up stay inside one
// record each, escaped and of bounded size (catalogue M8).
func TestLogInjection(t *testing.T) {
	var ran atomic.Int32
	var log bytes.Buffer
	broken := row("broken", "math", does(func(context.Context, *mcprt.Call) error { panic(hostileText) }))
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	srv := newServer(t, registry(echo(&ran), broken), mcprt.BySections, mcprt.WithLogger(logger),
		mcprt.WithEvents(event.SlogSink(logger)))
	client := runtimetest.Connect(t, srv, ada())
	huge := strings.Repeat("x", 1<<20)
	for _, name := range []string{hostileText, huge, "broken"} {
		_, _ = client.Call(name, `{}`)
	}
	args, err := json.Marshal(map[string]string{"text": hostileText})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Call("echo", string(args)); err != nil {
		t.Fatal(err)
	}
	for _, r := range lines(t, log.String()) {
		if len(r) > 16<<10 {
			t.Errorf("record of %d bytes: %.100s", len(r), r)
		}
	}
	if !strings.Contains(log.String(), "invalid_tool") || !strings.Contains(log.String(), "tool failed") {
		t.Errorf("records are missing:\n%.2000s", log.String())
	}
}

// A secret is masked where the call is recorded, and is itself everywhere else:
// the function gets it, and two secrets are two calls for the cache (catalogue
// M7).
func TestMaskedFormIsNeverCompared(t *testing.T) {
	var ran atomic.Int32
	r := echo(&ran)
	r.Secrets, r.Cache = []string{"text"}, time.Hour
	store, err := memory.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	rec := &runtimetest.Recorder{}
	srv := newServer(t, registry(r), mcprt.BySections, append(rec.Options(), mcprt.WithCache(store))...)
	client := runtimetest.Connect(t, srv, ada())
	for _, secret := range []string{"one", "two", "one"} {
		result, err := client.Call("echo", `{"text":"`+secret+`"}`)
		if err != nil || runtimetest.Text(t, result) != secret {
			t.Fatalf("%s: got %v %v", secret, result, err)
		}
	}
	if ran.Load() != 2 {
		t.Errorf("ran %d times, want 2", ran.Load())
	}
	for _, seen := range rec.Seen() {
		if started, ok := seen.Event.(event.Started); ok && string(started.Arguments) != `{"text":"***"}` {
			t.Errorf("recorded %s", started.Arguments)
		}
	}
}

// What a function does to its result after returning it changes no answer, not
// even one from the cache (catalogue R9).
func TestResultIsNotShared(t *testing.T) {
	shared := map[string]any{"n": 1}
	r := row("tool", "math", mcprt.Structured(nil,
		func(context.Context, *mcprt.Call, *none) (map[string]any, error) { return shared, nil },
		func(e *bind.Encoder, v map[string]any) { e.Any(v) }))
	r.Output, r.Hints, r.Cache = `{"type":"object"}`, mcprt.Hints{ReadOnly: true}, time.Hour
	store, err := memory.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	srv := newServer(t, registry(r), mcprt.BySections, mcprt.WithCache(store))
	first, _ := callTool(t, srv)
	shared["n"] = 2
	second, _ := callTool(t, srv)
	if first != `{"n":1}` || second != first {
		t.Errorf("first %s, second %s", first, second)
	}
}

// Budgets have no value that overflows: the largest is just large, and those
// below one are refused (catalogue B8).
func TestBudgetAtItsEdges(t *testing.T) {
	var ran atomic.Int32
	if text, isError := callTool(t, newServer(t, registry(counting(&ran)), mcprt.BySections, mcprt.WithSessionBudget(math.MaxInt64))); isError {
		t.Errorf("largest budget: %s", text)
	}
	for _, n := range []int64{0, -1, math.MinInt64} {
		_, err := mcprt.NewServer(registry(counting(&ran)), mcprt.WithSections(mcprt.AllSections), mcprt.WithSessionBudget(n))
		if err == nil {
			t.Errorf("budget %d was taken", n)
		}
	}
}

// The text of an exhausted budget says the limit and nothing of anybody's use,
// and is the same for every caller (catalogue B6).
func TestExhaustedBudgetTellsNothing(t *testing.T) {
	var ran atomic.Int32
	srv := newServer(t, registry(counting(&ran)), mcprt.AllSections, mcprt.WithSessionBudget(1))
	texts := map[string]bool{}
	for _, id := range []string{"ada", "bob"} {
		client := runtimetest.Connect(t, srv, &mcprt.Caller{ID: id})
		for range 3 {
			result, err := client.Call("tool", `{}`)
			if err != nil {
				t.Fatal(err)
			}
			texts[runtimetest.Text(t, result)] = true
		}
	}
	if len(texts) != 2 || !texts["ran"] || ran.Load() != 2 {
		t.Errorf("texts %v after %d runs", texts, ran.Load())
	}
}

// What a listener does to the bytes it gets changes nothing for the next one,
// for the function or for the event (catalogue E4).
//
// contract: S0-22, S0-25
func TestListenersGetCopies(t *testing.T) {
	var ran atomic.Int32
	spoil := func(_ context.Context, e *mcprt.BeforeCall) error {
		for _, text := range [][]byte{e.Arguments(), e.Meta()["k"]} {
			for i := range text {
				text[i] = 'X'
			}
		}
		e.Meta()["new"] = json.RawMessage(`1`)
		return nil
	}
	var seen []string
	look := func(_ context.Context, e *mcprt.BeforeCall) error {
		meta, _ := json.Marshal(e.Meta())
		seen = append(seen, string(e.Arguments()), string(meta))
		return nil
	}
	rec := &runtimetest.Recorder{}
	srv := newServer(t, registry(echo(&ran)), mcprt.BySections,
		append(rec.Options(), mcprt.OnBeforeCall(spoil), mcprt.OnBeforeCall(look))...)
	answer := runtimetest.Stdio(t, srv, ada(), "2025-11-25",
		runtimetest.Request("2025-11-25", "tools/call", `{"name":"echo","arguments":{"text":"hello"},"_meta":{"k":"v"}}`))
	if !bytes.Contains(answer, []byte(`"text":"hello"`)) {
		t.Errorf("answer %s", answer)
	}
	if want := `{"text":"hello"} {"k":"v"}`; strings.Join(seen, " ") != want {
		t.Errorf("the next listener saw %q, want %q", seen, want)
	}
	if got := string(rec.After()[0].Arguments()); got != `{"text":"hello"}` {
		t.Errorf("the after-event shows %s", got)
	}
}

// allowing is a limiter that counts how often it is asked.
type allowing struct{ asked atomic.Int32 }

func (a *allowing) Allow(context.Context, *string, string) (bool, error) {
	a.asked.Add(1)
	return true, nil
}

// A call that the budget refuses takes nothing from the limiter behind it
// (catalogue B2; that a refused call itself takes from the session budget is
// B3).
func TestRefusedCallTakesNothingFurther(t *testing.T) {
	var ran atomic.Int32
	limiter := &allowing{}
	client := runtimetest.Connect(t, newServer(t, registry(counting(&ran)), mcprt.BySections,
		mcprt.WithSessionBudget(1), mcprt.WithLimiter(limiter)), ada())
	for range 3 {
		if _, err := client.Call("tool", `{}`); err != nil {
			t.Fatal(err)
		}
	}
	if limiter.asked.Load() != 1 || ran.Load() != 1 {
		t.Errorf("asked %d times, ran %d times, want 1 and 1", limiter.asked.Load(), ran.Load())
	}
}
