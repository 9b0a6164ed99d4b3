package runtime

import (
	"iter"
	"log/slog"
	"os"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

const (
	defaultPageSize = 1000
	defaultGrace    = 10 * time.Second
)

// Option configures a [Server]. Listeners and sinks add up, in the order they are
// given; of any other option that is given twice, the last holds.
type Option interface{ apply(*options) }

type options struct {
	policy   Policy
	logger   *slog.Logger
	pageSize int
	grace    time.Duration
	masker   *mask.Masker
	on       listeners
	problems []error // of options that can tell at once
	checks   []func(iter.Seq[Row]) error

	interceptors []func(*Server) ToolInterceptor
	budget       budgeting
	cache        cacheSettings
	resultLimit  int64
	states       stateSettings
	logging      bool

	prompts   []PromptInterceptor
	resources []ResourceInterceptor

	listChanged     bool
	resourceUpdates bool
}

type optionFunc func(*options)

func (f optionFunc) apply(o *options) { f(o) }

func defaultOptions() options {
	return options{
		logger:   slog.New(slog.NewTextHandler(os.Stderr, nil)),
		pageSize: defaultPageSize,
		grace:    defaultGrace,
		masker:   mask.New(),
		on:       listeners{timeout: defaultListenerTimeout, grace: defaultAfterGrace},
	}
}

// WithSections sets the policy that decides who may use what. It is required:
// a server without one, or with a nil one, is an error of [NewServer].
// [AllSections] and [BySections] are ready-made.
func WithSections(policy Policy) Option {
	return optionFunc(func(o *options) { o.policy = policy })
}

// WithLogger sets where failures are recorded, those of the SDK from level
// Warn included. The default, and what nil means, is text on standard error as
// it was when the server was made. A logger must not write to standard output
// of a server that speaks stdio.
func WithLogger(logger *slog.Logger) Option {
	return optionFunc(func(o *options) {
		if logger != nil {
			o.logger = logger
		}
	})
}

// WithPageSize sets how many tools one page of tools/list holds at most, and one
// page of the listings of prompts and resources, counted after filtering. The
// default, and what 0 means, is 1000; a negative size is an error of [NewServer].
func WithPageSize(n int) Option {
	return optionFunc(func(o *options) {
		o.pageSize = n
		if n == 0 {
			o.pageSize = defaultPageSize
		}
	})
}

// WithShutdownGrace sets how long a server that ends waits for the calls in
// flight before it cancels them: [Server.Shutdown], and [Server.ServeStdio]
// when its context or its input ends. The default is ten seconds; 0 cancels at
// once; a negative duration is an error of [NewServer].
func WithShutdownGrace(d time.Duration) Option {
	return optionFunc(func(o *options) { o.grace = d })
}

// WithMasker sets what hides secrets in recorded arguments. The default, and
// what nil means, is [mask.New] without names. The secret parameters of the rows
// are hidden by any masker, and so is the value of every argument that the called
// tool does not declare: of all of them, where the caller may not know the tool or
// that could not be decided.
func WithMasker(m *mask.Masker) Option {
	return optionFunc(func(o *options) {
		if m != nil {
			o.masker = m
		}
	})
}
