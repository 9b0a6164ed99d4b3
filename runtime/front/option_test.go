package front_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

func TestNewFailsClosed(t *testing.T) {
	v := fixed(t)
	caller := front.WithCaller(func(context.Context, *auth.Token) (*mcprt.Caller, error) { return nil, nil })
	with := func(opts ...front.Option) []front.Option { return append([]front.Option{byUser()}, opts...) }
	tests := map[string]struct {
		opts []front.Option
		want string
	}{
		"nobody is known":           {nil, "use WithIdentify or WithVerifier"},
		"identify is nil":           {[]front.Option{front.WithIdentify(nil)}, "WithIdentify: it is nil"},
		"verifier is nil":           {[]front.Option{front.WithVerifier(nil), front.WithResource(resource())}, "WithVerifier: it is nil"},
		"caller is nil":             {[]front.Option{front.WithVerifier(v), front.WithResource(resource()), front.WithCaller(nil)}, "WithCaller: it is nil"},
		"two ways":                  {with(front.WithVerifier(v), front.WithResource(resource())), "exclude each other"},
		"tokens for anybody":        {[]front.Option{front.WithVerifier(v)}, "tokens for anybody"},
		"caller without verifier":   {with(caller), "need WithVerifier"},
		"audience without verifier": {with(front.WithAudience("a")), "need WithVerifier"},
		"no audience":               {[]front.Option{front.WithVerifier(v), front.WithAudience()}, "no audience"},
		"empty audience":            {[]front.Option{front.WithVerifier(v), front.WithAudience("a", "")}, "no audience"},
		"wrong resource":            {with(front.WithResource(auth.Resource{URL: "http://mcp.example/mcp"})), "is not https"},
		"nil option":                {with(nil), "option is nil"},
		"option twice":              {with(front.WithPath("/a"), front.WithPath("/a")), "WithPath is given twice"},
		"identify twice":            {with(byUser()), "WithIdentify is given twice"},
		"relative path":             {with(front.WithPath("mcp")), `"mcp" is no path`},
		"path of a probe":           {with(front.WithPath("/readyz")), `"/readyz" is no path`},
		"path of metadata":          {with(front.WithPath("/.well-known/x")), "is no path"},
		"negative idle time":        {with(front.WithSessions(-1)), "is negative"},
		"no body":                   {with(front.WithBodyLimit(0)), "WithBodyLimit"},
		"body over the server's":    {with(front.WithBodyLimit(4<<20 + 1)), "WithBodyLimit"},
		"no header":                 {with(front.WithHeaderLimit(0)), "WithHeaderLimit"},
		"large header":              {with(front.WithHeaderLimit(2 << 20)), "WithHeaderLimit"},
		"no requests":               {with(front.WithRate(0, time.Second)), "WithRate"},
		"no time":                   {with(front.WithRate(1, 0)), "WithRate"},
		"none at once":              {with(front.WithConcurrency(0)), "WithConcurrency"},
		"negative timeout":          {with(front.WithTimeouts(front.Timeouts{Idle: -1})), "one is negative"},
		"no origin":                 {with(front.WithOrigins()), "no origin"},
		"any origin":                {with(front.WithOrigins("*")), `"*" is no origin`},
		"origins by pattern":        {with(front.WithOrigins("https://*.example")), "is no origin"},
		"null origin":               {with(front.WithOrigins("null")), `"null" is no origin`},
		"origin with a path":        {with(front.WithOrigins("https://app.example/")), "is no origin"},
		"origin in capitals":        {with(front.WithOrigins("https://App.example")), "is no origin"},
		"no host":                   {with(front.WithHosts()), "no host"},
		"host with scheme":          {with(front.WithHosts("https://mcp.example")), "is no host"},
		"host with path":            {with(front.WithHosts("mcp.example/mcp")), "is no host"},
		"any host":                  {with(front.WithHosts("*")), "is no host"},
		"empty host":                {with(front.WithHosts("")), "is no host"},
	}
	srv := newTools().server(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f, err := front.New(srv, test.opts...)
			if f != nil || err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("front %v, error %v, want %q", f, err, test.want)
			}
		})
	}
	if f, err := front.New(nil, byUser()); f != nil || err == nil {
		t.Errorf("front %v, error %v of no server", f, err)
	}
}

func TestAllProblemsAreTold(t *testing.T) {
	_, err := front.New(nil, front.WithPath("x"), front.WithRate(0, 0))
	for _, want := range []string{"server is nil", "WithPath", "WithRate", "WithIdentify"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %s", err, want)
		}
	}
}

func TestCallerOf(t *testing.T) {
	tests := map[string]struct {
		token auth.Token
		want  string
	}{
		"subject":            {auth.Token{Subject: "ada"}, "ada"},
		"issuer and subject": {auth.Token{Subject: "ada", Issuer: "https://issuer.example"}, "https://issuer.example#ada"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := front.CallerOf(t.Context(), &test.token)
			if err != nil || got.ID != test.want {
				t.Errorf("caller %+v, error %v, want ID %q", got, err, test.want)
			}
		})
	}
	if got, err := front.CallerOf(t.Context(), &auth.Token{Issuer: "https://issuer.example"}); got != nil || !errors.Is(err, auth.ErrInvalidToken) {
		t.Errorf("caller %v, error %v of no subject", got, err)
	}
}
