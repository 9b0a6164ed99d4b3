package front_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/front"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// verifierFunc is a verifier.
type verifierFunc func(context.Context, string) (*auth.Token, error)

func (f verifierFunc) Verify(ctx context.Context, token string) (*auth.Token, error) {
	return f(ctx, token)
}

var errDirectory = errors.New("directory: password=hunter2")

// catalogue: H3, G14
func TestTokens(t *testing.T) {
	const metadata = `resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp", scope="x:read x:write"`
	const missing, wrong = "Bearer " + metadata, `Bearer error="invalid_token", ` + metadata
	tests := map[string]struct {
		header    []string
		query     string
		status    int
		challenge string
	}{
		"valid":                 {[]string{"Authorization", "Bearer " + adaToken}, "", 200, ""},
		"missing":               {nil, "", 401, missing},
		"unknown":               {[]string{"Authorization", "Bearer unknown"}, "", 401, wrong},
		"for another server":    {[]string{"Authorization", "Bearer " + bobToken}, "", 401, wrong},
		"another scheme":        {[]string{"Authorization", "Basic " + adaToken}, "", 401, wrong},
		"empty":                 {[]string{"Authorization", ""}, "", 401, wrong},
		"twice":                 {[]string{"Authorization", "Bearer " + adaToken, "Authorization", "Bearer " + adaToken}, "", 401, wrong},
		"with more behind it":   {[]string{"Authorization", "Bearer " + adaToken + ", Bearer x"}, "", 401, wrong},
		"outage":                {[]string{"Authorization", "Bearer outage"}, "", 503, ""},
		"no answer":             {[]string{"Authorization", "Bearer nothing"}, "", 503, ""},
		"panic":                 {[]string{"Authorization", "Bearer panic"}, "", 503, ""},
		"in the query":          {nil, "access_token=" + adaToken, 400, `Bearer error="invalid_request"`},
		"in the query, as well": {[]string{"Authorization", "Bearer " + adaToken}, "a=b&access_token=x", 400, `Bearer error="invalid_request"`},
		"not in the query":      {[]string{"Authorization", "Bearer " + adaToken}, "a=access_token", 200, ""},
	}
	known := fixed(t)
	v := verifierFunc(func(ctx context.Context, token string) (*auth.Token, error) {
		switch token {
		case "outage":
			return nil, errDirectory
		case "nothing":
			return nil, nil
		case "panic":
			panic("hunter2")
		}
		return known.Verify(ctx, token)
	})
	f := newFront(t, front.WithVerifier(v), front.WithResource(resource()))
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
				req := call(t, "hello", test.header...)
				req.Method, req.URL.RawQuery = method, test.query
				if test.status != 200 {
					req.Body = io.NopCloser(unread{t})
				} else if method != http.MethodPost {
					continue
				}
				got := do(f, req)
				if got.Code != test.status {
					t.Errorf("%s: status %d, want %d: %s", method, got.Code, test.status, got.Body)
				}
				if diff := cmp.Diff(test.challenge, got.Header().Get("WWW-Authenticate")); diff != "" {
					t.Errorf("%s: challenge (-want +got):\n%s", method, diff)
				}
				if strings.Contains(got.Body.String(), "hunter2") {
					t.Errorf("%s: the answer leaks: %s", method, got.Body)
				}
			}
		})
	}
}

func TestCallerOfAToken(t *testing.T) {
	var got []mcprt.Caller
	policy := func(_ context.Context, caller mcprt.Caller) (mcprt.Grant, error) {
		got = append(got, caller)
		return mcprt.Grant{All: true}, nil
	}
	srv := newTools().server(t, mcprt.WithSections(policy))
	do(frontOf(t, srv, front.WithVerifier(fixed(t)), front.WithResource(resource())), call(t, "hello", "Authorization", "Bearer "+adaToken))
	own := front.WithCaller(func(_ context.Context, token *auth.Token) (*mcprt.Caller, error) {
		return &mcprt.Caller{ID: "u-" + token.Subject, Roles: token.Scopes}, nil
	})
	do(frontOf(t, srv, front.WithVerifier(fixed(t)), front.WithAudience("https://x.example", resourceURL), own), call(t, "hello", "Authorization", "Bearer "+adaToken))
	want := []mcprt.Caller{
		{ID: "ada", Client: "claude", Scopes: []string{"x:read"}},
		{ID: "u-ada", Roles: []string{"x:read"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("callers (-want +got):\n%s", diff)
	}
}

func TestCallerThatCannotBeFound(t *testing.T) {
	tests := map[string]struct {
		caller *mcprt.Caller
		err    error
		want   int
	}{
		"nobody":           {nil, nil, 400}, // who knows no tool
		"signed out":       {nil, fmt.Errorf("hunter2: %w", mcprt.ErrUnauthenticated), 401},
		"not any more":     {nil, auth.ErrInvalidToken, 401},
		"directory down":   {nil, errDirectory, 503},
		"without ID":       {&mcprt.Caller{}, nil, 503},
		"caller and error": {&mcprt.Caller{ID: "ada"}, errDirectory, 503},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFront(t, front.WithVerifier(fixed(t)), front.WithResource(resource()),
				front.WithCaller(func(context.Context, *auth.Token) (*mcprt.Caller, error) { return test.caller, test.err }))
			got := do(f, call(t, "hello", "Authorization", "Bearer "+adaToken))
			if got.Code != test.want || strings.Contains(got.Body.String(), "hunter2") {
				t.Errorf("status %d, want %d: %s", got.Code, test.want, got.Body)
			}
		})
	}
}

// The same token once valid, once for another server, once with a policy that fails:
// no part of it is in an event, the log or an answer. Case GOV-13.
func TestNoTokenIsRecorded(t *testing.T) {
	log, recorder := &journal{}, &runtimetest.Recorder{}
	var fail error
	policy := func(context.Context, mcprt.Caller) (mcprt.Grant, error) { return mcprt.Grant{All: true}, fail }
	opts := append(recorder.Options(), mcprt.WithLogger(log.logger()), mcprt.WithSections(policy))
	f := frontOf(t, newTools().server(t, opts...), front.WithVerifier(fixed(t)), front.WithResource(resource()), front.WithLogger(log.logger()))
	var answers strings.Builder
	for i, token := range []string{adaToken, bobToken, adaToken, adaToken + "%00"} {
		if i == 2 {
			fail = errDirectory
		}
		got := do(f, call(t, "hello", "Authorization", "Bearer "+token, "Cookie", "session="+token))
		fmt.Fprintln(&answers, got.Code, got.Header(), got.Body)
	}
	if !strings.Contains(answers.String(), `"text":"hello"`) || recorder.Count("tool_execution_started") == 0 || log.String() == "" {
		t.Fatalf("the test proves nothing: %s %v %s", &answers, recorder.Types(), log)
	}
	told := fmt.Sprintf("%s %s %+v", &answers, log, recorder.Seen())
	for _, token := range []string{adaToken, bobToken} {
		if strings.Contains(told, token[:8]) {
			t.Errorf("%s… is in %s", token[:8], told)
		}
	}
}
