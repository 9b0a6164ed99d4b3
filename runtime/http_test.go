package runtime_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// unread is a body that must not be looked at.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestWhoIsNotIdentifiedGetsNoFurther(t *testing.T) {
	refuse := func(err error) mcprt.Identify {
		return func(*http.Request) (*mcprt.Caller, error) { return ada(), err }
	}
	tests := map[string]struct {
		identify  mcprt.Identify
		status    int
		challenge string
	}{
		"not signed in":         {refuse(mcprt.ErrUnauthenticated), 401, "Bearer"},
		"not signed in, around": {refuse(fmt.Errorf("token hunter2: %w", mcprt.ErrUnauthenticated)), 401, "Bearer"},
		"directory down":        {refuse(errHost), 503, ""},
		"panic":                 {func(*http.Request) (*mcprt.Caller, error) { panic("hunter2") }, 503, ""},
		"abort":                 {func(*http.Request) (*mcprt.Caller, error) { panic(http.ErrAbortHandler) }, 503, ""},
		"caller without ID":     {func(*http.Request) (*mcprt.Caller, error) { return &mcprt.Caller{}, nil }, 503, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			handler, err := newServer(t, two(), mcprt.AllSections).HTTPHandler(test.identify)
			if err != nil {
				t.Fatal(err)
			}
			for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
				response := httptest.NewRecorder()
				handler.ServeHTTP(response, httptest.NewRequest(method, "http://127.0.0.1/", unread{t}))
				if response.Code != test.status || response.Header().Get("WWW-Authenticate") != test.challenge {
					t.Errorf("%s: status %d challenge %q", method, response.Code, response.Header().Get("WWW-Authenticate"))
				}
				if strings.Contains(response.Body.String(), "hunter2") {
					t.Errorf("%s: the answer leaks: %s", method, response.Body)
				}
			}
		})
	}
}

// The goroutine is the connection's: it may end, but not without an answer.
func TestIdentifyThatEndsItsGoroutine(t *testing.T) {
	log := &journal{}
	handler, err := newServer(t, two(), mcprt.AllSections, log.option()).HTTPHandler(
		func(*http.Request) (*mcprt.Caller, error) { runtime.Goexit(); return ada(), nil })
	if err != nil {
		t.Fatal(err)
	}
	plain := httptest.NewServer(handler)
	defer plain.Close()
	for _, web := range []*httptest.Server{plain, plain, overTLS(t, handler)} {
		response, err := web.Client().Post(web.URL, "application/json", strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if response.ProtoMajor == 2 {
			err = nil // of a stream that is reset behind its status
		}
		if response.StatusCode != http.StatusServiceUnavailable || len(body) > 0 || err != nil {
			t.Errorf("status %d body %q, %v", response.StatusCode, body, err)
		}
		_ = response.Body.Close()
	}
	if got := strings.Count(log.String(), "caller could not be identified"); got != 3 {
		t.Errorf("logged %d times: %s", got, log)
	}
}

func TestIdentifyIsRequired(t *testing.T) {
	if handler, err := newServer(t, two(), mcprt.AllSections).HTTPHandler(nil); err == nil || handler != nil {
		t.Errorf("handler %v, error %v: want an error", handler, err)
	}
}

// The caller is asked for on every request: two requests of one client may be
// two callers.
func TestCallerIsTheRequests(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	handler, err := srv.HTTPHandler(bySectionHeader)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(handler)
	defer web.Close()
	for section, want := range map[string][]string{"math": {"add"}, "admin": {"delete_all"}, "": {}} {
		t.Run(section, func(t *testing.T) {
			session := connectHTTP(t, web.URL, section)
			page, err := session.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, tool := range page.Tools {
				names = append(names, tool.Name)
			}
			if diff := cmp.Diff(want, names); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
		})
	}
}

// bySectionHeader signs in whoever names a section, as its only one.
func bySectionHeader(req *http.Request) (*mcprt.Caller, error) {
	section := req.Header.Get("X-Section")
	if section == "" {
		return nil, nil
	}
	return &mcprt.Caller{ID: section, Sections: []string{section}}, nil
}

// sectionTransport names a section in every request.
type sectionTransport string

func (s sectionTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Section", string(s))
	return http.DefaultTransport.RoundTrip(req)
}

func connectHTTP(t *testing.T, url, section string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint:             url,
		HTTPClient:           &http.Client{Transport: sectionTransport(section)},
		DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	return session
}

func TestRequestsThatTheTransportRefuses(t *testing.T) {
	web := httptest.NewServer(handlerFor(t, newServer(t, two(), mcprt.AllSections), ada()))
	defer web.Close()
	tests := map[string]struct {
		change func(*http.Request)
		status int
	}{
		"foreign origin": {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"foreign site":   {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"foreign host":   {func(r *http.Request) { r.Host = "evil.example" }, 403},
		"own origin":     {func(r *http.Request) { r.Header.Set("Origin", web.URL) }, 200},
		"large body":     {func(r *http.Request) { setBody(r, strings.Repeat(" ", 4<<20+1)) }, 413},
		"get":            {func(r *http.Request) { r.Method = http.MethodGet; setBody(r, "") }, 405},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL,
				strings.NewReader(runtimetest.Request("2025-11-25", "tools/list", `{}`)))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
			test.change(req)
			response, err := web.Client().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = response.Body.Close() }()
			if response.StatusCode != test.status {
				t.Errorf("status %d, want %d", response.StatusCode, test.status)
			}
		})
	}
}

func setBody(req *http.Request, body string) {
	req.Body = io.NopCloser(strings.NewReader(body))
	req.ContentLength = int64(len(body))
}

// waiting is a server with one tool that waits for leave or its context.
func waiting(t *testing.T, opts ...mcprt.Option) (srv *mcprt.Server, leave chan struct{}, ended chan error) {
	leave, ended = make(chan struct{}), make(chan error, 1)
	srv = newServer(t, registry(row("wait", "math", does(func(ctx context.Context, _ *mcprt.Call) error {
		select {
		case <-leave:
			ended <- nil
		case <-ctx.Done():
			ended <- ctx.Err()
		}
		return nil
	}))), mcprt.BySections, opts...)
	return srv, leave, ended
}

// send runs one call of wait and hands over the whole response.
func send(t *testing.T, handler http.Handler, revision string) <-chan []byte {
	answer := make(chan []byte, 1)
	go func() {
		answer <- runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/call", `{"name":"wait"}`))
	}()
	return answer
}

func TestShutdownWaitsForCallsInFlight(t *testing.T) {
	for _, revision := range runtimetest.Revisions() {
		synctest.Test(t, func(t *testing.T) {
			srv, leave, _ := waiting(t)
			handler := handlerFor(t, srv, ada())
			answer := send(t, handler, revision)
			synctest.Wait()
			done := make(chan error, 1)
			go func() { done <- srv.Shutdown(t.Context()) }()
			synctest.Wait()

			late := runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/list", `{}`))
			if !bytes.HasPrefix(late, []byte("503\n")) {
				t.Errorf("%s: a request after Shutdown: %s", revision, late)
			}
			close(leave)
			if got := <-answer; !bytes.Contains(got, []byte(`"content":[]`)) {
				t.Errorf("%s: answer %s", revision, got)
			}
			if err := <-done; err != nil {
				t.Errorf("%s: shutdown: %v", revision, err)
			}
		})
	}
}

func TestShutdownCutsOffAfterTheGrace(t *testing.T) {
	for _, revision := range runtimetest.Revisions() {
		synctest.Test(t, func(t *testing.T) {
			srv, _, ended := waiting(t, mcprt.WithShutdownGrace(time.Minute))
			answer := send(t, handlerFor(t, srv, ada()), revision)
			synctest.Wait()
			start := time.Now()
			if err := srv.Shutdown(t.Context()); err == nil {
				t.Errorf("%s: shutdown cut a call off and says nothing", revision)
			}
			if took := time.Since(start); took != time.Minute {
				t.Errorf("%s: shutdown took %v", revision, took)
			}
			if err := <-ended; err == nil {
				t.Errorf("%s: the function was not cancelled", revision)
			}
			if got := <-answer; !bytes.Contains(got, []byte(internalText)) {
				t.Errorf("%s: answer %s", revision, got)
			}
		})
	}
}

func TestShutdownEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, _, ended := waiting(t, mcprt.WithShutdownGrace(time.Hour))
		answer := send(t, handlerFor(t, srv, ada()), "2026-07-28")
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := srv.Shutdown(ctx); err == nil {
			t.Error("shutdown returned no error")
		}
		<-ended
		<-answer
	})
}

// A client that goes away ends its call on the newest revision, where the
// request is the whole of it, and not on older ones (catalogue H4).
func TestDisconnectCancelsOnTheNewestRevision(t *testing.T) {
	for revision, cancels := range map[string]bool{"2025-11-25": false, "2026-07-28": true} {
		synctest.Test(t, func(t *testing.T) {
			srv, leave, ended := waiting(t)
			handler := handlerFor(t, srv, ada())
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				cut := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) { handler.ServeHTTP(rw, req.WithContext(ctx)) })
				runtimetest.HTTP(t, cut, revision, runtimetest.Request(revision, "tools/call", `{"name":"wait"}`))
			}()
			synctest.Wait()
			cancel()
			synctest.Wait()
			close(leave)
			if err := <-ended; (err != nil) != cancels {
				t.Errorf("%s: the function saw %v, want cancelled %t", revision, err, cancels)
			}
			<-done
		})
	}
}

// A subscription only waits, and must not hold a shutdown up.
func TestShutdownEndsSubscriptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := newServer(t, two(), mcprt.BySections, mcprt.WithShutdownGrace(time.Hour))
		handler := handlerFor(t, srv, ada())
		done := make(chan []byte, 1)
		go func() {
			done <- runtimetest.HTTP(t, handler, "2026-07-28",
				runtimetest.Request("2026-07-28", "subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`))
		}()
		synctest.Wait()
		if err := srv.Shutdown(t.Context()); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		<-done
	})
}
