package oidc_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"go.uber.org/goleak"

	"github.com/mcpgen-go/mcpgen/runtime/adapter/oidc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const audience = "https://mcp.example/mcp"

// clock is a time that only tests move.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// issuer is one in this process.
type issuer struct {
	*httptest.Server
	clock *clock

	mu      sync.Mutex
	keys    []any  // of the JWK set
	status  int    // of what it answers; 0: 200
	fetched int    // how often the keys were
	text    string // in place of the keys
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{clock: &clock{time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)}}
	i.Server = httptest.NewServer(i)
	t.Cleanup(i.Close)
	return i
}

func (i *issuer) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.status != 0 {
		http.Error(rw, "hunter2", i.status)
		return
	}
	rw.Header().Set("Content-Type", "application/json")
	switch req.URL.Path {
	case "/.well-known/openid-configuration":
		_ = json.NewEncoder(rw).Encode(map[string]any{"issuer": i.URL, "jwks_uri": i.URL + "/keys"})
	case "/keys":
		i.fetched++
		if i.text != "" {
			fmt.Fprint(rw, i.text)
			return
		}
		_ = json.NewEncoder(rw).Encode(map[string]any{"keys": i.keys})
	}
}

// set changes the issuer between requests.
func (i *issuer) set(change func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change()
}

func (i *issuer) fetches() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.fetched
}

func (i *issuer) verifier(t *testing.T, opts ...oidc.Option) *oidc.Verifier {
	t.Helper()
	opts = append([]oidc.Option{oidc.WithHTTPClient(i.Client()), oidc.WithClock(i.clock.Now)}, opts...)
	v, err := oidc.New(i.URL, audience, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// claims are those of a good token, with changes; nil removes one.
func (i *issuer) claims(changes map[string]any) map[string]any {
	claims := map[string]any{
		"iss": i.URL, "sub": "ada", "aud": []string{"x", audience}, "exp": i.clock.now.Add(time.Hour).Unix(),
		"scope": "a b", "client_id": "claude",
	}
	for name, value := range changes {
		claims[name] = value
		if value == nil {
			delete(claims, name)
		}
	}
	return claims
}

// pair is a key that signs.
type pair struct {
	kid       string
	algorithm jose.SignatureAlgorithm
	private   any
	public    any
}

func rsaPair(t *testing.T, kid string) pair {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return pair{kid, jose.RS256, key, &key.PublicKey}
}

func ecPair(t *testing.T, kid string) pair {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return pair{kid, jose.ES256, key, &key.PublicKey}
}

func (p pair) jwk() jose.JSONWebKey {
	return jose.JSONWebKey{Key: p.public, KeyID: p.kid, Algorithm: string(p.algorithm), Use: "sig"}
}

func (p pair) sign(t *testing.T, claims map[string]any) string {
	t.Helper()
	return sign(t, p.algorithm, p.private, p.kid, claims)
}

func sign(t *testing.T, algorithm jose.SignatureAlgorithm, key any, kid string, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	opts := &jose.SignerOptions{}
	if kid != "" {
		opts = opts.WithHeader("kid", kid)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, opts)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// unsigned is a token of the algorithm none.
func unsigned(t *testing.T, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none","kid":"1"}`)) + "." + encode(payload) + "."
}
