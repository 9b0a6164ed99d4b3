package retry

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

const (
	defaultAttempts = 3
	defaultPause    = 100 * time.Millisecond
)

// Option configures [Tools].
type Option func(*interceptor)

// WithAttempts sets how often a call runs at most, the first time included. The
// default is 3; below 1 is an error of NewServer.
func WithAttempts(n int) Option { return func(i *interceptor) { i.attempts = n } }

// WithPause sets about how long the first pause is; each further one is longer.
// The default is 100 ms; below 0 is an error of NewServer.
func WithPause(d time.Duration) Option { return func(i *interceptor) { i.pause = d } }

// Tools returns an option that repeats the calls of these tools while they fail
// with a [Transient] error. A name that is no tool's, and a tool that is neither
// readOnly nor idempotent, are errors of NewServer.
func Tools(names []string, opts ...Option) mcprt.Option {
	i := &interceptor{tools: map[string]bool{}, attempts: defaultAttempts, pause: defaultPause}
	for _, name := range names {
		i.tools[name] = true
	}
	for _, opt := range opts {
		opt(i)
	}
	return mcprt.Options(mcprt.WithInterceptors(i), mcprt.CheckRows(i.check))
}

// Transient marks an error that trying again can help. nil stays nil.
func Transient(err error) error {
	if err == nil {
		return nil
	}
	return &transient{err}
}

// IsTransient reports whether err, or one that it wraps, is marked.
func IsTransient(err error) bool {
	_, ok := errors.AsType[*transient](err)
	return ok
}

type transient struct{ error }

func (t *transient) Unwrap() error { return t.error }

// interceptor repeats calls.
type interceptor struct {
	tools    map[string]bool
	attempts int
	pause    time.Duration
}

// check finds what must not be repeated, or does not exist.
func (i *interceptor) check(rows iter.Seq[mcprt.Row]) error {
	var problems []error
	if i.attempts < 1 || i.pause < 0 {
		problems = append(problems, fmt.Errorf("retry: %d attempts with pauses of %s", i.attempts, i.pause))
	}
	unknown := maps.Clone(i.tools)
	for row := range rows {
		delete(unknown, row.Name)
		if i.tools[row.Name] && !row.Hints.ReadOnly && !row.Hints.Idempotent {
			problems = append(problems, fmt.Errorf("retry: tool %q is neither readOnly nor idempotent", row.Name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		problems = append(problems, fmt.Errorf("retry: %q is no tool", name))
	}
	return errors.Join(problems...)
}

// InterceptTool implements the interface.
func (i *interceptor) InterceptTool(ctx context.Context, call *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
	if !i.tools[call.Name()] {
		return next(ctx)
	}
	var result *mcp.CallToolResult
	var err error
	// What backoff returns is not looked at: it takes errors of its own types
	// out of their wrapping, and with that what they mean to the runtime.
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		result, err = next(ctx)
		return struct{}{}, verdict(err)
	}, backoff.WithMaxTries(uint(i.attempts)), backoff.WithMaxElapsedTime(0), backoff.WithBackOff(i.pauses()))
	return result, err
}

var errAgain = errors.New("again")

// verdict tells backoff whether to go on: only after a failure that is marked. A
// refusal is none, whatever is behind it.
func verdict(err error) error {
	switch {
	case err == nil:
		return nil
	case mcprt.Classify(nil, err) == mcprt.ClassError && IsTransient(err):
		return errAgain
	}
	return backoff.Permanent(err)
}

func (i *interceptor) pauses() backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval = i.pause
	return b
}
