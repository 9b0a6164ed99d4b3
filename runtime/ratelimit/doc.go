// Package ratelimit bounds how often each client calls each tool.
//
//	limiter, err := ratelimit.New(60, time.Minute)
//	srv, err := mcprt.NewServer(reg, mcprt.WithSections(policy), mcprt.WithLimiter(limiter))
//
// A [Limiter] counts in this process; replicas that serve the same clients need
// one that they share.
package ratelimit
