package front

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

var (
	errNil        = errors.New("it is nil")
	errNoIdentity = errors.New("nobody would be known: use WithIdentify or WithVerifier")
	errTwoWays    = errors.New("WithIdentify and WithVerifier exclude each other")
	errNoVerifier = errors.New("WithCaller and WithAudience need WithVerifier")
	errAnyToken   = errors.New("tokens for anybody would be taken: WithVerifier needs WithResource or WithAudience")
	errNoToken    = errors.New("verifier returned no token")
)

// WithIdentify sets what says who sent a request: see [mcprt.Identify]. Either it or
// [WithVerifier] is required.
func WithIdentify(identify mcprt.Identify) Option {
	return option{"WithIdentify", func(o *options) error {
		if identify == nil {
			return errNil
		}
		o.identify = identify
		return nil
	}}
}

// WithVerifier identifies callers by their bearer tokens. A request without one, or
// with a wrong one, is answered 401; if v fails otherwise, 503. Tokens must be issued
// for the URL of [WithResource], or one of [WithAudience]: one of these is required.
func WithVerifier(v auth.Verifier) Option {
	return option{"WithVerifier", func(o *options) error {
		if v == nil {
			return errNil
		}
		o.verifier = v
		return nil
	}}
}

// WithCaller sets which caller a verified token stands for: (nil, nil) is nobody,
// [mcprt.ErrUnauthenticated] is answered 401, any other error 503. The default is
// [CallerOf].
func WithCaller(caller func(context.Context, *auth.Token) (*mcprt.Caller, error)) Option {
	return option{"WithCaller", func(o *options) error {
		if caller == nil {
			return errNil
		}
		o.caller = caller
		return nil
	}}
}

// WithAudience sets for whom tokens must have been issued, in the place of the URL
// of [WithResource], for issuers that name an audience differently, be it by a slash
// at its end: a token for one of them is taken.
func WithAudience(audiences ...string) Option {
	return option{"WithAudience", func(o *options) error {
		if len(audiences) == 0 || slices.Contains(audiences, "") {
			return errors.New("no audience")
		}
		o.audiences = slices.Clone(audiences)
		return nil
	}}
}

// WithResource describes the server to its clients: its document is served at
// [auth.Metadata.Path], and a 401 names it and the scopes. What is wrong with the
// resource is an error of [New].
func WithResource(r auth.Resource) Option {
	return option{"WithResource", func(o *options) (err error) {
		o.resource, err = auth.NewMetadata(r)
		if err == nil {
			o.http = append(o.http, mcprt.WithResourceMetadata(o.resource.URL(), r.Scopes...))
		}
		return err
	}}
}

// CallerOf is the caller that a token stands for by default, with its client and its
// scopes. A subject is unique for its issuer only, so the ID is both, with a # in
// between, which no issuer has; a token without an issuer has its subject's.
func CallerOf(_ context.Context, token *auth.Token) (*mcprt.Caller, error) {
	if token.Subject == "" {
		return nil, fmt.Errorf("%w: it has no subject", auth.ErrInvalidToken)
	}
	id := token.Subject
	if token.Issuer != "" {
		id = token.Issuer + "#" + id
	}
	return &mcprt.Caller{ID: id, Client: token.Client, Scopes: slices.Clone(token.Scopes)}, nil
}

// checkIdentity refuses options that leave open who calls.
func (o *options) checkIdentity() []error {
	var problems []error
	given := func(name string) bool { return slices.Contains(o.given, name) }
	switch verifies := given("WithVerifier"); {
	case verifies && given("WithIdentify"):
		problems = append(problems, errTwoWays)
	case !verifies && !given("WithIdentify"):
		problems = append(problems, errNoIdentity)
	case !verifies && (given("WithCaller") || given("WithAudience")):
		problems = append(problems, errNoVerifier)
	case verifies && !given("WithResource") && !given("WithAudience"):
		problems = append(problems, errAnyToken)
	}
	return problems
}

// identification is what says who calls. The options have been checked.
func (o *options) identification() (mcprt.Identify, error) {
	if o.identify != nil {
		return o.identify, nil
	}
	audiences := o.audiences
	if audiences == nil {
		audiences = []string{o.resource.Resource().URL}
	}
	verifier, err := auth.ForAudience(o.verifier, audiences)
	if err != nil {
		return nil, err
	}
	caller := o.caller
	if caller == nil {
		caller = CallerOf
	}
	return byToken(verifier, caller), nil
}

// byToken identifies the caller of a request by its token.
func byToken(v auth.Verifier, caller func(context.Context, *auth.Token) (*mcprt.Caller, error)) mcprt.Identify {
	return func(req *http.Request) (*mcprt.Caller, error) {
		text, err := auth.Bearer(req)
		if err != nil {
			return nil, asUnauthenticated(err)
		}
		token, err := v.Verify(req.Context(), text)
		if err != nil {
			return nil, asUnauthenticated(err)
		}
		if token == nil {
			return nil, errNoToken
		}
		who, err := caller(req.Context(), token)
		return who, asUnauthenticated(err)
	}
}

// asUnauthenticated tells the client's errors from outages.
func asUnauthenticated(err error) error {
	if errors.Is(err, auth.ErrInvalidToken) || errors.Is(err, auth.ErrNoToken) {
		return fmt.Errorf("%w: %w", mcprt.ErrUnauthenticated, err)
	}
	return err
}
