package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

const (
	namedAda     = `"inputResponses":{"name":{"action":"accept","content":{"name":"Ada"}}}`
	badState     = "-32602 Error: Invalid request state."
	badResponses = "-32602 Error: Invalid input responses."
)

// What a client sends as answers is looked at by the questions alone: what answers
// none is ignored, and what does not fit is asked for again.
func TestAnswersAreRead(t *testing.T) {
	srv := serves(t, []mcprt.Row{speaks("greet", greet)})
	send := sends(t, srv, ada(), everyCapability)
	for name, test := range map[string]struct{ answers, want string }{
		"absent":                  {`"x":1`, "asks 1"},
		"null":                    {`"inputResponses":null`, "asks 1"},
		"of its own accord":       {namedAda, "accept Dr Ada"},
		"with others":             {`"inputResponses":{"a":{"action":"accept"},"b":[],"c":7,"name":{"action":"accept","content":{"name":"Ada"}}}`, "accept Dr Ada"},
		"under another key":       {`"inputResponses":{"Name":{"action":"accept","content":{"name":"Ada"}}}`, "asks 1"},
		"a number":                {`"inputResponses":{"name":12345}`, "asks 1"},
		"null inside":             {`"inputResponses":{"name":null}`, "asks 1"},
		"of another kind":         {`"inputResponses":{"name":{"roots":[]}}`, "asks 1"},
		"action of another kind":  {`"inputResponses":{"name":{"action":"ACCEPT","content":{"name":"Ada"}}}`, "asks 1"},
		"members of another case": {`"inputResponses":{"name":{"Action":"accept","Content":{"name":"Ada"}}}`, "asks 1"},
		"without content":         {`"inputResponses":{"name":{"action":"accept"}}`, "asks 1"},
		"against the schema":      {`"inputResponses":{"name":{"action":"accept","content":{"name":5}}}`, "asks 1"},
		"beyond the schema":       {`"inputResponses":{"name":{"action":"accept","content":{"name":"` + strings.Repeat("x", 21) + `"}}}`, "asks 1"},
		"declined with content":   {`"inputResponses":{"name":{"action":"decline","content":{"name":"Ada"}}}`, "decline <nil> <nil>"},
		"a list":                  {`"inputResponses":[]`, badResponses},
		"a text":                  {`"inputResponses":"x"`, badResponses},
		"state null":              {namedAda + `,"requestState":null`, "accept Dr Ada"},
		"state empty":             {namedAda + `,"requestState":""`, "accept Dr Ada"},
		"state a number":          {namedAda + `,"requestState":12`, badState},
		"state an object":         {namedAda + `,"requestState":{}`, badState},
		"state of somebody else":  {namedAda + `,"requestState":"c3RhdGU"`, badState},
		"state beyond all bounds": {namedAda + `,"requestState":"` + strings.Repeat("a", 1<<20) + `"`, badState},
	} {
		t.Run(name, func(t *testing.T) {
			got := send("tools/call", `{"name":"greet",`+test.answers+`}`).brief()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// keeper asks for a name and keeps a secret meanwhile.
func keeper(ctx context.Context, c *mcprt.Call) (string, error) {
	if err := c.KeepState([]byte("hunter2")); err != nil {
		return "", err
	}
	name, err := c.Elicit(ctx, "name", nameForm("Who?"))
	if err != nil {
		return "", err
	}
	kept, _ := c.State()
	return fmt.Sprint(string(kept), " ", c.Resumed(), " ", nameIn(name)), nil
}

func keeping(t testing.TB, opts ...mcprt.Option) *mcprt.Server {
	text := mcprt.Text(bindAdd, func(ctx context.Context, c *mcprt.Call, _ *addArgs) (string, error) { return keeper(ctx, c) })
	sum := row("sum", "math", text)
	sum.Input = schemaAdd
	return serves(t, []mcprt.Row{speaks("keep", keeper), speaks("other", keeper), sum}, opts...)
}

// What a client carries is sealed: it holds for the caller, the tool and the
// arguments that it was made for, and for nothing else. All that is wrong with it
// is one answer. Catalogue G16, H10.
func TestStateIsSealed(t *testing.T) {
	var log journal
	srv := keeping(t, log.option())
	begun := sends(t, srv, ada(), everyCapability)("tools/call", `{"name":"keep"}`)
	state := begun.Result.RequestState
	if begun.brief() != "asks 1" || state == "" || strings.Contains(state, "hunter2") {
		t.Fatalf("begun with %+v", begun)
	}
	summed := sends(t, srv, ada(), everyCapability)("tools/call", `{"name":"sum","arguments":{"a":1,"b":2}}`).Result.RequestState
	carries := func(tool, args, state string) string {
		return `{"name":"` + tool + `","arguments":` + args + `,` + namedAda + `,"requestState":"` + state + `"}`
	}
	other := *ada()
	other.Client = "other"
	for name, test := range map[string]struct {
		caller *mcprt.Caller
		params string
		want   string
	}{
		"as it is":                      {ada(), carries("keep", `{}`, state), "hunter2 true Ada"},
		"again":                         {ada(), carries("keep", `{}`, state), "hunter2 true Ada"},
		"arguments written differently": {ada(), carries("sum", `{ "b": 2, "a": 1 }`, summed), "hunter2 true Ada"},
		"tampered":                      {ada(), carries("keep", `{}`, state+"-TAMPERED"), badState},
		"one bit":                       {ada(), carries("keep", `{}`, flip(state)), badState},
		"cut":                           {ada(), carries("keep", `{}`, state[:len(state)-4]), badState},
		"padded":                        {ada(), carries("keep", `{}`, state+"="), badState},
		"another caller":                {&mcprt.Caller{ID: "bob", Sections: []string{"math"}}, carries("keep", `{}`, state), badState},
		"another client":                {&other, carries("keep", `{}`, state), badState},
		"another tool":                  {ada(), carries("other", `{}`, state), badState},
		"other arguments":               {ada(), carries("sum", `{"a":1,"b":3}`, summed), badState},
		"hidden tool":                   {&mcprt.Caller{ID: "eve"}, carries("keep", `{}`, "x"), "-32602 Error: Unknown tool 'keep'."},
	} {
		t.Run(name, func(t *testing.T) {
			got := sends(t, srv, test.caller, everyCapability)("tools/call", test.params).brief()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
	if text := log.String(); !strings.Contains(text, "round of a call refused") || strings.Contains(text, "hunter2") {
		t.Errorf("log %s", text)
	}
}

// flip changes a character in the middle.
func flip(state string) string {
	i := len(state) / 2
	with := "A"
	if state[i] == 'A' {
		with = "B"
	}
	return state[:i] + with + state[i+1:]
}

// A state holds for a time, and as long as its key is among the server's.
func TestStateExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := keeping(t, mcprt.WithStateTTL(time.Minute))
		send := sends(t, srv, ada(), everyCapability)
		state := send("tools/call", `{"name":"keep"}`).Result.RequestState
		params := `{"name":"keep",` + namedAda + `,"requestState":"` + state + `"}`
		time.Sleep(time.Minute - time.Nanosecond)
		if got, want := send("tools/call", params).brief(), "hunter2 true Ada"; got != want {
			t.Errorf("in time: got %q, want %q", got, want)
		}
		time.Sleep(time.Nanosecond)
		if got := send("tools/call", params).brief(); got != badState {
			t.Errorf("late: got %q, want %q", got, badState)
		}
	})
}

func TestStateKeys(t *testing.T) {
	older, newer := []byte(strings.Repeat("o", 32)), []byte(strings.Repeat("n", 40))
	state := sends(t, keeping(t, mcprt.WithStateKey(older)), ada(), everyCapability)("tools/call", `{"name":"keep"}`).Result.RequestState
	for name, test := range map[string]struct {
		keys [][]byte
		want string
	}{
		"a replica":     {[][]byte{older}, "hunter2 true Ada"},
		"a newer key":   {[][]byte{newer, older}, "hunter2 true Ada"},
		"without it":    {[][]byte{newer}, badState},
		"a key at will": {nil, badState},
	} {
		srv := keeping(t, mcprt.WithStateKey(test.keys...))
		got := sends(t, srv, ada(), everyCapability)("tools/call", `{"name":"keep",`+namedAda+`,"requestState":"`+state+`"}`).brief()
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	_, err := mcprt.NewServer(registry(), mcprt.WithSections(mcprt.AllSections), mcprt.WithStateKey(older, []byte("short")), mcprt.WithStateTTL(-1))
	if want := "state key 2 has 5 bytes, want 32 or more\nstate time -1ns is negative"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A function that writes its result itself may ask too: what it calls its state is
// sealed, and comes back as it was.
func TestResultThatAsks(t *testing.T) {
	own := row("own", "math", mcprt.Result(nil, func(_ context.Context, c *mcprt.Call, _ *none) (*mcp.CallToolResult, error) {
		state, _ := c.State()
		answer, ok := c.InputResponses()["name"].(*mcp.ElicitResult)
		if string(state) != "round=1" || !ok {
			return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"name": nameForm("Who?")}, RequestState: "round=1"}, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: nameIn(answer)}}}, nil
	}))
	both := row("both", "math", answers(&mcp.CallToolResult{RequestState: "x", Content: []mcp.Content{&mcp.TextContent{Text: "x"}}}))
	wait := row("wait", "math", answers(&mcp.CallToolResult{RequestState: "x"}))
	srv := serves(t, []mcprt.Row{own, both, wait})
	user := &person{says: map[string]map[string]any{"Who?": {"name": "Ada"}}}
	everyWay(t, srv, mcp.ClientOptions{ElicitationHandler: user.answer}, func(t *testing.T, session *mcp.ClientSession) {
		if got := called(t, session, "own"); got != "Ada" {
			t.Errorf("own: %q", got)
		}
		if got := called(t, session, "both"); got != "Error: An internal error occurred while executing the tool." {
			t.Errorf("both: %q", got)
		}
	})
	send := sends(t, srv, ada(), everyCapability)
	begun := send("tools/call", `{"name":"own"}`)
	if state := begun.Result.RequestState; state == "" || strings.Contains(state, "round") {
		t.Errorf("state is not sealed: %q", state)
	}
	if got := send("tools/call", `{"name":"own",`+namedAda+`,"requestState":"round=1"}`).brief(); got != badState {
		t.Errorf("state in the clear: %q", got)
	}
	if got := send("tools/call", `{"name":"wait"}`); got.brief() != "asks 0" || got.Result.RequestState == "" {
		t.Errorf("state alone: %+v", got)
	}
	if got := called(t, ways["stdio, 2025-11-25"](t, srv, nil), "wait"); got != "Error: The tool is not ready. Retry later." {
		t.Errorf("state alone, older revision: %q", got)
	}
}

// The client is not asked what it did not declare to understand; the function may
// go on without, or leave it to the caller. On all revisions the answer is the
// specification's.
func TestMissingCapability(t *testing.T) {
	var after []mcprt.Outcome
	srv := serves(t, []mcprt.Row{
		speaks("greet", greet),
		speaks("optional", func(ctx context.Context, c *mcprt.Call) (string, error) {
			_, err := c.Sample(ctx, "x", &mcp.CreateMessageParams{})
			lacks, ok := errors.AsType[*mcprt.MissingCapability](err)
			if !ok {
				return "", err
			}
			return fmt.Sprint(lacks, ", supports roots: ", c.Supports(&mcp.ListRootsParams{})), nil
		}),
		row("own", "math", answers(&mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"name": nameForm("Who?")}})),
	}, mcprt.OnAfterCall(func(_ context.Context, e *mcprt.AfterCall) error {
		after = append(after, e.Outcome())
		return nil
	}))
	everyWay(t, srv, mcp.ClientOptions{}, func(t *testing.T, session *mcp.ClientSession) {
		for tool, want := range map[string]string{
			"greet":    "missing required client capability: elicitation",
			"own":      "missing required client capability: elicitation",
			"optional": "client lacks capability sampling, supports roots: true",
		} {
			if got := called(t, session, tool); !strings.Contains(got, want) {
				t.Errorf("%s: got %q, want %q", tool, got, want)
			}
		}
	})
	user := new(person)
	alone := overHTTP(t, srv, &mcp.ClientOptions{ElicitationHandler: user.answer}, "2025-11-25") // without a session nobody can be asked
	if got := called(t, alone, "greet"); !strings.Contains(got, "missing required client capability: elicitation") {
		t.Errorf("older revision without a session: got %q", got)
	}
	for _, outcome := range after {
		if outcome != mcprt.OutcomeInvalid && outcome != mcprt.OutcomeExecuted {
			t.Errorf("outcome %s", outcome)
		}
	}
	for name, test := range map[string]struct{ capabilities, tool, want string }{
		"none":          {`{}`, "greet", `-32021 {"requiredCapabilities":{"elicitation":{}}}`},
		"another":       {`{"sampling":{}}`, "own", `-32021 {"requiredCapabilities":{"elicitation":{}}}`},
		"of URLs alone": {`{"elicitation":{"url":{}}}`, "greet", `-32021 {"requiredCapabilities":{"elicitation":{"form":{}}}}`},
	} {
		got := sends(t, srv, ada(), test.capabilities)("tools/call", `{"name":"`+test.tool+`"}`)
		if got.Error == nil || fmt.Sprint(got.Error.Code, " ", string(got.Error.Data)) != test.want {
			t.Errorf("%s: got %+v, want %s", name, got, test.want)
		}
	}
}

// A round of a call that was paid for is free, once: a client that presents the
// same state again pays as for a new call.
func TestBudgetOfRounds(t *testing.T) {
	const spent = "Session tool-call budget of 2 is exhausted; start a new session or raise the budget"
	user := &person{says: map[string]map[string]any{"Who?": {"name": "Ada"}}}
	for name, connect := range ways {
		t.Run(name, func(t *testing.T) {
			srv := keeping(t, mcprt.WithSessionBudget(2))
			session := connect(t, srv, &mcp.ClientOptions{ElicitationHandler: user.answer})
			for i, want := range []string{"hunter2 true Ada", "hunter2 true Ada", spent} {
				if got := called(t, session, "keep"); got != want {
					t.Errorf("call %d: got %q, want %q", i+1, got, want)
				}
			}
		})
	}
	send := sends(t, keeping(t, mcprt.WithSessionBudget(2)), ada(), everyCapability)
	state := send("tools/call", `{"name":"keep"}`).Result.RequestState
	params := `{"name":"keep",` + namedAda + `,"requestState":"` + state + `"}`
	for i, want := range []string{"hunter2 true Ada", "hunter2 true Ada", spent} {
		if got := send("tools/call", params).brief(); got != want {
			t.Errorf("round %d: got %q, want %q", i+1, got, want)
		}
	}
	send = sends(t, keeping(t, mcprt.WithSessionBudget(2)), ada(), everyCapability)
	for i, want := range []string{badState, badState, spent} {
		if got := send("tools/call", `{"name":"keep","requestState":"x"}`).brief(); got != want {
			t.Errorf("bad state %d: got %q, want %q", i+1, got, want)
		}
	}
}

// What a client answered is part of no cached result, and a question is none.
func TestQuestionsAreNotCached(t *testing.T) {
	greeting := speaks("greet", greet)
	greeting.Cache, greeting.Hints = time.Hour, mcprt.Hints{ReadOnly: true}
	store := &tally{}
	srv := serves(t, []mcprt.Row{greeting}, mcprt.WithCache(store))
	for name, connect := range ways {
		t.Run(name, func(t *testing.T) {
			for _, who := range []string{"Ada", "Bob"} {
				user := &person{says: map[string]map[string]any{"Who?": {"name": who}}}
				if got, want := called(t, connect(t, srv, &mcp.ClientOptions{ElicitationHandler: user.answer}), "greet"), "accept Dr "+who; got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
	if store.kept > 0 {
		t.Errorf("%d results are kept", store.kept)
	}
}

// tally counts what is put on it.
type tally struct{ kept int }

func (*tally) Get(context.Context, string) ([]byte, bool, error) { return nil, false, nil }
func (s *tally) Set(context.Context, string, []byte, time.Duration) error {
	s.kept++
	return nil
}

// An interceptor may ask too, around a function that asks itself. Each runs again
// in each round, and the before-listeners are asked once a request.
func TestInterceptorAsks(t *testing.T) {
	approve := mcprt.ToolInterceptorFunc(func(ctx context.Context, c *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		answer, err := c.Elicit(ctx, "approve", &mcp.ElicitParams{Message: "May it?"})
		if err != nil {
			return nil, fmt.Errorf("approve: %w", err)
		}
		if answer.Action != "accept" {
			return nil, mcprt.NewRefusal("Error: Not approved.")
		}
		return next(ctx)
	})
	srv := serves(t, []mcprt.Row{speaks("greet", greet)}, mcprt.WithInterceptors(approve))
	user := &person{says: map[string]map[string]any{"Who?": {"name": "Ada"}}}
	everyWay(t, srv, mcp.ClientOptions{ElicitationHandler: user.answer}, func(t *testing.T, session *mcp.ClientSession) {
		user.forget()
		if got := called(t, session, "greet"); got != "accept Dr Ada" {
			t.Errorf("got %q", got)
		}
		if diff := cmp.Diff([]string{"May it?", "Who?"}, user.wasAsked()); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
	})
	no := &person{action: "decline"}
	everyWay(t, srv, mcp.ClientOptions{ElicitationHandler: no.answer}, func(t *testing.T, session *mcp.ClientSession) {
		if got := called(t, session, "greet"); got != "Error: Not approved." {
			t.Errorf("got %q", got)
		}
	})
}

// A function that does not take an answer asks again, and not for ever.
func TestAskAgain(t *testing.T) {
	srv := serves(t, []mcprt.Row{
		speaks("until", func(ctx context.Context, c *mcprt.Call) (string, error) {
			for {
				answer, err := c.Elicit(ctx, "name", nameForm("Who?"))
				if err != nil {
					return "", err
				}
				if nameIn(answer) == "Bob" {
					return "Bob", nil
				}
				c.AskAgain("name")
			}
		}),
	})
	var asked int
	opts := mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		asked++
		who := "Ada"
		if asked == 3 {
			who = "Bob"
		}
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": who}}, nil
	}}
	everyWay(t, srv, opts, func(t *testing.T, session *mcp.ClientSession) {
		asked = 0
		if got := called(t, session, "until"); got != "Bob" || asked != 3 {
			t.Errorf("got %q, asked %d times", got, asked)
		}
		asked = 10
		got := called(t, session, "until")
		if !strings.Contains(got, "internal error") && !strings.Contains(got, "exceeded maximum retries") || asked > 21 {
			t.Errorf("got %q, asked %d times", got, asked-10)
		}
	})
}

// A client that gives no answer ends the call. What it says of that stays in the
// log.
func TestNoAnswer(t *testing.T) {
	var log journal
	srv := serves(t, []mcprt.Row{speaks("greet", greet)}, log.option())
	opts := mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return nil, errors.New("went wrong there")
	}}
	session := ways["stdio, 2025-11-25"](t, srv, &opts)
	if got := called(t, session, "greet"); got != "Error: The client gave no answer." {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(log.String(), "went wrong there") {
		t.Errorf("log %s", log.String())
	}
}

// What a function asks is checked before anything is sent.
func TestQuestionsThatCannotBeAsked(t *testing.T) {
	var none *mcp.ElicitParams
	for name, request := range map[string]mcp.InputRequest{
		"nil":         nil,
		"typed nil":   none,
		"no schema":   &mcp.ElicitParams{RequestedSchema: json.RawMessage(`7`)},
		"no JSON":     &mcp.ElicitParams{RequestedSchema: func() {}},
		"wrong":       &mcp.ElicitParams{RequestedSchema: json.RawMessage(`{"type":"object","properties":{"a":{"pattern":"("}}}`)},
		"no metadata": &mcp.ListRootsParams{Meta: mcp.Meta{"x": func() {}}},
	} {
		t.Run(name, func(t *testing.T) {
			srv := serves(t, []mcprt.Row{speaks("ask", func(ctx context.Context, c *mcprt.Call) (string, error) {
				_, err := c.Ask(ctx, mcp.InputRequestMap{"x": request})
				if err == nil || errors.As(err, new(*mcprt.InputRequired)) {
					t.Errorf("error %v", err)
				}
				return "", err
			})})
			got := sends(t, srv, ada(), everyCapability)("tools/call", `{"name":"ask"}`).brief()
			if got != "Error: An internal error occurred while executing the tool." {
				t.Errorf("got %q", got)
			}
		})
	}
}
