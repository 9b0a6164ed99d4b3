package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// sink is an output that a test reads when serving is over.
type sink struct{ bytes.Buffer }

func (*sink) Close() error { return nil }

func TestCallerWithoutIDIsRefused(t *testing.T) {
	srv := newServer(t, two(), mcprt.AllSections)
	err := srv.ServeIO(t.Context(), &mcprt.Caller{Client: "c"}, io.NopCloser(strings.NewReader("")), &sink{})
	if err == nil || err.Error() != "caller has no ID" {
		t.Errorf("error %v", err)
	}
}

// All that was sent before the input ended is answered, in whatever state it
// was, and the end is no error.
func TestEndOfInputLosesNoAnswer(t *testing.T) {
	for _, revision := range runtimetest.Revisions() {
		for _, end := range []string{"\n", ""} {
			t.Run(fmt.Sprintf("%s %q", revision, end), func(t *testing.T) {
				srv := newServer(t, two(), mcprt.BySections)
				call := runtimetest.Request(revision, "tools/call", `{"name":"add","arguments":{"a":1,"b":2}}`)
				input := ""
				for id := range 50 {
					input += strings.Replace(call, `"id":7`, fmt.Sprintf(`"id":%d`, id), 1) + "\n"
				}
				if revision == "2025-11-25" {
					input = `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}` + "\n" + input
				}
				var out sink
				if err := srv.ServeIO(t.Context(), ada(), io.NopCloser(strings.NewReader(strings.TrimSuffix(input, "\n")+end)), &out); err != nil {
					t.Errorf("serve: %v", err)
				}
				if got := strings.Count(out.String(), `"structuredContent":{"result":3}`); got != 50 {
					t.Errorf("%d answers, want 50:\n%s", got, out.String())
				}
			})
		}
	}
}

func TestInputThatIsNoMessageIsAnError(t *testing.T) { // catalogue X12
	for name, input := range map[string]string{
		"no JSON":       "hello\n",
		"two on a line": runtimetest.Request("2026-07-28", "tools/list", `{}`) + "{}\n",
		"a text":        `"tools/list"` + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			toServer, fromClient := io.Pipe()
			sent := make(chan error, 1)
			go func() { _, err := io.WriteString(fromClient, input); sent <- err }()
			srv := newServer(t, two(), mcprt.AllSections)
			if err := srv.ServeIO(t.Context(), ada(), toServer, &sink{}); err == nil {
				t.Error("served without an error")
			}
			if err := <-sent; err != nil {
				t.Errorf("send: %v", err)
			}
		})
	}
}

// A message without an end must not fill the memory.
func TestEndlessMessageEndsTheConnection(t *testing.T) { // catalogue X12
	srv := newServer(t, two(), mcprt.AllSections)
	call := runtimetest.Request("2026-07-28", "tools/list", `{}`) + "\n"
	long := strings.Repeat(" ", 17<<20) + call
	for name, input := range map[string]io.Reader{
		"without an end": io.MultiReader(strings.NewReader(call+`{"jsonrpc":"2.0","id":1,"method":"`), letters{}),
		"with one":       strings.NewReader(call + long),
	} {
		var out sink
		err := srv.ServeIO(t.Context(), ada(), io.NopCloser(input), &out)
		if err == nil || err.Error() != "message is longer than 16 MiB" {
			t.Errorf("%s: error %v", name, err)
		}
		if got := strings.Count(out.String(), `"id":7,"result"`); got != 1 {
			t.Errorf("%s: %d answers to what came before", name, got)
		}
	}
}

// letters never ends.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// brokenInput fails after what it holds.
type brokenInput struct{ io.Reader }

func (b brokenInput) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errHost
	}
	return n, err
}

func TestBrokenInputIsAnError(t *testing.T) {
	srv := newServer(t, two(), mcprt.AllSections)
	err := srv.ServeIO(t.Context(), ada(), io.NopCloser(brokenInput{strings.NewReader("")}), &sink{})
	if !errors.Is(err, errHost) {
		t.Errorf("error %v, want the input's", err)
	}
}

// started serves one call of wait and returns when the function runs.
func started(ctx context.Context, t *testing.T, srv *mcprt.Server, out io.WriteCloser) (in *io.PipeWriter, done <-chan error) {
	t.Helper()
	toServer, fromClient := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(ctx, ada(), toServer, out) }()
	if _, err := io.WriteString(fromClient, runtimetest.Request("2026-07-28", "tools/call", `{"name":"wait"}`)+"\n"); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return fromClient, served
}

func TestCancelledServingWaitsForCallsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, leave, ended := waiting(t)
		ctx, cancel := context.WithCancel(t.Context())
		var out sink
		_, done := started(ctx, t, srv, &out)
		cancel()
		synctest.Wait()
		close(leave)
		if err := <-ended; err != nil {
			t.Errorf("the function saw %v", err)
		}
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
		if !strings.Contains(out.String(), `"content":[]`) {
			t.Errorf("answer %s", out.String())
		}
	})
}

func TestServingCutsOffAfterTheGrace(t *testing.T) {
	for name, end := range map[string]func(*io.PipeWriter, context.CancelFunc){
		"end of input": func(in *io.PipeWriter, _ context.CancelFunc) { _ = in.Close() },
		"cancelled":    func(_ *io.PipeWriter, cancel context.CancelFunc) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv, _, ended := waiting(t, mcprt.WithShutdownGrace(time.Minute))
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var out sink
				in, done := started(ctx, t, srv, &out)
				start := time.Now()
				end(in, cancel)
				if err := <-ended; err == nil {
					t.Error("the function was not cancelled")
				}
				if err := <-done; err != nil {
					t.Errorf("serve: %v", err)
				}
				if took := time.Since(start); took != time.Minute {
					t.Errorf("it took %v, want the grace", took)
				}
				if !strings.Contains(out.String(), internalText) {
					t.Errorf("answer %s", out.String())
				}
			})
		})
	}
}

// What host code prints does not get between the messages.
func TestStdoutHoldsNothingButMCP(t *testing.T) { // catalogue X12
	srv := newServer(t, registry(row("chatty", "math", does(func(context.Context, *mcprt.Call) error {
		fmt.Println("hello from the host")
		return nil
	}))), mcprt.BySections)
	streams := replaceStreams(t, runtimetest.Request("2026-07-28", "tools/call", `{"name":"chatty"}`)+"\n")
	err := srv.ServeStdio(t.Context(), ada())
	_, printed := fmt.Println("after")
	stdout, stderr := streams()
	if err != nil || printed != nil {
		t.Errorf("serve: %v, print: %v", err, printed)
	}
	want := `{"jsonrpc":"2.0","id":7,"result":{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.2.3"}},` +
		`"content":[],"resultType":"complete"}}` + "\nafter\n"
	if diff := cmp.Diff(want, stdout); diff != "" {
		t.Errorf("stdout (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("hello from the host\n", stderr); diff != "" {
		t.Errorf("stderr (-want +got):\n%s", diff)
	}
}

// replaceStreams gives the process other standard streams until the returned
// function is called, which returns what was written to them.
func replaceStreams(t *testing.T, input string) func() (stdout, stderr string) {
	t.Helper()
	file := func(content string) *os.File {
		f, err := os.CreateTemp(t.TempDir(), "stream")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(content); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		return f
	}
	in, out, errs := os.Stdin, os.Stdout, os.Stderr
	os.Stdin, os.Stdout, os.Stderr = file(input), file(""), file("")
	return func() (string, string) {
		newOut, newErr := os.Stdout, os.Stderr
		os.Stdin, os.Stdout, os.Stderr = in, out, errs
		return content(t, newOut), content(t, newErr)
	}
}

func content(t *testing.T, f *os.File) string {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// An ordinary exchange leaves nothing in the log.
func TestOrdinaryCallsLogNothing(t *testing.T) {
	log := &journal{}
	srv := newServer(t, two(), mcprt.BySections, log.option())
	client := runtimetest.Connect(t, srv, ada())
	client.List()
	for _, name := range []string{"add", "delete_all", "nowhere"} {
		_, _ = client.Call(name, `{"a":1,"b":2}`)
	}
	runtimetest.HTTP(t, handlerFor(t, srv, ada()), "2025-11-25", runtimetest.Request("2025-11-25", "tools/list", `{}`))
	if got := log.String(); got != "[]" {
		t.Errorf("log: %s", got)
	}
}
