package main

import (
	"context"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// step is how long the fixtures take that tell what they do meanwhile.
const step = 50 * time.Millisecond

// pause waits for a step, or the end of the call.
func pause(ctx context.Context) error {
	timer := time.NewTimer(step)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ToolWithProgress reports how far it is, three times.
//
//mcp:tool
func ToolWithProgress(ctx context.Context, call *mcprt.Call) (string, error) {
	for _, done := range []float64{0, 50, 100} {
		if err := call.Progress(ctx, done, 100, ""); err != nil {
			return "", err
		}
		if err := pause(ctx); err != nil {
			return "", err
		}
	}
	return "The tool has reported its progress.", nil
}

// ToolWithLogging writes to the client's log, three times.
//
//mcp:tool
func ToolWithLogging(ctx context.Context, call *mcprt.Call) (string, error) {
	for _, line := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		if err := call.Log(ctx, "info", "everything", line); err != nil {
			return "", err
		}
		if err := pause(ctx); err != nil {
			return "", err
		}
	}
	return "The tool has written to the log.", nil
}

// LoggingTool writes to the client's log, once. A client of the newest revision
// that asks for no log gets none.
//
//mcp:tool
func LoggingTool(ctx context.Context, call *mcprt.Call) (string, error) {
	err := call.Log(ctx, "info", "everything", "The tool runs.")
	return "The tool has run.", err
}
