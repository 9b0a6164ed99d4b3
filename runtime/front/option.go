package front

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

const (
	defaultPath        = "/mcp"
	maxBody            = 4 << 20 // the server's own bound
	defaultHeader      = 64 << 10
	defaultConcurrency = 64
)

// Option configures a [Front]. One that is given twice is an error of [New], and so
// is a nil one.
type Option interface{ apply(*options) }

type options struct {
	given    []string // names of the options
	problems []error

	identify  mcprt.Identify
	verifier  auth.Verifier
	caller    func(context.Context, *auth.Token) (*mcprt.Caller, error)
	resource  *auth.Metadata
	audiences []string

	path        string
	http        []mcprt.HTTPOption
	origins     []string
	hosts       []string
	body        int64
	header      int
	rate        *pace
	concurrency int
	timeouts    Timeouts
	log         *slog.Logger
}

// option is an Option of that name, which may be given once.
type option struct {
	name string
	set  func(*options) error
}

func (opt option) apply(o *options) {
	if slices.Contains(o.given, opt.name) {
		o.problems = append(o.problems, fmt.Errorf("%s is given twice", opt.name))
		return
	}
	o.given = append(o.given, opt.name)
	if err := opt.set(o); err != nil {
		o.problems = append(o.problems, fmt.Errorf("%s: %w", opt.name, err))
	}
}

func newOptions(opts []Option) (options, error) {
	set := options{
		path: defaultPath, body: maxBody, header: defaultHeader, concurrency: defaultConcurrency,
		timeouts: Timeouts{}.complete(), log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	for _, opt := range opts {
		if opt == nil {
			set.problems = append(set.problems, errors.New("option is nil"))
			continue
		}
		opt.apply(&set)
	}
	set.problems = append(set.problems, set.checkIdentity()...)
	return set, errors.Join(set.problems...)
}

// WithPath sets the path of the server; the default is /mcp. It begins with a slash,
// and is not one of the front's own paths. It need not be that of the resource:
// a proxy may strip a part of it.
func WithPath(path string) Option {
	return option{"WithPath", func(o *options) error {
		if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#") || strings.HasPrefix(path, "/.well-known/") || path == healthPath || path == readyPath {
			return fmt.Errorf("%q is no path for the server", path)
		}
		o.path = path
		return nil
	}}
}

// WithSessions serves clients of the protocol's older revisions in sessions, as
// [mcprt.WithSessions] says.
func WithSessions(idle time.Duration) Option {
	return option{"WithSessions", func(o *options) error {
		o.http = append(o.http, mcprt.WithSessions(idle))
		return nil
	}}
}

// WithBodyLimit sets how many bytes the body of a request may have: one more is
// answered 413. The default, and the most there may be, is 4 MiB.
func WithBodyLimit(bytes int64) Option {
	return option{"WithBodyLimit", func(o *options) error {
		if bytes <= 0 || bytes > maxBody {
			return fmt.Errorf("%d bytes are not above 0 and at most %d", bytes, maxBody)
		}
		o.body = bytes
		return nil
	}}
}

// WithHeaderLimit sets how many bytes the header of a request may have, the address
// included: more is answered 431. The default is 64 KiB.
func WithHeaderLimit(bytes int) Option {
	return option{"WithHeaderLimit", func(o *options) error {
		if bytes <= 0 || bytes > http.DefaultMaxHeaderBytes {
			return fmt.Errorf("%d bytes are not above 0 and at most %d", bytes, http.DefaultMaxHeaderBytes)
		}
		o.header = bytes
		return nil
	}}
}

// WithRate answers a caller's requests 429 beyond n in the time, all of them at once
// if none were made before; further ones come back one after another. All methods
// count alike, and Retry-After says when the next one is taken. What nobody sends
// counts for the address it comes from; what is refused before, with a 401 or 403,
// for nobody. The default is no bound.
//
// It is a bound for HTTP. What a client may call how often is said by package
// ratelimit, whose answers a model can read.
func WithRate(n int, per time.Duration) Option {
	return option{"WithRate", func(o *options) (err error) {
		o.rate, err = newPace(n, per)
		return err
	}}
}

// WithConcurrency sets how many requests of a caller may be under way at once,
// streams that only wait included; one more is answered 429. What nobody sends
// counts for the address it comes from. The default is 64.
func WithConcurrency(n int) Option {
	return option{"WithConcurrency", func(o *options) error {
		if n <= 0 {
			return fmt.Errorf("%d requests are not above 0", n)
		}
		o.concurrency = n
		return nil
	}}
}

// WithLogger sets where panics of handlers and, as Debug, what net/http says of
// connections are recorded. The default, and what nil means, is text on standard
// error, without Debug. The server has a log of its own.
func WithLogger(log *slog.Logger) Option {
	return option{"WithLogger", func(o *options) error {
		if log != nil {
			o.log = log
		}
		return nil
	}}
}
