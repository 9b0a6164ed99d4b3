package runtime

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
)

// cacheSettings is what a host said of the cache.
type cacheSettings struct {
	store     cache.Store
	namespace string
	identity  func(context.Context, Caller) (string, error)
}

// WithCache sets where results are kept of rows with a [Row.Cache]. The default,
// and what nil means, is nowhere: such rows run each time, which the log says at
// the start. Package cache/memory has a store for one process.
//
// A result is repeated for the same caller with the same client, sections, roles
// and scopes, the same arguments, an unchanged tool and [Grant.Revision], and for
// nobody else. Only what a tool function answered is kept, and only if it is no
// error, whole, asks for nothing and needed no answer of the client's. Decision, session budget, interceptors and
// listeners are on every call, repeated or not. Concurrent calls that would be
// repeated run once.
//
// A store that fails is as if it were not there: the tool runs, and the failure
// is logged.
func WithCache(store cache.Store) Option {
	return optionFunc(func(o *options) { o.cache.store = store })
}

// WithCacheNamespace sets what keeps the entries of servers apart that share a
// store. The default, and what empty means, is the server's name.
func WithCacheNamespace(namespace string) Option {
	return optionFunc(func(o *options) { o.cache.namespace = namespace })
}

// WithCacheIdentity adds to the key of a result whom the tool acts for, where
// that is not the caller alone, such as the tenant a token was exchanged for. It
// is asked for rows with a [Row.Cache] only; if it fails, such a call fails: a
// result of nobody knows whom must not be repeated.
func WithCacheIdentity(identity func(context.Context, Caller) (string, error)) Option {
	return optionFunc(func(o *options) { o.cache.identity = identity })
}

// caching repeats results.
type caching struct {
	namespace string
	rows      map[*Row]rowKey
	group     cache.Group

	read     *listener[*lookup]
	write    *listener[keeping]
	identity *listener[*actingFor] // nil: the caller alone
}

// What a store and a host are asked.
type (
	lookup struct {
		key   string
		value []byte // the answer
		found bool
	}
	keeping struct {
		key   string
		value []byte
		row   *Row
	}
	actingFor struct {
		caller   Caller
		identity string // the answer
	}
)

// caching returns what repeats the results of s; nil if nothing does.
func (c cacheSettings) caching(s *Server) *caching {
	if c.store == nil {
		return nil
	}
	if c.namespace == "" {
		c.namespace = s.identity.Name
	}
	made := &caching{
		namespace: c.namespace,
		rows:      rowKeys(s.identity.Version, s.table.rows),
		read: &listener[*lookup]{what: "cache read", run: func(ctx context.Context, l *lookup) (err error) {
			l.value, l.found, err = c.store.Get(ctx, l.key)
			return err
		}},
		write: &listener[keeping]{what: "cache write", run: func(ctx context.Context, k keeping) error {
			return c.store.Set(ctx, k.key, k.value, k.row.Cache)
		}},
	}
	if c.identity != nil {
		made.identity = &listener[*actingFor]{what: "cache identity", run: func(ctx context.Context, a *actingFor) (err error) {
			a.identity, err = c.identity(ctx, a.caller)
			return err
		}}
	}
	return made
}

// throughCache is step 10 of a row whose results may be repeated. The arguments
// are bound first: nothing that the tool would refuse gets as far as a key.
func (s *Server) throughCache(ctx context.Context, call *Call) ending {
	report, err := call.row.Handler.check(call)
	if err != nil {
		return call.unfit(err)
	}
	key, err := s.cacheKey(ctx, call)
	switch {
	case err != nil && ctx.Err() != nil:
		return interrupted(ctx)
	case err != nil:
		return failed(err)
	}
	var own ending
	value, led, err := s.cache.group.Do(ctx, key, func(ctx context.Context) []byte {
		value, end := s.fetch(ctx, key, call)
		own = end
		return value
	})
	if err != nil {
		return interrupted(ctx)
	}
	if !led {
		own = repeated(value)
	}
	if own.outcome == "" {
		return call.invoke(ctx) // whoever ran it has nothing that others could use
	}
	if own.delivered() {
		noteIgnored(own.result, report.Ignored)
	}
	return own
}

// fetch reads the result of key, or runs the tool and keeps what it answered. It
// returns what can be repeated, nil if nothing can, and the end of the call
// itself.
func (s *Server) fetch(ctx context.Context, key string, call *Call) ([]byte, ending) {
	l := &lookup{key: key}
	readErr := s.cache.read.visit(ctx, s.on.timeout, false, l)
	if readErr != nil {
		s.logFailure(ctx, "cache failed, tool runs", readErr, "tool", call.row.Name)
	} else if end := repeated(l.value); l.found && end.outcome != "" {
		return l.value, end
	}
	end := call.invoke(ctx)
	if !end.repeatable() {
		return nil, end
	}
	value, err := encodeEntry(end.result)
	if err != nil {
		return nil, end
	}
	if readErr == nil { // else the store is in trouble: it is left alone
		if err := s.cache.write.visit(ctx, s.on.timeout, false, keeping{key, value, call.row}); err != nil {
			s.logFailure(ctx, "cache failed, result not kept", err, "tool", call.row.Name)
		}
	}
	return value, end
}

// repeatable reports whether the result may be given again.
func (e ending) repeatable() bool {
	return e.outcome == OutcomeExecuted && !e.cut && !e.result.IsError
}

// repeated is the end of a call that is answered from an entry; none if value is
// no entry, which is as if there were none.
func repeated(value []byte) ending {
	result, err := decodeEntry(value)
	if err != nil {
		return ending{}
	}
	return executed(result)
}

// actsFor asks whom the call is for beyond its caller; nil is nobody else.
func (s *Server) actsFor(ctx context.Context, call *Call) (*string, error) {
	if s.cache.identity == nil {
		return nil, nil
	}
	a := &actingFor{caller: call.caller.clone()}
	if err := s.cache.identity.visit(ctx, s.on.timeout, false, a); err != nil {
		return nil, fmt.Errorf("%s: %w", s.cache.identity.what, err)
	}
	return &a.identity, nil
}

// warnOfNoCache says at the start which rows ask for a cache that is not there.
func (s *Server) warnOfNoCache() {
	if s.cache != nil {
		return
	}
	for _, row := range s.table.rows {
		if row.Cache > 0 {
			s.log.LogAttrs(context.Background(), slog.LevelWarn, "results are to be cached and no cache is given: use WithCache",
				slog.String("tool", row.Name), slog.String("source", row.Source))
		}
	}
}
