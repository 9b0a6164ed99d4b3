package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

const (
	timeout      = 5 * time.Second // of one attempt, discovery included
	maxDocument  = 1 << 20
	maxKeys      = 100
	maxRedirects = 3
	maxText      = 200 // bytes of an error: an issuer's answer is not for the log
)

var (
	errTooLarge = errors.New("answer is too large")
	errRedirect = errors.New("redirected too often")
)

// source is where the keys of an issuer are. Its fetch is never run twice at once.
type source struct {
	issuer  string
	keysURL string // empty: not discovered yet
	client  *http.Client
}

func newSource(issuer string, set options) *source {
	limit := timeout
	if set.client.Timeout > 0 {
		limit = min(limit, set.client.Timeout)
	}
	base := set.client.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	return &source{issuer, set.keysURL, &http.Client{
		Transport: bounded{base}, Timeout: limit, CheckRedirect: checkRedirect,
	}}
}

// fetch returns the public keys that the issuer signs with.
func (s *source) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	if s.keysURL == "" {
		if err := s.discover(ctx); err != nil {
			return nil, fmt.Errorf("discovery: %w", short(err))
		}
	}
	data, err := s.get(ctx, s.keysURL)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", short(err))
	}
	return readKeys(data)
}

// discover finds the address of the keys (OpenID Connect Discovery section 4).
func (s *source) discover(ctx context.Context) error {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, s.client), s.issuer)
	if err != nil {
		return err
	}
	var document struct {
		KeysURL string `json:"jwks_uri"`
	}
	if err := provider.Claims(&document); err != nil {
		return err
	}
	if _, err := auth.SecureURL(document.KeysURL); err != nil {
		return err
	}
	s.keysURL = document.KeysURL
	return nil
}

func (s *source) get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/jwk-set+json, application/json")
	response, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	return io.ReadAll(response.Body) // bounded
}

// readKeys reads a JWK set (RFC 7517 section 5). Keys that it cannot use, those
// for encryption and those that are no public keys are left out.
func readKeys(data []byte) ([]jose.JSONWebKey, error) {
	var document struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, errors.New("keys: no JWK set")
	}
	if len(document.Keys) > maxKeys {
		return nil, fmt.Errorf("keys: %d are more than %d", len(document.Keys), maxKeys)
	}
	set := []jose.JSONWebKey{}
	for _, raw := range document.Keys {
		var key jose.JSONWebKey
		if json.Unmarshal(raw, &key) == nil && key.IsPublic() && (key.Use == "" || key.Use == "sig") {
			set = append(set, key)
		}
	}
	return set, nil
}

// checkRedirect follows few redirects, to secure addresses only.
func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errRedirect
	}
	_, err := auth.SecureURL(req.URL.String())
	return err
}

// short cuts what an issuer's answer has added to an error.
func short(err error) error {
	if text := err.Error(); len(text) > maxText {
		return errors.New(text[:maxText] + " …")
	}
	return err
}

// bounded is a transport whose answers are not too large and not about an error:
// go-oidc would make the body of one a part of its own.
type bounded struct{ http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (b bounded) RoundTrip(req *http.Request) (*http.Response, error) {
	response, err := b.RoundTripper.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if redirect := response.StatusCode/100 == 3; response.StatusCode != http.StatusOK && !redirect {
		_ = response.Body.Close()
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	response.Body = &boundedBody{response.Body, maxDocument}
	return response, nil
}

type boundedBody struct {
	io.ReadCloser
	left int64
}

// Read implements [io.Reader].
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
