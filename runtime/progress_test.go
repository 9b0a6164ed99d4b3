package runtime_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// progressed are the progress notifications in what a server wrote, without what
// all of them have in common, and "answer" where the answer is.
func progressed(wrote []byte) []string {
	var seen []string
	for _, match := range regexp.MustCompile(`"notifications/progress","params":\{(.*?)\}\}|"result":`).FindAllSubmatch(wrote, -1) {
		if match[1] == nil {
			seen = append(seen, "answer")
			continue
		}
		seen = append(seen, string(match[1]))
	}
	return seen
}

// steps is a tool that makes these steps.
func steps(do ...func(context.Context, *mcprt.Call) error) mcprt.Row {
	return talking(row("work", "math", does(func(ctx context.Context, c *mcprt.Call) error {
		for _, step := range do {
			if err := step(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})))
}

func step(done, total float64, message string) func(context.Context, *mcprt.Call) error {
	return func(ctx context.Context, c *mcprt.Call) error { return c.Progress(ctx, done, total, message) }
}

func pause(d time.Duration) func(context.Context, *mcprt.Call) error {
	return func(context.Context, *mcprt.Call) error {
		time.Sleep(d) // of a bubble's clock
		return nil
	}
}

// exchanged is what one call of work brings on every transport and revision.
func exchanged(t *testing.T, srv *mcprt.Server, params string, check func(where string, wrote []byte)) {
	t.Helper()
	for _, revision := range runtimetest.Revisions() {
		request := runtimetest.Request(revision, "tools/call", params)
		check("stdio "+revision, runtimetest.Stdio(t, srv, ada(), revision, request))
		handler, err := srv.HTTPHandler(asAda)
		if err != nil {
			t.Fatal(err)
		}
		check("http "+revision, runtimetest.HTTP(t, handler, revision, request))
	}
}

// The token goes back as it came, number or text, and nothing goes anywhere without
// one: host case RUN-13.
func TestProgressToken(t *testing.T) {
	tests := map[string]struct{ meta, want string }{
		"a large number":  {`{"progressToken":9007199254740993}`, `"progressToken":9007199254740993`},
		"a text":          {`{"progressToken":"a"}`, `"progressToken":"a"`},
		"absent":          {`{}`, ""},
		"null":            {`{"progressToken":null}`, ""},
		"an object":       {`{"progressToken":{"a":1}}`, ""},
		"beyond a bound":  {`{"progressToken":"` + strings.Repeat("x", 2000) + `"}`, ""},
		"a fraction":      {`{"progressToken":0.5}`, `"progressToken":0.5`},
		"spelled at will": {`{"progressToken":"\u0061"}`, `"progressToken":"\u0061"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := serves(t, []mcprt.Row{steps(step(1, 3, "one"), pause(time.Second), step(2, 3, ""), pause(time.Second), step(3, 3, ""))})
				var want []string
				if test.want != "" {
					want = []string{
						test.want + `,"message":"one","progress":1,"total":3`,
						test.want + `,"progress":2,"total":3`, test.want + `,"progress":3,"total":3`,
					}
				}
				want = append(want, "answer")
				exchanged(t, srv, `{"name":"work","_meta":`+test.meta+`}`, func(where string, wrote []byte) {
					if diff := cmp.Diff(want, progressed(wrote)); diff != "" {
						t.Errorf("%s (-want +got):\n%s", where, diff)
					}
				})
			})
		})
	}
}

// Progress rises, comes ten times at once and ten times a second after that, and its
// last value comes before the answer.
func TestProgressIsBounded(t *testing.T) {
	const ms = time.Millisecond
	many := func(from, to int) func(context.Context, *mcprt.Call) error {
		return func(ctx context.Context, c *mcprt.Call) error {
			for i := from; i <= to; i++ {
				if err := c.Progress(ctx, float64(i), 0, ""); err != nil {
					return err
				}
			}
			return nil
		}
	}
	const ten = "1 2 3 4 5 6 7 8 9 10"
	tests := map[string]struct {
		steps []func(context.Context, *mcprt.Call) error
		want  string
	}{
		"at once":           {[]func(context.Context, *mcprt.Call) error{many(1, 12)}, ten + " 12"},
		"when it is time":   {[]func(context.Context, *mcprt.Call) error{many(1, 12), pause(150 * ms), many(13, 14), pause(40 * ms), many(15, 15), pause(time.Hour)}, ten + " 12 15"},
		"after a rest":      {[]func(context.Context, *mcprt.Call) error{many(1, 10), pause(time.Second), many(11, 21)}, ten + " 11 12 13 14 15 16 17 18 19 20 21"},
		"back":              {[]func(context.Context, *mcprt.Call) error{step(5, 0, ""), step(5, 0, "again"), step(4, 0, "")}, "5"},
		"from below naught": {[]func(context.Context, *mcprt.Call) error{step(-2, 0, ""), step(0, 0, "")}, "-2 0"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				exchanged(t, serves(t, []mcprt.Row{steps(test.steps...)}), `{"name":"work","_meta":{"progressToken":1}}`, func(where string, wrote []byte) {
					var want []string
					for value := range strings.FieldsSeq(test.want) {
						want = append(want, `"progressToken":1,"progress":`+value)
					}
					if diff := cmp.Diff(append(want, "answer"), progressed(wrote)); diff != "" {
						t.Errorf("%s (-want +got):\n%s", where, diff)
					}
				})
			})
		})
	}
}

// A crowd of reports is a few notifications.
func TestProgressOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := serves(t, []mcprt.Row{steps(func(ctx context.Context, c *mcprt.Call) error {
			for i := range 10_000 {
				if err := c.Progress(ctx, float64(i), 10_000, "x"); err != nil {
					return err
				}
				time.Sleep(100 * time.Microsecond)
			}
			return nil
		})})
		exchanged(t, srv, `{"name":"work","_meta":{"progressToken":1}}`, func(where string, wrote []byte) {
			if n := len(progressed(wrote)) - 1; n < 19 || n > 21 {
				t.Errorf("%s: %d notifications in a second", where, n)
			}
		})
	})
}

// What is no progress is an error, with a token and without.
func TestProgressRefused(t *testing.T) {
	for _, bad := range [][2]float64{{math.NaN(), 0}, {math.Inf(1), 0}, {0, math.NaN()}, {0, math.Inf(-1)}, {0, -1}} {
		srv := serves(t, []mcprt.Row{steps(func(ctx context.Context, c *mcprt.Call) error {
			if err := c.Progress(ctx, bad[0], bad[1], ""); err == nil {
				t.Errorf("progress %v is none", bad)
			}
			return nil
		})})
		exchanged(t, srv, `{"name":"work","_meta":{"progressToken":1}}`, func(where string, wrote []byte) {
			if diff := cmp.Diff([]string{"answer"}, progressed(wrote)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", where, diff)
			}
		})
	}
}

// A text is cut and is always one that JSON can hold.
func TestProgressMessage(t *testing.T) {
	srv := serves(t, []mcprt.Row{steps(step(1, 0, strings.Repeat("ü", 600)+"\xff"))})
	exchanged(t, srv, `{"name":"work","_meta":{"progressToken":1}}`, func(where string, wrote []byte) {
		if seen := fmt.Sprint(progressed(wrote)); strings.Count(seen, "ü") != 500 || !strings.Contains(seen, "…") {
			t.Errorf("%s: %s", where, seen)
		}
	})
}

// A call that has been answered says nothing more, whatever its function does.
func TestNothingAfterTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := make(chan []error, 1)
		slow := steps(step(1, 0, ""), func(ctx context.Context, c *mcprt.Call) error {
			<-ctx.Done()
			time.Sleep(time.Second)
			free := context.WithoutCancel(ctx)
			_, asked := c.Elicit(free, "name", nameForm("Who?"))
			late <- []error{c.Progress(free, 2, 0, ""), c.Log(free, "error", "", "x"), asked, c.KeepState(nil)}
			return nil
		})
		slow.Timeout = time.Second
		srv := serves(t, []mcprt.Row{slow}, mcprt.WithLogging())
		exchanged(t, srv, `{"name":"work","_meta":{"progressToken":1,"io.modelcontextprotocol/logLevel":"debug"}}`, func(where string, wrote []byte) {
			for i, err := range <-late {
				if err == nil || err.Error() != "call is over" {
					t.Errorf("%s: late use %d: %v", where, i, err)
				}
			}
			if diff := cmp.Diff([]string{`"progressToken":1,"progress":1`, "answer"}, progressed(wrote)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", where, diff)
			}
		})
	})
}

// Of a call that others wait for with it, and of one that is repeated from a cache,
// nobody else sees the progress.
func TestProgressOfRepeated(t *testing.T) {
	work := steps(step(1, 0, ""))
	work.Cache, work.Hints = time.Hour, mcprt.Hints{ReadOnly: true}
	srv := serves(t, []mcprt.Row{work}, mcprt.WithCache(newShelf(&trail{})))
	var all []string
	exchanged(t, srv, `{"name":"work","_meta":{"progressToken":1}}`, func(_ string, wrote []byte) { all = append(all, progressed(wrote)...) })
	if diff := cmp.Diff([]string{`"progressToken":1,"progress":1`, "answer", "answer", "answer", "answer"}, all); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
}

// The SDK's own client sees what the function reports.
func TestProgressReachesClients(t *testing.T) {
	srv := serves(t, []mcprt.Row{steps(step(1, 2, "half"))})
	seen := make(chan string, 1)
	opts := mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
		p := req.Params
		seen <- fmt.Sprint(p.ProgressToken, " ", p.Progress, " ", p.Total, " ", p.Message)
	}}
	everyWay(t, srv, opts, func(t *testing.T, session *mcp.ClientSession) {
		params := &mcp.CallToolParams{Name: "work"}
		params.SetProgressToken("tok")
		if _, err := session.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		if got := <-seen; got != "tok 1 2 half" {
			t.Errorf("got %q", got)
		}
	})
}
