package budget

import (
	"context"
	"time"
)

// Charge asks for one of a limited number.
type Charge struct {
	// Key says whose budget it is. It is made of identities and may be long.
	Key string
	// Limit is how many there are; at least 1.
	Limit int64
	// TTL is how long the count is kept, from its first charge on.
	TTL time.Duration
	// Renew keeps the count for the TTL from this charge on instead.
	Renew bool
}

// Store holds counts. It must be safe for concurrent use. An error, or a store
// that takes too long, refuses the call.
type Store interface {
	// Spend takes one, if there is one left, and reports whether there was. Both
	// are one step. Where none is left nothing changes.
	Spend(ctx context.Context, c Charge) (granted bool, err error)
}
