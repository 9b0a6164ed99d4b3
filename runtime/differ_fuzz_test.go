package runtime_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// fuzzed is a server with and without the lane, for many messages.
type fuzzed struct{ lane, sdk *web }

// web is one server with and without sessions.
type web struct {
	srv               *mcprt.Server
	stateless, inside http.Handler
}

func newFuzzed(t testing.TB) fuzzed {
	t.Helper()
	both := fuzzed{newWeb(t, everyKind(t)), newWeb(t, everyKind(t))}
	mcprt.LeaveLane(both.sdk.srv)
	return both
}

func newWeb(t testing.TB, srv *mcprt.Server) *web {
	t.Helper()
	as := func(*http.Request) (*mcprt.Caller, error) { return full(), nil }
	stateless, err := srv.HTTPHandler(as)
	if err != nil {
		t.Fatal(err)
	}
	inside, err := srv.HTTPHandler(as, mcprt.WithSessions(0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Shutdown(context.Background()) })
	return &web{srv, stateless, inside}
}

// answer sends one message on a road. It reports false for one that only waits.
func (w *web) answer(t testing.TB, r road, message, name, param string) (said, bool) {
	t.Helper()
	if strings.HasPrefix(r.name, "stdio") {
		return onLine(t, w.srv, full(), r.revision, message), true
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	req, handler := posting(t, r.revision, message).WithContext(ctx), w.stateless
	if strings.HasPrefix(r.name, "session") {
		handler = w.inside
		session := open(t, handler, "")
		req.Header.Set("Mcp-Session-Id", session)
		defer exchange(context.WithoutCancel(ctx), handler, http.MethodDelete, "", session, "")
	}
	if name != "" {
		req.Header.Set("Mcp-Name", name)
	}
	if param != "" {
		req.Header.Set("Mcp-Param-Text", param)
	}
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, req)
	one := read(response.Body.Bytes())
	one.Status, one.Challenge = response.Code, response.Header().Get("WWW-Authenticate")
	return one, ctx.Err() == nil
}

// Whatever is sent, on whatever road, is answered alike.
func FuzzLane(f *testing.F) {
	for _, scenes := range []map[string]scene{nameScenes(), idScenes(), envelopeScenes(), mirrorScenes(), selfScenes()} {
		for _, name := range slices.Sorted(maps.Keys(scenes)) {
			for i, r := range roads() {
				f.Add(scenes[name].text(scenes[name].messages[0], r.revision, nil), uint8(i), "", "")
			}
		}
	}
	f.Add(callOf(`"name":"mirrored","arguments":{"text":"eu"},`), uint8(0), "=?base64?bWlycm9yZWQ=?=", "=?base64?ZXU=?=")
	both := newFuzzed(f)
	f.Fuzz(func(t *testing.T, message string, which uint8, name, param string) {
		r := roads()[int(which)%len(roads())]
		if strings.HasPrefix(r.name, "stdio") && strings.ContainsAny(message, "\n\r") {
			t.Skip("more than one line")
		}
		if strings.Contains(message, "listen") {
			t.Skip("it only waits")
		}
		lane, ok := both.lane.answer(t, r, message, name, param)
		sdk, too := both.sdk.answer(t, r, message, name, param)
		if !ok || !too || equal(lane, sdk) || deviationOf(r.name, message, lane, sdk) != "" {
			return
		}
		t.Errorf("%s, %q (-sdk +lane):\n%s", r.name, message, gocmp.Diff(unsealed(sdk), unsealed(lane)))
	})
}
