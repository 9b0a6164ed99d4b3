package memory

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/maypok86/otter/v2"
)

// overhead is about what an entry costs beside its key and value.
const overhead = 128

// Store is a [cache.Store] of a bounded number of bytes. What is used least makes
// room for what is new.
//
// [cache.Store]: https://pkg.go.dev/github.com/mcpgen-go/mcpgen/runtime/cache#Store
type Store struct {
	entries *otter.Cache[string, entry]
}

// entry is what is kept, and until when.
type entry struct {
	value []byte
	ttl   time.Duration
}

var errSize = errors.New("size of a cache must be at least 1")

// New returns an empty store for about so many bytes, keys included.
func New(size int64) (*Store, error) {
	if size < 1 {
		return nil, errSize
	}
	entries, err := otter.New(&otter.Options[string, entry]{
		MaximumWeight: uint64(size),
		Weigher: func(key string, e entry) uint32 {
			return uint32(min(len(key)+len(e.value)+overhead, math.MaxUint32))
		},
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[string, entry]) time.Duration { return e.Value.ttl }),
		Executor:         func(run func()) { run() }, // no goroutine outlives a call
		Clock:            clock{},
	})
	if err != nil {
		return nil, err
	}
	return &Store{entries}, nil
}

// Get implements the interface. It never fails.
func (s *Store) Get(_ context.Context, key string) ([]byte, bool, error) {
	e, found := s.entries.GetIfPresent(key)
	return e.value, found, nil
}

// Set implements the interface. It never fails. An entry that is larger than the
// whole store is not kept.
func (s *Store) Set(_ context.Context, key string, value []byte, ttl time.Duration) error {
	s.entries.Set(key, entry{value, ttl})
	return nil
}

// clock makes no ticks, and so needs no goroutine: what has expired is found when
// it is asked for, and makes room like everything else.
type clock struct{}

// NowNano returns the time.
func (clock) NowNano() int64 { return time.Now().UnixNano() }

// Tick returns no ticks.
func (clock) Tick(time.Duration) <-chan time.Time { return nil }
