package runtime_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// Host case GOV-01: what is hidden cannot be called. The answer is that of a name
// that does not exist, the function does not run, nothing but the refusal is
// recorded, and nobody is answered alike.
func TestGOV01WhatIsHiddenCannotBeCalled(t *testing.T) {
	var dropped atomic.Int32
	reg := registry(row("list_notes", "notes", says("notes")),
		row("drop_all", "admin", does(func(context.Context, *mcprt.Call) error { dropped.Add(1); return nil })))
	rec := &runtimetest.Recorder{}
	srv := newServer(t, reg, mcprt.BySections, rec.Options()...)
	alice := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "alice", Sections: []string{"notes"}})
	if got := strings.Join(alice.List(), " "); got != "list_notes" {
		t.Errorf("alice is shown %s", got)
	}
	rec.Reset()
	nobody := runtimetest.Connect(t, srv, nil)
	for name, client := range map[string]*runtimetest.Client{"drop_all": alice, "no_such": alice, "list_notes": nobody} {
		_, err := client.Call(name, `{}`)
		if err == nil || !strings.Contains(err.Error(), "Error: Unknown tool '"+name+"'.") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if dropped.Load() != 0 || rec.Count(mcprt.TypeBeforeCall)+rec.Count(mcprt.TypeAfterCall) != 0 || len(rec.Failed()) != 3 {
		t.Errorf("ran %d times, told %v", dropped.Load(), rec.Types())
	}
	runtimetest.Hidden(t, srv, &mcprt.Caller{ID: "alice", Sections: []string{"notes"}}, "drop_all")
}
