package catalog_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/catalog"
)

const mirrored = "2026-07-28"

// server is a transport that answers by method and keeps what was sent.
type server struct {
	mu      sync.Mutex
	sent    []string // method, what it is about, mirrored arguments
	bodies  []string
	answers map[string][]answer // by method, one after the other; the last one stays
}

type answer struct {
	status int    // 0 is 200
	media  string // empty is JSON
	body   string
}

func (s *server) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err := errors.Join(err, req.Body.Close()); err != nil {
		return nil, err
	}
	var m struct{ Method string }
	_ = json.Unmarshal(body, &m)
	s.mu.Lock()
	defer s.mu.Unlock()
	line := m.Method
	for _, name := range []string{"Mcp-Method", "Mcp-Name", "Mcp-Param-Region", "Mcp-Param-Zone", "Mcp-Param-Stale", "Authorization"} {
		if values, ok := req.Header[name]; ok {
			line += " " + name + "=" + strings.Join(values, ",")
		}
	}
	s.sent, s.bodies = append(s.sent, line), append(s.bodies, string(body))
	queue := s.answers[m.Method]
	if len(queue) == 0 {
		return nil, fmt.Errorf("nobody expects %s", m.Method)
	}
	if len(queue) > 1 {
		s.answers[m.Method] = queue[1:]
	}
	return queue[0].response(req), nil
}

func (a answer) response(req *http.Request) *http.Response {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	if a.media == "" {
		a.media = "application/json; charset=utf-8"
	}
	h := http.Header{"Content-Type": {a.media}, "Content-Length": {fmt.Sprint(len(a.body))}}
	return &http.Response{StatusCode: a.status, Header: h, Body: io.NopCloser(strings.NewReader(a.body)), ContentLength: int64(len(a.body)), Request: req}
}

// result is the answer to a request.
func result(id, result string) answer {
	return answer{body: fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)}
}

func mismatch() answer {
	return answer{status: http.StatusBadRequest, body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"header mismatch"}}`}
}

// post sends a message through the transport of cat and returns the status and the body.
func post(t *testing.T, cat *catalog.Catalog, s *server, version, message string, headers ...string) (int, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://server.test/mcp", strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Mcp-Protocol-Version", version)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	before := req.Header.Clone()
	resp, err := cat.RoundTripper(s).RoundTrip(req)
	if diff := cmp.Diff(before, req.Header); diff != "" {
		t.Errorf("the request was changed (-want +got):\n%s", diff)
	}
	if err != nil {
		return 0, "", err
	}
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), errors.Join(err, resp.Body.Close())
}

func message(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
}

// contract: S4-2, S4-14
func TestListingsAreFiltered(t *testing.T) {
	both, one := page(listed("bad", weight), listed("send", region)), page(listed("send", region))
	event := func(data string) string { return "id: 7\nevent: message\ndata: " + data + "\n\n" }
	for _, test := range []struct {
		name    string
		version string
		answer  answer
		want    string
		known   bool
	}{
		{"JSON", mirrored, result("1", both), result("1", one).body, true},
		{"JSON of an older revision", "2025-11-25", result("1", both), result("1", one).body, true},
		{"events", mirrored, answer{media: "text/event-stream", body: ": hello\n\n" + event(`{"jsonrpc":"2.0","method":"n"}`) + event(result("1", both).body)},
			": hello\n\n" + event(`{"jsonrpc":"2.0","method":"n"}`) + "id: 7\nevent: message\ndata: " + result("1", one).body + "\n\n", true},
		{"data in lines", mirrored, answer{media: "text/event-stream", body: "data: {\"result\":\r\ndata:" + both + "}\r\n\r\n"},
			"data: {\"result\":\ndata: " + one + "}\n\n", true},
		{"an event that the stream ends", mirrored, answer{media: "text/event-stream", body: "data: " + result("1", both).body},
			"data: " + result("1", one).body + "\n\n", true},
		{"nothing to drop", mirrored, answer{media: "text/event-stream", body: "data:" + result("1", one).body + "\r\n\r\n"},
			"data:" + result("1", one).body + "\r\n\r\n", false},
		{"an error", mirrored, answer{body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}`}, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}`, false},
		{"another status", mirrored, answer{status: 503, body: result("1", both).body}, result("1", both).body, false},
		{"another type", mirrored, answer{media: "text/plain", body: result("1", both).body}, result("1", both).body, false},
		{"broken", mirrored, answer{body: `{"result":` + both}, `{"result":` + both, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			cat := quiet()
			_, got, err := post(t, cat, &server{answers: map[string][]answer{"tools/list": {test.answer}}}, test.version, message("tools/list", `{}`))
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			if known := cat.IsRejected("bad"); known != test.known {
				t.Errorf("rejected is %t", known)
			}
		})
	}
}

func TestPagesAreBounded(t *testing.T) {
	long := strings.Repeat("x", 16<<20+1)
	for _, long := range []answer{{body: long}, {media: "text/event-stream", body: "data: " + long}} {
		_, got, err := post(t, quiet(), &server{answers: map[string][]answer{"tools/list": {long}}}, mirrored, message("tools/list", `{}`))
		if err == nil || len(got) > 0 {
			t.Errorf("%s: %d bytes, %v", long.media, len(got), err)
		}
	}
}

// contract: S4-9, S4-10, S4-20
func TestRequestsGetTheirHeaders(t *testing.T) {
	const call = `{"name":"send","arguments":{"region":"世"}}`
	for _, test := range []struct{ name, version, message, want string }{
		{"a call", mirrored, message("tools/call", call), "tools/call Mcp-Method=tools/call Mcp-Name=send Mcp-Param-Region==?base64?5LiW?="},
		{"a call without the argument", mirrored, message("tools/call", `{"name":"send"}`), "tools/call Mcp-Method=tools/call Mcp-Name=send"},
		{"a tool that was not listed", mirrored, message("tools/call", `{"name":"other","arguments":{"region":"x"}}`), "tools/call Mcp-Method=tools/call Mcp-Name=other"},
		{"a name that no header can carry", mirrored, message("tools/call", `{"name":"ü"}`), "tools/call Mcp-Method=tools/call Mcp-Name==?base64?w7w=?="},
		{"a resource", mirrored, message("resources/read", `{"uri":"file:///ü"}`), "resources/read Mcp-Method=resources/read Mcp-Name==?base64?ZmlsZTovLy/DvA==?="},
		{"about nothing", mirrored, message("ping", `{}`), "ping Mcp-Method=ping"},
		{"a response", mirrored, `{"jsonrpc":"2.0","id":1,"result":{}}`, ""},
		{"an older revision is as it was", "2025-11-25", message("tools/call", call), "tools/call Mcp-Method=old Mcp-Name=old Mcp-Param-Stale=old"},
		{"what is no message is as it was", mirrored, `[1]`, " Mcp-Method=old Mcp-Name=old Mcp-Param-Stale=old"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cat, s := quiet(), &server{answers: map[string][]answer{}}
			for _, method := range []string{"tools/call", "resources/read", "ping", ""} {
				s.answers[method] = []answer{result("1", `{}`)}
			}
			record(t, cat, page(listed("send", region)))
			_, body, err := post(t, cat, s, test.version, test.message, "Mcp-Method", "old", "Mcp-Name", "old", "Mcp-Param-Stale", "old")
			if diff := cmp.Diff([]string{test.want}, s.sent); diff != "" || err != nil || body != result("1", `{}`).body {
				t.Errorf("%s, %v (-want +got):\n%s", body, err, diff)
			}
			if diff := cmp.Diff([]string{test.message}, s.bodies); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// contract: S4-13
func TestRejectedToolsAreNotCalled(t *testing.T) {
	for _, version := range []string{mirrored, "2025-11-25"} {
		cat, s := quiet(), &server{}
		record(t, cat, page(listed("bad", weight)))
		_, _, err := post(t, cat, s, version, message("tools/call", `{"name":"bad"}`))
		var rejected *catalog.RejectedError
		if !errors.As(err, &rejected) || rejected.Tool != "bad" || rejected.Reason != weightReason || len(s.sent) > 0 {
			t.Errorf("%v, sent %v", err, s.sent)
		}
	}
}

func TestMismatchListsAgain(t *testing.T) {
	const meta = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c"},"io.modelcontextprotocol/clientCapabilities":{}`
	const (
		stale = "tools/call Mcp-Method=tools/call Mcp-Name=send Mcp-Param-Region=eu Authorization=Bearer x"
		fresh = "tools/call Mcp-Method=tools/call Mcp-Name=send Mcp-Param-Zone=eu Authorization=Bearer x"
		list  = "tools/list Mcp-Method=tools/list Authorization=Bearer x"
	)
	again := func(n int, page string) answer { return result(fmt.Sprintf(`"mcpgen-relist-%d"`, n), page) }
	ok := result("1", `{"content":[]}`)
	last := func(tools ...string) string { return strings.Replace(page(tools...), `,"nextCursor":"x"`, "", 1) }
	for _, test := range []struct {
		name       string
		call, list []answer
		sent       []string
		status     int
		err        string
	}{
		{"and calls again", []answer{mismatch(), ok}, []answer{again(1, last(listed("send", zone)))}, []string{stale, list, fresh}, 200, ""},
		{"all pages", []answer{mismatch(), ok}, []answer{again(1, page(listed("a", region))), again(2, last(listed("send", zone)))}, []string{stale, list, list, fresh}, 200, ""},
		{"not round and round", []answer{mismatch(), ok}, []answer{again(1, page()), again(2, page(listed("send", zone)))}, []string{stale, list, list, fresh}, 200, ""},
		{"from events", []answer{mismatch(), ok}, []answer{{media: "text/event-stream", body: ": hi\n\ndata: {\"id\":\"other\",\"result\":{}}\n\ndata: " + again(1, last(listed("send", zone))).body + "\n\n"}},
			[]string{stale, list, fresh}, 200, ""},
		{"once only", []answer{mismatch()}, []answer{again(1, last(listed("send", zone)))}, []string{stale, list, fresh}, 400, ""},
		{"even if nothing changed", []answer{mismatch(), ok}, []answer{again(1, last())}, []string{stale, list, stale}, 200, ""},
		{"not for another error", []answer{{status: 400, body: `{"error":{"code":-32602}}`}}, nil, []string{stale}, 400, ""},
		{"not for another status", []answer{{body: mismatch().body}}, nil, []string{stale}, 200, ""},
		{"not for what is no answer", []answer{{status: 400, body: `nonsense`}}, nil, []string{stale}, 400, ""},
		{"the listing fails", []answer{mismatch()}, []answer{{status: 500}}, []string{stale, list}, 400, ""},
		{"the listing is an error", []answer{mismatch()}, []answer{{body: `{"id":"mcpgen-relist-1","error":{"code":1}}`}}, []string{stale, list}, 400, ""},
		{"the listing is for somebody else", []answer{mismatch()}, []answer{result("1", last())}, []string{stale, list}, 400, ""},
		{"the events end", []answer{mismatch()}, []answer{{media: "text/event-stream", body: "data: {}\n\n"}}, []string{stale, list}, 400, ""},
		{"the tool is rejected now", []answer{mismatch()}, []answer{again(1, last(listed("send", weight)))}, []string{stale, list}, 0,
			`Refusing to call tool "send": its "x-mcp-header" annotations are invalid (` + weightReason + `).`},
	} {
		t.Run(test.name, func(t *testing.T) {
			cat, s := quiet(), &server{answers: map[string][]answer{"tools/call": test.call, "tools/list": test.list}}
			record(t, cat, page(listed("send", region)))
			call := message("tools/call", `{"name":"send","arguments":{"region":"eu"},"_meta":{`+meta+`,"progressToken":7}}`)
			status, body, err := post(t, cat, s, mirrored, call, "Authorization", "Bearer x", "Mcp-Param-Stale", "old")
			if diff := cmp.Diff(test.sent, s.sent); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := fmt.Sprint(err); status != test.status || test.err != "" && got != test.err || test.err == "" && err != nil {
				t.Errorf("status %d, %v", status, err)
			}
			if test.status == 400 && body != test.call[len(test.call)-1].body {
				t.Errorf("the answer is %q", body)
			}
			for i, line := range s.sent {
				want := call
				if line == list {
					continue
				}
				if diff := cmp.Diff(want, s.bodies[i]); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}

// What is listed again says who the client is, and nothing about the call.
func TestListingAgainSaysWhoAsks(t *testing.T) {
	cat, s := quiet(), &server{answers: map[string][]answer{"tools/call": {mismatch()}, "tools/list": {
		result(`"mcpgen-relist-1"`, `{"tools":[],"nextCursor":"a\u0062"}`), result(`"mcpgen-relist-2"`, `{"tools":[]}`),
	}}}
	const who = `"io.modelcontextprotocol/clientCapabilities":{"a":1},"io.modelcontextprotocol/clientInfo":{"name":"c"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
	_, _, err := post(t, cat, s, mirrored, message("tools/call", `{"name":"send","_meta":{`+who+`,"progressToken":7,"mine":1},"requestState":"s"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"id":"mcpgen-relist-1","jsonrpc":"2.0","method":"tools/list","params":{"_meta":{` + who + `}}}`,
		`{"id":"mcpgen-relist-2","jsonrpc":"2.0","method":"tools/list","params":{"_meta":{` + who + `},"cursor":"a\u0062"}}`,
	}
	if diff := cmp.Diff(want, s.bodies[1:3]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A server that never stops listing is not followed for ever.
func TestListingAgainIsBounded(t *testing.T) {
	s := &server{answers: map[string][]answer{"tools/call": {mismatch()}}}
	for i := range 200 {
		s.answers["tools/list"] = append(s.answers["tools/list"], result(fmt.Sprintf(`"mcpgen-relist-%d"`, i+1), fmt.Sprintf(`{"tools":[],"nextCursor":"%d"}`, i)))
	}
	if _, _, err := post(t, quiet(), s, mirrored, message("tools/call", `{"name":"send"}`)); err != nil {
		t.Fatal(err)
	}
	if len(s.sent) != 102 {
		t.Errorf("%d requests", len(s.sent))
	}
}
