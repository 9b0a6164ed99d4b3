package cache

import (
	"context"
	"time"
)

// Store keeps entries for a time. It must be safe for concurrent use. A store may
// lose any entry at any time, but must never return one under another key, or
// changed. Errors are logged and the tool runs.
type Store interface {
	// Get returns the entry of key, and whether there is one. Nobody writes to
	// what it returns.
	Get(ctx context.Context, key string) (value []byte, found bool, err error)
	// Set keeps an entry for at most ttl, which is above 0. Nobody writes to
	// value afterwards.
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error
}
