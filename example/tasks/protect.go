package main

import (
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/cache/memory"
	"github.com/mcpgen-go/mcpgen/runtime/ratelimit"
)

const (
	cacheSize = 16 << 20 // bytes of cached results in memory
	maxResult = 1 << 20  // bytes of a result whose tool has no limit of its own
)

// protection keeps the server from a client that asks too much. Everything here
// counts in this process and is forgotten at its end.
func protection(set settings) ([]mcprt.Option, error) {
	store, err := memory.New(cacheSize)
	if err != nil {
		return nil, err
	}
	options := []mcprt.Option{mcprt.WithCache(store), mcprt.WithResultLimit(maxResult)}
	if set.budget > 0 {
		options = append(options, mcprt.WithSessionBudget(set.budget))
	}
	if set.rate > 0 {
		limiter, err := ratelimit.New(set.rate, time.Minute)
		if err != nil {
			return nil, err
		}
		options = append(options, mcprt.WithLimiter(limiter))
	}
	return options, nil
}
