package oidc_test

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/adapter/oidc"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

func TestVerify(t *testing.T) {
	i := newIssuer(t)
	rsaKey, ecKey := rsaPair(t, "rsa"), ecPair(t, "ec")
	i.keys = []any{rsaKey.jwk(), ecKey.jwk()}
	v := i.verifier(t)
	tests := map[string]struct {
		key     pair
		changes map[string]any
		want    auth.Token
	}{
		"RSA":                   {rsaKey, nil, auth.Token{Subject: "ada", Client: "claude", Scopes: []string{"a", "b"}}},
		"ECDSA":                 {ecKey, nil, auth.Token{Subject: "ada", Client: "claude", Scopes: []string{"a", "b"}}},
		"scp as an array":       {ecKey, map[string]any{"scope": nil, "scp": []string{"c", "d"}}, auth.Token{Subject: "ada", Client: "claude", Scopes: []string{"c", "d"}}},
		"scp as a text":         {ecKey, map[string]any{"scope": nil, "scp": "c d"}, auth.Token{Subject: "ada", Client: "claude", Scopes: []string{"c", "d"}}},
		"scope goes before scp": {ecKey, map[string]any{"scp": "c d"}, auth.Token{Subject: "ada", Client: "claude", Scopes: []string{"a", "b"}}},
		"no scopes":             {ecKey, map[string]any{"scope": nil}, auth.Token{Subject: "ada", Client: "claude"}},
		"authorized party":      {ecKey, map[string]any{"client_id": nil, "azp": "cursor"}, auth.Token{Subject: "ada", Client: "cursor", Scopes: []string{"a", "b"}}},
		"no client":             {ecKey, map[string]any{"client_id": nil}, auth.Token{Subject: "ada", Scopes: []string{"a", "b"}}},
		"audience spelt another way": {ecKey, map[string]any{"aud": []string{"x", "https://MCP.example:443/mcp"}}, auth.Token{
			Subject: "ada", Client: "claude", Scopes: []string{"a", "b"}, Audience: []string{"x", "https://MCP.example:443/mcp"},
		}},
		"one audience": {ecKey, map[string]any{"aud": audience}, auth.Token{
			Subject: "ada", Client: "claude", Scopes: []string{"a", "b"}, Audience: []string{audience},
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			claims := i.claims(test.changes)
			got, err := v.Verify(t.Context(), test.key.sign(t, claims))
			if err != nil {
				t.Fatal(err)
			}
			want := test.want
			want.Issuer, want.Expiry = i.URL, i.clock.now.Add(time.Hour).Local()
			if want.Audience == nil {
				want.Audience = []string{"x", audience}
			}
			want.Claims, _ = json.Marshal(claims)
			if diff := cmp.Diff(&want, got, cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
				t.Errorf("token (-want +got):\n%s", diff)
			}
		})
	}
}

// catalogue: H3, G14
func TestVerifyRefuses(t *testing.T) {
	i := newIssuer(t)
	known, stranger := rsaPair(t, "1"), rsaPair(t, "1")
	i.keys = []any{known.jwk()}
	v := i.verifier(t)
	now := i.clock.now
	modulus := known.public.(*rsa.PublicKey).N.Bytes()
	good := known.sign(t, i.claims(nil))
	with := func(name string, value any) string { return known.sign(t, i.claims(map[string]any{name: value})) }
	tests := map[string]string{
		"no token":              "",
		"opaque":                "hunter2",
		"garbage in three":      "a.b.c",
		"expired":               with("exp", now.Add(-time.Second).Unix()),
		"without expiry":        with("exp", nil),
		"expiry that is a text": with("exp", "never"),
		"not yet":               with("nbf", now.Add(time.Hour).Unix()),
		"for another":           with("aud", "https://other.example/mcp"),
		"for nobody":            with("aud", nil),
		"for the host":          with("aud", "https://mcp.example"),
		"of another issuer":     with("iss", "https://issuer.example"),
		"of no issuer":          with("iss", nil),
		"without subject":       with("sub", nil),
		"empty subject":         with("sub", ""),
		"scopes of no kind":     with("scope", 7),
		"client of no kind":     with("client_id", []string{"a"}),
		"no signature":          unsigned(t, i.claims(nil)),
		"signature cut off":     good[:strings.LastIndexByte(good, '.')+1],
		"signature changed":     good[:len(good)-4] + "AAAA",
		"claims of another":     swap(good, with("sub", "root")),
		"another's key":         stranger.sign(t, i.claims(nil)),
		"another's, no key id":  sign(t, jose.RS256, stranger.private, "", i.claims(nil)),
		"unknown key id":        rsaPair(t, "2").sign(t, i.claims(nil)),
		"HMAC with the modulus": sign(t, jose.HS256, modulus, "1", i.claims(nil)),
		"another algorithm":     sign(t, jose.PS256, known.private, "1", i.claims(nil)),
		"algorithm not allowed": sign(t, jose.RS512, known.private, "1", i.claims(nil)),
		"all as JSON":           `{"payload":"e30","protected":"e30","signature":"e30"}`,
	}
	for name, token := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), token)
			if got != nil || !errors.Is(err, auth.ErrInvalidToken) {
				t.Errorf("token %v, error %v", got, err)
			}
			if err != nil && (strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "example")) {
				t.Errorf("the error repeats the token: %v", err)
			}
		})
	}
	if _, err := v.Verify(t.Context(), good); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

// swap is a token with the claims of another.
func swap(token, claims string) string {
	a, b := strings.Split(token, "."), strings.Split(claims, ".")
	return a[0] + "." + b[1] + "." + a[2]
}

// What is no key for signatures cannot verify one.
func TestKeysThatAreLeftOut(t *testing.T) {
	i := newIssuer(t)
	key := ecPair(t, "1")
	encryption, private := key.jwk(), key.jwk()
	encryption.Use, private.Key = "enc", key.private
	for name, jwk := range map[string]any{
		"for encryption": encryption, "private": private, "symmetric": jose.JSONWebKey{Key: []byte("0123456789abcdef0123456789abcdef"), KeyID: "1"},
		"unknown kind": map[string]string{"kty": "XYZ", "kid": "1"}, "no object": 7,
	} {
		t.Run(name, func(t *testing.T) {
			i.set(func() { i.keys = []any{jwk} })
			if _, err := i.verifier(t).Verify(t.Context(), key.sign(t, i.claims(nil))); !errors.Is(err, auth.ErrInvalidToken) {
				t.Errorf("alone: %v", err)
			}
			i.set(func() { i.keys = []any{jwk, key.jwk()} })
			if _, err := i.verifier(t).Verify(t.Context(), key.sign(t, i.claims(nil))); err != nil {
				t.Errorf("beside a good one: %v", err)
			}
		})
	}
}

func TestRotation(t *testing.T) {
	i := newIssuer(t)
	first, second, third := ecPair(t, "1"), rsaPair(t, "2"), ecPair(t, "3")
	i.keys = []any{first.jwk()}
	v := i.verifier(t)
	verify := func(key pair, wantErr error, wantFetches int) {
		t.Helper()
		if _, err := v.Verify(t.Context(), key.sign(t, i.claims(nil))); !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil) {
			t.Errorf("error %v, want %v", err, wantErr)
		}
		if got := i.fetches(); got != wantFetches {
			t.Errorf("fetched %d times, want %d", got, wantFetches)
		}
	}
	verify(first, nil, 1)
	verify(first, nil, 1)
	i.set(func() { i.keys = []any{first.jwk(), second.jwk()} })
	verify(second, auth.ErrInvalidToken, 1) // it is too early to ask again
	i.clock.now = i.clock.now.Add(30 * time.Second)
	verify(second, nil, 2)
	for range 100 { // made-up key ids do not hammer the issuer
		verify(third, auth.ErrInvalidToken, 2)
	}
	i.set(func() { i.keys = []any{second.jwk()} })
	verify(first, nil, 2) // withdrawn, and not known yet
	i.clock.now = i.clock.now.Add(15 * time.Minute)
	verify(first, auth.ErrInvalidToken, 3)
	verify(second, nil, 3)
}

// catalogue: H3
func TestIssuerIsDown(t *testing.T) {
	i := newIssuer(t)
	known, unknown := ecPair(t, "1"), ecPair(t, "2")
	i.keys = []any{known.jwk()}
	i.status = http.StatusBadGateway
	v := i.verifier(t)
	verify := func(what string, key pair, want string) {
		t.Helper()
		_, err := v.Verify(t.Context(), key.sign(t, i.claims(nil)))
		got := "outage"
		switch {
		case err == nil:
			got = "valid"
		case errors.Is(err, auth.ErrInvalidToken):
			got = "invalid"
		case strings.Contains(err.Error(), "eyJ"):
			t.Errorf("%s: the error repeats the token: %v", what, err)
		}
		if got != want {
			t.Errorf("%s: %s, want %s: %v", what, got, want, err)
		}
	}
	verify("down from the start", known, "outage")
	if err := v.Discover(t.Context()); err == nil || !strings.Contains(err.Error(), "status 502") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("discover: %v", err)
	}
	i.set(func() { i.status = 0 })
	verify("up, and not asked again yet", known, "outage")
	i.clock.now = i.clock.now.Add(30 * time.Second)
	verify("up", known, "valid")
	verify("a stranger's", unknown, "invalid")

	i.set(func() { i.status = http.StatusInternalServerError })
	i.clock.now = i.clock.now.Add(59 * time.Minute)
	verify("down, keys at hand", known, "valid")
	verify("down, a key that may be new", unknown, "outage")
	i.clock.now = i.clock.now.Add(time.Minute)
	verify("down, keys of an hour", known, "valid")
	i.clock.now = i.clock.now.Add(time.Second)
	verify("down, keys too old", known, "outage")
	i.clock.now = i.clock.now.Add(time.Hour)
	verify("still down", known, "outage")
	i.set(func() { i.status = 0 })
	i.clock.now = i.clock.now.Add(30 * time.Second)
	verify("up again", known, "valid")
}

func TestMaxAge(t *testing.T) {
	i := newIssuer(t)
	key := ecPair(t, "1")
	i.keys = []any{key.jwk()}
	v := i.verifier(t, oidc.WithMaxAge(4*time.Minute), oidc.WithKeysURL(i.URL+"/keys"))
	verify := func() error { _, err := v.Verify(t.Context(), key.sign(t, i.claims(nil))); return err }
	if err := verify(); err != nil {
		t.Fatal(err)
	}
	i.clock.now = i.clock.now.Add(time.Minute)
	if err := verify(); err != nil || i.fetches() != 2 {
		t.Errorf("error %v, fetched %d times", err, i.fetches())
	}
	i.set(func() { i.status = 500 })
	i.clock.now = i.clock.now.Add(4*time.Minute + 1)
	if err := verify(); err == nil || errors.Is(err, auth.ErrInvalidToken) {
		t.Errorf("too old: %v", err)
	}
}

// What the issuer answers is not believed to be small or right.
func TestIssuerThatIsStrange(t *testing.T) {
	key := ecPair(t, "1")
	jwk, err := json.Marshal(key.jwk())
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(i *issuer){
		"too large":      func(i *issuer) { i.text = `{"keys":[` + string(jwk) + `],"x":"` + strings.Repeat("x", 1<<20) + `"}` },
		"too many keys":  func(i *issuer) { i.text = `{"keys":[` + strings.Repeat(string(jwk)+",", 100) + string(jwk) + `]}` },
		"no JSON":        func(i *issuer) { i.text = "hunter2" },
		"nothing at all": func(i *issuer) { i.text = " " },
		"redirects without end": func(i *issuer) {
			i.Config.Handler = http.RedirectHandler("/again", http.StatusFound)
		},
		"redirect elsewhere": func(i *issuer) {
			i.Config.Handler = http.RedirectHandler("http://192.0.2.1/keys", http.StatusFound)
		},
		"another issuer": func(i *issuer) {
			i.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
				fmt.Fprintf(rw, `{"issuer":"https://evil.example","jwks_uri":"%s/keys"}`, i.URL)
			})
		},
		"keys over http": func(i *issuer) {
			i.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
				fmt.Fprintf(rw, `{"issuer":"%s","jwks_uri":"http://192.0.2.1/keys"}`, i.URL)
			})
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			i := newIssuer(t)
			i.set(func() { change(i) })
			_, err := i.verifier(t).Verify(t.Context(), key.sign(t, i.claims(nil)))
			if err == nil || errors.Is(err, auth.ErrInvalidToken) || strings.Contains(err.Error(), "hunter2") || len(err.Error()) > 400 {
				t.Errorf("error %v", err)
			}
		})
	}
}

// Who asks while the issuer is asked already waits for the same answer, and no
// longer than its request lasts.
func TestOneFetchForAll(t *testing.T) {
	i := newIssuer(t)
	key := ecPair(t, "1")
	i.keys = []any{key.jwk()}
	v := i.verifier(t)
	token := key.sign(t, i.claims(nil))
	i.mu.Lock() // it does not answer
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	waiting.Go(func() {
		if _, err := v.Verify(ctx, token); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
	cancel()
	waiting.Wait()
	for range 10 {
		waiting.Go(func() {
			if _, err := v.Verify(t.Context(), token); err != nil {
				t.Error(err)
			}
		})
	}
	i.mu.Unlock()
	waiting.Wait()
	if got := i.fetches(); got != 1 {
		t.Errorf("fetched %d times", got)
	}
}

func TestNewRefuses(t *testing.T) {
	tests := map[string]struct {
		issuer, audience string
		opts             []oidc.Option
		want             string
	}{
		"no issuer":           {"", audience, nil, "issuer: "},
		"issuer over http":    {"http://issuer.example", audience, nil, "is not https"},
		"no audience":         {"https://issuer.example", "", nil, "audience is empty"},
		"algorithm none":      {"https://issuer.example", audience, []oidc.Option{oidc.WithAlgorithms("none")}, `algorithm "none"`},
		"symmetric algorithm": {"https://issuer.example", audience, []oidc.Option{oidc.WithAlgorithms("RS256", "HS256")}, `algorithm "HS256"`},
		"no algorithm":        {"https://issuer.example", audience, []oidc.Option{oidc.WithAlgorithms()}, "no algorithm"},
		"keys over http":      {"https://issuer.example", audience, []oidc.Option{oidc.WithKeysURL("http://issuer.example/keys")}, "keys: "},
		"nil client":          {"https://issuer.example", audience, []oidc.Option{oidc.WithHTTPClient(nil)}, "HTTP client is nil"},
		"no age":              {"https://issuer.example", audience, []oidc.Option{oidc.WithMaxAge(0)}, "age 0s"},
		"nil option":          {"https://issuer.example", audience, []oidc.Option{nil}, "option is nil"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			v, err := oidc.New(test.issuer, test.audience, test.opts...)
			if v != nil || err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("verifier %v, error %v, want %q", v, err, test.want)
			}
		})
	}
	if _, err := oidc.New("https://issuer.example", audience, oidc.WithAlgorithms("ES512", "EdDSA")); err != nil {
		t.Error(err)
	}
}
