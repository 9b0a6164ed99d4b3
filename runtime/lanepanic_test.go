package runtime

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// broken is a server whose table panics, which nothing can make it do.
func broken(t *testing.T, withLane bool) (*Server, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	srv, err := NewServer(NewRegistry(Identity{Name: "x", Version: "1"}, nil, []Row{benchRow()}), WithSections(AllSections),
		WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	srv.noLane = !withLane
	srv.lookup = func(string) (*Row, bool) { panic("hunter2") }
	return srv, &log
}

// A panic of our own is an answer on the lane too: over HTTP, and on a line,
// where it would end the process.
func TestPanicIsAnAnswer(t *testing.T) {
	for name, withLane := range map[string]bool{"lane": true, "SDK": false} {
		t.Run(name, func(t *testing.T) {
			const want = `"id":7,"error":{"code":-32603,`
			srv, log := broken(t, withLane)
			handler, err := srv.HTTPHandler(func(*http.Request) (*Caller, error) { return &Caller{ID: "ada"}, nil })
			if err != nil {
				t.Fatal(err)
			}
			response := httptest.NewRecorder()
			handler.ServeHTTP(response, benchRequest(methodCallTool, "place_order", benchCall))
			if response.Code != http.StatusOK || !strings.Contains(response.Body.String(), want) {
				t.Errorf("http: %d %s", response.Code, response.Body)
			}
			var out lineOut
			err = srv.ServeIO(t.Context(), &Caller{ID: "ada"}, io.NopCloser(strings.NewReader(benchCall)), &out)
			if err != nil || !strings.Contains(out.String(), want) {
				t.Errorf("line: %v %s", err, out.String())
			}
			if got := log.String(); strings.Count(got, `msg="request failed"`) != 2 || strings.Contains(response.Body.String()+out.String(), "hunter2") {
				t.Errorf("log %s", got)
			}
		})
	}
}

type lineOut struct{ bytes.Buffer }

func (*lineOut) Close() error { return nil }
