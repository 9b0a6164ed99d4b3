package runtime_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// doors are the ways in on which a client can be told something later.
var doors = map[string]struct {
	overHTTP bool
	revision string
}{
	"stdio session": {false, "2025-11-25"},
	"stdio listen":  {false, "2026-07-28"},
	"http session":  {true, "2025-11-25"},
	"http listen":   {true, "2026-07-28"},
}

// table is a policy that a test changes, and that counts its questions.
type table struct {
	mu     sync.Mutex
	grants map[string][]string // sections by caller id
	asked  map[string]int
	asking chan string // the id of every question, as far as there is room
	err    error
}

func newTable(grants map[string][]string) *table {
	return &table{grants: grants, asked: map[string]int{}, asking: make(chan string, 1)}
}

func (p *table) policy(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked[c.ID]++
	select {
	case p.asking <- c.ID:
	default:
	}
	return mcprt.Grant{Sections: p.grants[c.ID]}, p.err
}

func (p *table) set(id string, sections ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.grants[id] = sections
}

func (p *table) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

// questions returns how often the policy was asked about id, and forgets it.
func (p *table) questions(id string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer delete(p.asked, id)
	select {
	case <-p.asking:
	default:
	}
	return p.asked[id]
}

// await returns when the policy is asked about id, which is answered then.
func (p *table) await(t *testing.T, id string) {
	t.Helper()
	if got := <-p.asking; got != id {
		t.Errorf("policy was asked about %q, want %q", got, id)
	}
}

// library has one thing of each kind in each of two sections.
func library() *mcprt.Registry {
	return mcprt.NewRegistry(mcprt.Identity{Name: "calc", Version: "1.2.3"}, nil,
		[]mcprt.Row{add(), row("wipe", "admin", says("wiped"))},
		mcprt.Prompts{promptOf("explain", "math", tells("explain ")), promptOf("confess", "words", tells("confess "))},
		mcprt.Resources{
			resourceOf("calc://pi", "math", tells("3.14")), resourceOf("calc://sums/{id}", "math", tells("sum ")),
			resourceOf("calc://key", "shelf", tells("key")), resourceOf("calc://safe/{id}", "drawer", tells("safe ")),
		})
}

func changing(t *testing.T, p *table, opts ...mcprt.Option) *mcprt.Server {
	t.Helper()
	return newServer(t, library(), p.policy, append([]mcprt.Option{mcprt.WithListChanged(), mcprt.WithResourceUpdates()}, opts...)...)
}

// house is a server behind all of its doors.
type house struct {
	t   *testing.T
	srv *mcprt.Server
	web *httptest.Server
}

func newHouse(t *testing.T, srv *mcprt.Server) *house {
	t.Helper()
	handler, err := srv.HTTPHandler(byUser, mcprt.WithSessions(0))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(handler)
	t.Cleanup(func() {
		_ = srv.Shutdown(context.WithoutCancel(t.Context()))
		web.Close()
	})
	return &house{t, srv, web}
}

// ears are a client that hears what it is told, in order: "tools", "prompts",
// "resources", or an updated URI.
type ears struct {
	*mcp.ClientSession
	t     *testing.T
	heard chan string
	acked chan mcp.NotificationSubscriptions
}

// enter connects id and returns once it would be told of a change.
func (h *house) enter(door, id string) *ears {
	h.t.Helper()
	e := &ears{t: h.t, heard: make(chan string, 100), acked: make(chan mcp.NotificationSubscriptions, 100)}
	client := mcp.NewClient(&mcp.Implementation{Name: "ears", Version: "1"}, &mcp.ClientOptions{
		ToolListChangedHandler:     func(context.Context, *mcp.ToolListChangedRequest) { e.heard <- "tools" },
		PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { e.heard <- "prompts" },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { e.heard <- "resources" },
		ResourceUpdatedHandler: func(_ context.Context, req *mcp.ResourceUpdatedNotificationRequest) {
			e.heard <- req.Params.URI
		},
	})
	client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if params, ok := req.GetParams().(*mcp.SubscriptionsAcknowledgedParams); ok {
				e.acked <- params.Notifications
			}
			return next(ctx, method, req)
		}
	})
	session, err := client.Connect(h.t.Context(), h.transport(door, id), &mcp.ClientSessionOptions{ProtocolVersion: doors[door].revision})
	if err != nil {
		h.t.Fatalf("%s: %v", door, err)
	}
	h.t.Cleanup(func() { _ = session.Close() })
	e.ClientSession = session
	if strings.HasSuffix(door, "listen") {
		<-e.acked
	}
	return e
}

func (h *house) transport(door, id string) mcp.Transport {
	if doors[door].overHTTP {
		client := &http.Client{Transport: as{id, h.web.Client().Transport}}
		return &mcp.StreamableClientTransport{Endpoint: h.web.URL, HTTPClient: client, MaxRetries: -1}
	}
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- h.srv.ServeIO(h.t.Context(), &mcprt.Caller{ID: id}, toServer, fromServer) }()
	h.t.Cleanup(func() { <-served })
	return &mcp.IOTransport{Reader: toClient, Writer: fromClient}
}

// as sends requests as somebody.
type as struct {
	id   string
	next http.RoundTripper
}

func (a as) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-User", a.id)
	return a.next.RoundTrip(req)
}

// hears waits for the next thing e is told.
func (e *ears) hears(want string) {
	e.t.Helper()
	if got := <-e.heard; got != want {
		e.t.Errorf("told of %q, want %q", got, want)
	}
}

// lists reads the names of all tools.
func (e *ears) lists() string {
	e.t.Helper()
	result, err := e.ListTools(e.t.Context(), nil)
	if err != nil {
		e.t.Fatal(err)
	}
	var names []string
	for _, tool := range result.Tools {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}
