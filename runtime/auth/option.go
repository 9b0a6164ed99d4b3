package auth

import "time"

// Option configures a verifier of this package.
type Option interface{ apply(*options) }

type options struct{ now func() time.Time }

type optionFunc func(*options)

func (f optionFunc) apply(o *options) { f(o) }

// WithClock sets the clock that decides what is expired. The default, and what nil
// means, is [time.Now].
func WithClock(now func() time.Time) Option {
	return optionFunc(func(o *options) {
		if now != nil {
			o.now = now
		}
	})
}

func newOptions(opts []Option) options {
	set := options{now: time.Now}
	for _, opt := range opts {
		if opt != nil {
			opt.apply(&set)
		}
	}
	return set
}
