package runtime_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// The lane answers what the SDK would answer: the same messages go through a
// server and through the same server without the lane, and what comes back has to
// be equal as JSON. Framing, the order of members and the headers of the transport
// may differ. What else differs is named in deviation_test.go.

// said is what comes back for one message of a client.
type said struct {
	Status    int    // of HTTP
	Challenge string // of HTTP
	Message   any    // JSON; nil if there is none
	Text      string // what is no JSON
}

// scene is messages that one client sends, one after the other. In a message META
// is the revision's member of params, CURSOR and STATE what the answer before had
// for the next page and the next round, and § what differs in the two revisions,
// as in §old|new§.
type scene struct {
	server   func(testing.TB) *mcprt.Server // nil: everyKind
	caller   *mcprt.Caller                  // nil: ada
	nobody   bool                           // instead of caller
	messages []string
	change   func(*http.Request) // of HTTP; such a scene has no stdio
	able     string              // capabilities of the client
}

// road is one way on which a client reaches a server.
type road struct {
	name, revision string
	travel         func(testing.TB, *mcprt.Server, scene) []said
}

func roads() []road {
	return []road{
		{"http 2026-07-28", "2026-07-28", func(t testing.TB, srv *mcprt.Server, s scene) []said { return s.overHTTP(t, srv, "2026-07-28", false) }},
		{"http 2025-11-25", "2025-11-25", func(t testing.TB, srv *mcprt.Server, s scene) []said { return s.overHTTP(t, srv, "2025-11-25", false) }},
		{"session 2025-11-25", "2025-11-25", func(t testing.TB, srv *mcprt.Server, s scene) []said { return s.overHTTP(t, srv, "2025-11-25", true) }},
		{"stdio 2026-07-28", "2026-07-28", func(t testing.TB, srv *mcprt.Server, s scene) []said { return s.overStdio(t, srv, "2026-07-28") }},
		{"stdio 2025-11-25", "2025-11-25", func(t testing.TB, srv *mcprt.Server, s scene) []said { return s.overStdio(t, srv, "2025-11-25") }},
	}
}

// both plays a scene on the lane and on the SDK's way.
func (s scene) both(t testing.TB, r road) (lane, sdk []said) {
	t.Helper()
	if s.server == nil {
		s.server = everyKind
	}
	if s.caller == nil && !s.nobody {
		s.caller = full()
	}
	other := s.server(t)
	mcprt.LeaveLane(other)
	return r.travel(t, s.server(t), s), r.travel(t, other, s)
}

func (s scene) overHTTP(t testing.TB, srv *mcprt.Server, revision string, inSession bool) []said {
	t.Helper()
	var opts []mcprt.HTTPOption
	if inSession {
		opts = append(opts, mcprt.WithSessions(0))
	}
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return s.caller, nil }, opts...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = srv.Shutdown(t.Context()) }()
	session := ""
	if inSession {
		session = open(t, handler, "")
	}
	var all []said
	for _, text := range s.messages {
		req := posting(t, revision, s.text(text, revision, all))
		if session != "" {
			req.Header.Set("Mcp-Session-Id", session)
		}
		if s.change != nil {
			s.change(req)
		}
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, req)
		one := read(response.Body.Bytes())
		one.Status, one.Challenge = response.Code, response.Header().Get("WWW-Authenticate")
		all = append(all, one)
	}
	return all
}

// posting is a POST as an ordinary client makes it.
func posting(t testing.TB, revision, message string) *http.Request {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(message))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", revision)
	var m struct {
		Method string
		Params struct{ Name, URI string }
	}
	_ = json.Unmarshal([]byte(message), &m) // what is no message has no headers
	req.Header.Set("Mcp-Method", m.Method)
	if name := cmp.Or(m.Params.Name, m.Params.URI); name != "" && printable(name) {
		req.Header.Set("Mcp-Name", name)
	}
	return req
}

func printable(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' })
}

// overStdio plays a scene on a line of its own for each message, so that each has
// its own answers. All of them are the same server's.
func (s scene) overStdio(t testing.TB, srv *mcprt.Server, revision string) []said {
	t.Helper()
	if s.change != nil {
		return nil
	}
	var all []said
	for _, text := range s.messages {
		all = append(all, onLine(t, srv, s.caller, revision, s.text(text, revision, all)))
	}
	return all
}

// onLine sends one message over a line, after the handshake has been answered if
// there is one, and ends the input when the line has been read.
func onLine(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, revision, message string) said {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(t.Context(), caller, toServer, fromServer) }()
	lines := bufio.NewReader(out)
	if greeting := handshake[revision]; greeting != "" {
		sendTo(in, greeting)
		if _, err := lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	const last = `{"jsonrpc":"2.0","id":"last","method":"ping"}`
	go sendTo(in, message+"\n"+last+"\n")
	var one said
	for line, err := lines.ReadBytes('\n'); err == nil; line, err = lines.ReadBytes('\n') {
		if bytes.Contains(line, []byte(`"id":"last"`)) {
			_ = in.Close() // it was read, and so was what stood before it
		} else {
			one = read(line)
		}
	}
	if err := <-served; err != nil {
		return said{Text: err.Error()}
	}
	return one
}

// sendTo writes to a line that may have been hung up.
func sendTo(in io.Writer, text string) { _, _ = io.WriteString(in, text) }

var either = regexp.MustCompile(`§([^§|]*)\|([^§|]*)§`)

// text is a message as it is sent on a revision after these answers.
func (s scene) text(message, revision string, before []said) string {
	meta, group := `"_meta":{}`, "$1"
	if revision == "2026-07-28" {
		meta, group = strings.Replace(meta2026, `Capabilities":{}`, `Capabilities":`+cmp.Or(s.able, `{}`), 1), "$2"
	}
	message = either.ReplaceAllString(strings.ReplaceAll(message, "META", meta), group)
	if len(before) == 0 {
		return message
	}
	last := before[len(before)-1]
	message = strings.ReplaceAll(message, "CURSOR", last.member("nextCursor"))
	return strings.ReplaceAll(message, "STATE", last.member("requestState"))
}

// member is a text in the result.
func (a said) member(name string) string {
	message, _ := a.Message.(map[string]any)
	result, _ := message["result"].(map[string]any)
	text, _ := result[name].(string)
	return text
}

// read reads a message, or events the last of which holds one.
func read(body []byte) said {
	text := body
	if i := bytes.LastIndex(body, []byte("data: ")); i >= 0 && !bytes.HasPrefix(body, []byte("{")) {
		text = body[i+len("data: "):]
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var one said
	if err := dec.Decode(&one.Message); err != nil {
		return said{Text: string(body)}
	}
	return one
}

// equal compares what came back, but for the seal of a state, which is never the
// same twice.
func equal(lane, sdk said) bool { return gocmp.Diff(unsealed(sdk), unsealed(lane)) == "" }

func unsealed(a said) said {
	state := a.member("requestState")
	if state == "" {
		return a
	}
	text, _ := json.Marshal(a.Message)
	b := read(bytes.ReplaceAll(text, []byte(state), []byte("sealed")))
	b.Status, b.Challenge = a.Status, a.Challenge
	return b
}

func TestLaneAnswersAsTheSDKDoes(t *testing.T) {
	aboutTheLane(t)
	occurred := map[string]bool{}
	for name, s := range corpus() {
		for _, r := range roads() {
			t.Run(name+", "+r.name, func(t *testing.T) {
				lane, sdk := s.both(t, r)
				for i := range sdk {
					if equal(lane[i], sdk[i]) {
						continue
					}
					which := deviationOf(r.name, s.text(s.messages[i], r.revision, lane[:i]), lane[i], sdk[i])
					if which == "" {
						t.Errorf("message %d (-sdk +lane):\n%s", i+1, gocmp.Diff(unsealed(sdk[i]), unsealed(lane[i])))
					}
					occurred[which+", "+r.name] = true
				}
			})
		}
	}
	if t.Failed() || strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return // not everything was compared
	}
	for _, d := range deviations() {
		for _, road := range d.roads {
			if !occurred[d.name+", "+road] {
				t.Errorf("deviation %q does not occur on %s any more", d.name, road)
			}
		}
	}
}
