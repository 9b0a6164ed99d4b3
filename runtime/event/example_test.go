package event_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// counter counts what policies blocked.
type counter struct{ blocked atomic.Int64 }

func (c *counter) Emit(_ context.Context, e event.Event) error {
	if f, ok := e.(event.Failed); ok && f.IsPolicyFailure() {
		c.blocked.Add(1)
	}
	return nil
}

func Example() {
	c := &counter{}
	failed := event.Failed{Tool: "refund", Plugin: "example.com/shop.Refund", Reason: event.ReasonPolicyApproval, RequestID: int64(7)}
	if err := event.FanOut(c, event.SlogSink(nil)).Emit(context.Background(), failed); err != nil {
		fmt.Println(err)
	}
	data, err := json.Marshal(failed)
	fmt.Println(c.blocked.Load(), string(data), err)
	// Output:
	// 1 {"event":"tool_execution_failed","tool_name":"refund","plugin_id":"example.com/shop.Refund","arguments":{},"reason":"policy_approval_required","duration_ms":0,"request_id":7,"is_policy_failure":true,"has_exception":false} <nil>
}
