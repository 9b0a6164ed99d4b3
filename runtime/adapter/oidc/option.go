package oidc

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

const (
	defaultFresh  = 15 * time.Minute
	defaultMaxAge = time.Hour
)

// Option configures a [Verifier].
type Option interface{ apply(*options) }

type options struct {
	algorithms []jose.SignatureAlgorithm
	keysURL    string
	client     *http.Client
	maxAge     time.Duration
	now        func() time.Time
	problems   []error
}

type optionFunc func(*options)

func (f optionFunc) apply(o *options) { f(o) }

// asymmetric are the algorithms that may be allowed: whoever checks a signature of
// one of these cannot make one.
func asymmetric() []jose.SignatureAlgorithm {
	return []jose.SignatureAlgorithm{
		jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512,
		jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
	}
}

func newOptions(opts []Option) (options, error) {
	set := options{
		algorithms: []jose.SignatureAlgorithm{jose.RS256, jose.PS256, jose.ES256, jose.EdDSA},
		client:     &http.Client{},
		maxAge:     defaultMaxAge,
		now:        time.Now,
	}
	for _, opt := range opts {
		if opt == nil {
			set.problems = append(set.problems, errors.New("option is nil"))
			continue
		}
		opt.apply(&set)
	}
	return set, errors.Join(set.problems...)
}

// WithAlgorithms sets the signature algorithms that a token may use, by the names
// of RFC 7518. The default is RS256, PS256, ES256 and EdDSA. None at all, and one
// that is symmetric, none or unknown, are errors of [New].
func WithAlgorithms(names ...string) Option {
	return optionFunc(func(o *options) {
		o.algorithms = nil
		if len(names) == 0 {
			o.problems = append(o.problems, errors.New("no algorithm"))
		}
		for _, name := range names {
			algorithm := jose.SignatureAlgorithm(name)
			if !slices.Contains(asymmetric(), algorithm) {
				o.problems = append(o.problems, fmt.Errorf("algorithm %q is none of %v", name, asymmetric()))
			}
			o.algorithms = append(o.algorithms, algorithm)
		}
	})
}

// WithKeysURL sets where the issuer's keys are, so that there is no discovery. The
// address is https but for loopback hosts, or an error of [New].
func WithKeysURL(url string) Option {
	return optionFunc(func(o *options) {
		if _, err := auth.SecureURL(url); err != nil {
			o.problems = append(o.problems, fmt.Errorf("keys: %w", err))
		}
		o.keysURL = url
	})
}

// WithHTTPClient sets the client that asks the issuer; of a shorter timeout than
// the default's, five seconds, and of its transport use is made, nothing else. A
// nil client is an error of [New].
func WithHTTPClient(client *http.Client) Option {
	return optionFunc(func(o *options) {
		if client == nil {
			o.problems = append(o.problems, errors.New("HTTP client is nil"))
			return
		}
		o.client = client
	})
}

// WithMaxAge sets how old keys may be while the issuer cannot be asked for new
// ones; a key that was withdrawn may be used for that long. The default is an hour.
// What is not above 0 is an error of [New]. Keys are renewed after a quarter of
// it, at the latest after 15 minutes.
func WithMaxAge(d time.Duration) Option {
	return optionFunc(func(o *options) {
		if d <= 0 {
			o.problems = append(o.problems, fmt.Errorf("age %s of keys is not above 0", d))
		}
		o.maxAge = d
	})
}

// WithClock sets the clock that decides what is expired and how old keys are. The
// default, and what nil means, is [time.Now].
func WithClock(now func() time.Time) Option {
	return optionFunc(func(o *options) {
		if now != nil {
			o.now = now
		}
	})
}
