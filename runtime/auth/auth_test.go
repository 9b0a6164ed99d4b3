package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

const resource = "https://mcp.example/mcp"

// clock is a time that only tests move.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *clock) Now() time.Time { return c.now }

// verifierFunc is a verifier.
type verifierFunc func(context.Context, string) (*auth.Token, error)

func (f verifierFunc) Verify(ctx context.Context, token string) (*auth.Token, error) {
	return f(ctx, token)
}

func TestBearer(t *testing.T) {
	long := strings.Repeat("x", 16<<10)
	tests := map[string]struct {
		headers []string
		query   string
		want    string
		err     error
	}{
		"no header":              {nil, "", "", auth.ErrNoToken},
		"token":                  {[]string{"Bearer abc.DEF-123_~+/=="}, "", "abc.DEF-123_~+/==", nil},
		"scheme in capitals":     {[]string{"BEARER abc"}, "", "abc", nil},
		"more blanks":            {[]string{"Bearer   abc"}, "", "abc", nil},
		"as long as may be":      {[]string{"Bearer " + long}, "", long, nil},
		"too long":               {[]string{"Bearer " + long + "x"}, "", "", auth.ErrInvalidToken},
		"empty header":           {[]string{""}, "", "", auth.ErrInvalidToken},
		"no token":               {[]string{"Bearer"}, "", "", auth.ErrInvalidToken},
		"empty token":            {[]string{"Bearer "}, "", "", auth.ErrInvalidToken},
		"padding only":           {[]string{"Bearer =="}, "", "", auth.ErrInvalidToken},
		"padding in between":     {[]string{"Bearer a=b"}, "", "", auth.ErrInvalidToken},
		"no scheme":              {[]string{"abc"}, "", "", auth.ErrInvalidToken},
		"other scheme":           {[]string{"Basic abc"}, "", "", auth.ErrInvalidToken},
		"scheme that is longer":  {[]string{"Bearers abc"}, "", "", auth.ErrInvalidToken},
		"tab in between":         {[]string{"Bearer\tabc"}, "", "", auth.ErrInvalidToken},
		"two tokens":             {[]string{"Bearer abc def"}, "", "", auth.ErrInvalidToken},
		"list":                   {[]string{"Bearer abc,Bearer def"}, "", "", auth.ErrInvalidToken},
		"quotes":                 {[]string{`Bearer "abc"`}, "", "", auth.ErrInvalidToken},
		"other letters":          {[]string{"Bearer äbc"}, "", "", auth.ErrInvalidToken},
		"two headers":            {[]string{"Bearer abc", "Bearer abc"}, "", "", auth.ErrInvalidToken},
		"in the query":           {nil, "access_token=abc", "", auth.ErrInvalidToken},
		"in the query, escaped":  {nil, "a&access%5Ftoken=abc", "", auth.ErrInvalidToken},
		"in header and query":    {[]string{"Bearer abc"}, "access_token", "", auth.ErrInvalidToken},
		"a query of other names": {[]string{"Bearer abc"}, "token=x&xaccess_token=y", "abc", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp?"+test.query, nil)
			req.Header["Authorization"] = test.headers
			if test.headers == nil {
				delete(req.Header, "Authorization")
			}
			got, err := auth.Bearer(req)
			if got != test.want || !errors.Is(err, test.err) {
				t.Errorf("token %q, error %v, want %q, %v", got, err, test.want, test.err)
			}
			if err != nil && strings.Contains(err.Error(), "abc") {
				t.Errorf("the error repeats the token: %v", err)
			}
		})
	}
}

func TestStatic(t *testing.T) {
	c := newClock()
	limited := auth.Token{Subject: "ada", Audience: []string{"a"}, Scopes: []string{"s"}, Expiry: c.now.Add(time.Minute)}
	v, err := auth.Static(map[string]auth.Token{"limited": limited, "forever": {Subject: "bob"}}, auth.WithClock(c.Now))
	if err != nil {
		t.Fatal(err)
	}
	verify := func(token string) *auth.Token {
		t.Helper()
		got, err := v.Verify(t.Context(), token)
		if (err == nil) != (got != nil) || err != nil && !errors.Is(err, auth.ErrInvalidToken) {
			t.Errorf("%s: token %v, error %v", token, got, err)
		}
		return got
	}
	got := verify("limited")
	if diff := cmp.Diff(&limited, got); diff != "" {
		t.Errorf("token (-want +got):\n%s", diff)
	}
	got.Scopes[0], got.Subject = "all", "root"
	if diff := cmp.Diff(&limited, verify("limited")); diff != "" {
		t.Errorf("the host's copy changed the verifier's (-want +got):\n%s", diff)
	}
	for _, unknown := range []string{"", "limite", "limitedx", "LIMITED"} {
		if got := verify(unknown); got != nil {
			t.Errorf("%q is %v", unknown, got)
		}
	}
	c.now = c.now.Add(time.Minute)
	if got := verify("limited"); got != nil {
		t.Errorf("expired, and %v", got)
	}
	if got := verify("forever"); got == nil || got.Subject != "bob" {
		t.Errorf("forever is %v", got)
	}
}

func TestStaticRefuses(t *testing.T) {
	tests := map[string]map[string]auth.Token{
		"no subject":     {"hunter2": {}},
		"empty token":    {"": {Subject: "ada"}},
		"blank in token": {"hunter2 ": {Subject: "ada"}},
		"long token":     {strings.Repeat("hunter2", 10_000): {Subject: "ada"}},
	}
	for name, tokens := range tests {
		t.Run(name, func(t *testing.T) {
			v, err := auth.Static(tokens)
			if v != nil || err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("verifier %v, error %v", v, err)
			}
		})
	}
}

func TestStaticKeepsNoToken(t *testing.T) {
	v, err := auth.Static(map[string]auth.Token{"hunter2hunter2": {Subject: "ada"}})
	if err != nil {
		t.Fatal(err)
	}
	if held := fmt.Sprintf("%+v", v); strings.Contains(held, "hunter2") || !strings.Contains(held, "key:") {
		t.Errorf("it holds %s", held)
	}
}

// catalogue: G14
func TestForAudience(t *testing.T) {
	c := newClock()
	outage := errors.New("outage")
	tests := map[string]struct {
		token *auth.Token
		err   error
		want  error
	}{
		"for us":                   {&auth.Token{Audience: []string{resource}}, nil, nil},
		"for us and others":        {&auth.Token{Audience: []string{"x", resource}}, nil, nil},
		"for us, spelt otherwise":  {&auth.Token{Audience: []string{"HTTPS://MCP.example:443/mcp"}}, nil, nil},
		"for our other name":       {&auth.Token{Audience: []string{"api://x"}}, nil, nil},
		"for nobody":               {&auth.Token{}, nil, auth.ErrInvalidToken},
		"for another":              {&auth.Token{Audience: []string{"https://other.example/mcp"}}, nil, auth.ErrInvalidToken},
		"for the whole host":       {&auth.Token{Audience: []string{"https://mcp.example"}}, nil, auth.ErrInvalidToken},
		"for what begins like us":  {&auth.Token{Audience: []string{resource + "/admin"}}, nil, auth.ErrInvalidToken},
		"for us in capitals":       {&auth.Token{Audience: []string{"https://mcp.example/MCP"}}, nil, auth.ErrInvalidToken},
		"valid for another second": {&auth.Token{Audience: []string{resource}, Expiry: c.now.Add(time.Second)}, nil, nil},
		"expired this moment":      {&auth.Token{Audience: []string{resource}, Expiry: c.now}, nil, auth.ErrInvalidToken},
		"outage":                   {nil, outage, outage},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			v, err := auth.ForAudience(verifierFunc(func(context.Context, string) (*auth.Token, error) { return test.token, test.err }),
				[]string{resource, "api://x"}, auth.WithClock(c.Now))
			if err != nil {
				t.Fatal(err)
			}
			got, err := v.Verify(t.Context(), "x")
			if !errors.Is(err, test.want) || (err == nil) != (got != nil) {
				t.Errorf("token %v, error %v, want %v", got, err, test.want)
			}
		})
	}
	silent := verifierFunc(func(context.Context, string) (*auth.Token, error) { return nil, nil })
	v, err := auth.ForAudience(silent, []string{"a"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := v.Verify(t.Context(), "x"); got != nil || err == nil || errors.Is(err, auth.ErrInvalidToken) {
		t.Errorf("a verifier without an answer: token %v, error %v", got, err)
	}
	for name, audiences := range map[string][]string{"none": nil, "an empty one": {"a", ""}} {
		if v, err := auth.ForAudience(silent, audiences); v != nil || err == nil {
			t.Errorf("%s: verifier %v, error %v", name, v, err)
		}
	}
	if v, err := auth.ForAudience(nil, []string{"a"}); v != nil || err == nil {
		t.Errorf("no verifier: %v, error %v", v, err)
	}
}

func TestCached(t *testing.T) {
	c, asked := newClock(), 0
	known := map[string]*auth.Token{
		"long":  {Subject: "ada", Scopes: []string{"s"}},
		"short": {Subject: "bob", Expiry: c.now.Add(10 * time.Second)},
	}
	v, err := auth.Cached(verifierFunc(func(_ context.Context, token string) (*auth.Token, error) {
		asked++
		if known[token] == nil {
			return nil, auth.ErrInvalidToken
		}
		return known[token], nil
	}), time.Minute, auth.WithClock(c.Now))
	if err != nil {
		t.Fatal(err)
	}
	verify := func(token string, wantAsked int) {
		t.Helper()
		asked = 0
		got, err := v.Verify(t.Context(), token)
		if diff := cmp.Diff(known[token], got); diff != "" || asked != wantAsked || (err == nil) != (got != nil) {
			t.Errorf("%s: asked %d times, want %d; error %v; token (-want +got):\n%s", token, asked, wantAsked, err, diff)
		}
		if got != nil && len(got.Scopes) > 0 && wantAsked == 0 {
			got.Scopes[0] = "all" // a host's own
		}
	}
	verify("long", 1)
	verify("long", 0)
	verify("long", 0)
	verify("short", 1)
	verify("short", 0)
	verify("unknown", 1)
	verify("unknown", 1)
	c.now = c.now.Add(10 * time.Second) // short has expired
	verify("short", 1)
	c.now = c.now.Add(50*time.Second - 1)
	verify("long", 0)
	c.now = c.now.Add(1)
	verify("long", 1)
	known["long"] = nil // revoked; known for another minute
	asked = 0
	if got, err := v.Verify(t.Context(), "long"); got == nil || err != nil || asked != 0 {
		t.Errorf("token %v, error %v, asked %d times", got, err, asked)
	}
	c.now = c.now.Add(time.Minute)
	verify("long", 1)
	for _, age := range []time.Duration{0, -1, time.Minute + 1} {
		if v, err := auth.Cached(v, age); v != nil || err == nil {
			t.Errorf("age %s is taken", age)
		}
	}
	if v, err := auth.Cached(nil, 1); v != nil || err == nil {
		t.Errorf("no verifier: %v, error %v", v, err)
	}
}

func TestCacheIsBounded(t *testing.T) {
	asked := map[string]int{}
	v, err := auth.Cached(verifierFunc(func(_ context.Context, token string) (*auth.Token, error) {
		asked[token]++
		return &auth.Token{Subject: token}, nil
	}), time.Minute, auth.WithClock(newClock().Now))
	if err != nil {
		t.Fatal(err)
	}
	verify := func(token string) { _, _ = v.Verify(t.Context(), token) }
	verify("first")
	for i := range 10_000 {
		verify(fmt.Sprint(i))
	}
	verify("first")
	verify("9999")
	if asked["first"] != 2 || asked["9999"] != 1 {
		t.Errorf("asked %d times for the first, %d for the last", asked["first"], asked["9999"])
	}
}
