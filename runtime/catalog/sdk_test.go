package catalog_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/catalog"
)

// sdkServer is a real server of the SDK, which checks headers itself, with a tool
// that says where it was called.
type sdkServer struct {
	*mcp.Server
	url      string
	refusals atomic.Int32 // so many calls are answered with a mismatch, whatever they say
}

// refuse answers a call as a server does whose annotations are others.
func refuse(w http.ResponseWriter, r *http.Request) {
	var m struct{ ID json.RawMessage }
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32020,"message":"header mismatch"}}`, m.ID)
}

func newSDKServer(t *testing.T, asJSON bool) *sdkServer {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "server", Version: "1"}, &mcp.ServerOptions{Logger: slog.New(slog.DiscardHandler)})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: asJSON, PropagateRequestCancellation: true, Logger: slog.New(slog.DiscardHandler)})
	served := &sdkServer{Server: s}
	ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "tools/call" && served.refusals.Add(-1) >= 0 {
			refuse(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(ts.Close)
	served.url = ts.URL
	served.add("send", region)
	return served
}

// add offers a tool with a property.
func (s *sdkServer) add(name, property string) {
	schema := json.RawMessage(`{"type":"object","properties":{` + property + `}}`)
	s.AddTool(&mcp.Tool{Name: name, InputSchema: schema}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(req.Params.Arguments)}}}, nil
	})
}

// newSession returns a session of the SDK's client with cat in all its places.
func newSession(t *testing.T, cat *catalog.Catalog, url string, opts *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, opts)
	client.AddSendingMiddleware(cat.Middleware())
	return connect(t, cat, client, url)
}

// connect returns a session with cat in its transport only.
func connect(t *testing.T, cat *catalog.Catalog, client *mcp.Client, url string) *mcp.ClientSession {
	t.Helper()
	base := &http.Transport{}
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: cat.RoundTripper(base)},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		base.CloseIdleConnections()
	})
	return session
}

// call calls a tool that echoes its arguments.
func call(t *testing.T, session *mcp.ClientSession, tool, args string) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(args, result.Content[0].(*mcp.TextContent).Text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func names(t *testing.T, session *mcp.ClientSession) []string {
	t.Helper()
	var names []string
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

func TestWithTheSDK(t *testing.T) {
	for _, test := range []struct {
		name   string
		asJSON bool
	}{{"JSON", true}, {"events", false}} {
		t.Run(test.name, func(t *testing.T) {
			served, cat := newSDKServer(t, test.asJSON), quiet()
			served.add("items", `"list":{"type":"array","items":{"type":"string","x-mcp-header":"Item"}}`) // the SDK offers it
			session := newSession(t, cat, served.url, nil)
			if diff := cmp.Diff([]string{"send"}, names(t, session)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			call(t, session, "send", `{"region":"us-west1"}`)
			call(t, session, "send", `{"region":" 世\n"}`)
			call(t, session, "send", `{"region":null}`)
			call(t, session, "send", `{}`)
			_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "items"})
			want := `Refusing to call tool "items": its "x-mcp-header" annotations are invalid ("Item" is at "/properties/list/items/x-mcp-header", where properties alone do not lead).`
			if err == nil || err.Error() != want {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Without the middleware the text is wrapped, and the session lives on.
func TestRejectionWithoutMiddleware(t *testing.T) {
	served, cat := newSDKServer(t, true), quiet()
	record(t, cat, page(listed("send", weight)))
	session := connect(t, cat, mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil), served.url)
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "send"})
	var rejected *catalog.RejectedError
	if !errors.As(err, &rejected) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff([]string{"send"}, names(t, session)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	call(t, session, "send", `{"region":"eu"}`)
}

// The SDK's memory is of one session and does without a call before a listing.
func TestCallWithoutListing(t *testing.T) {
	served, cat := newSDKServer(t, true), quiet()
	call(t, newSession(t, cat, served.url, nil), "send", `{"region":"eu"}`)
	call(t, newSession(t, cat, served.url, nil), "send", `{"region":"us"}`)
}

// The annotation moves while the session has listed the tool.
func TestAnnotationChanges(t *testing.T) {
	served, cat := newSDKServer(t, false), quiet()
	session := newSession(t, cat, served.url, nil)
	names(t, session)
	call(t, session, "send", `{"region":"eu"}`)
	served.add("send", zone)
	call(t, session, "send", `{"region":"eu"}`)
	served.add("send", plain)
	call(t, session, "send", `{"region":"eu"}`)
	served.add("send", region)
	call(t, session, "send", `{"region":"eu"}`)
}

// A server that refuses once costs the caller nothing; one that refuses for good
// ends the call, not the session.
func TestServerRefuses(t *testing.T) {
	served, cat := newSDKServer(t, true), quiet()
	session := newSession(t, cat, served.url, nil)
	names(t, session)
	served.refusals.Store(1)
	call(t, session, "send", `{"region":"eu"}`)
	served.refusals.Store(2)
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "send", Arguments: map[string]any{"region": "eu"}})
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code != mcp.CodeHeaderMismatch {
		t.Errorf("got %v", err)
	}
	call(t, session, "send", `{"region":"us"}`)
}

// A notice that the list has changed empties the memory of the SDK's session.
func TestListChanged(t *testing.T) {
	served, cat := newSDKServer(t, false), quiet()
	changed := make(chan struct{}, 1)
	session := newSession(t, cat, served.url, &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
		changed <- struct{}{}
	}})
	names(t, session)
	served.add("other", zone)
	<-changed
	call(t, session, "send", `{"region":"eu"}`)
	call(t, session, "other", `{"region":"eu"}`)
}
