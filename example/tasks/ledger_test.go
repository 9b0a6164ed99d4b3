package main

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// contract: S0-46
func TestRunningKeyIsRefused(t *testing.T) { // catalogue I3
	store := newStore(t)
	srv := governed(t, store, withLedger())
	args := `{"title":"t"}`
	claim := Claim{Caller: "alice", Key: "k", Owner: "somebody", Fingerprint: fingerprint("tasks_create", []byte(args))}
	wantStanding(t, store, claim, Claimed, "")
	if got := read(t, runtimetest.Connect(t, srv, caller(t, "alice")), `"k"`, "tasks_create", args); got != textRunning {
		t.Errorf("text %q, want %q", got, textRunning)
	}
	wantTitles(t, store)
}

// What had no effect leaves its key free for the same call put right, or for any
// other.
func TestNoEffectLeavesNoTrace(t *testing.T) {
	tests := map[string]struct{ tool, args, want string }{
		"arguments that do not fit": {"tasks_create", `{"title":""}`, "Error: Invalid value for argument 'title': expected string of 1 to 200 characters."},
		"arguments that are none":   {"tasks_create", `"t"`, "Error: Invalid arguments: expected object."},
		"a refusal of the function": {"tasks_update", `{"id":7,"patch":{}}`, "There is no task 7, or it is archived."},
		"a refusal of the gate":     {"tasks_archive", `{"id":1}`, textUnapproved},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			set := settings{ledgerKey: defaultLedgerKey, approvals: "no such file"}
			client := runtimetest.Connect(t, governed(t, store, set), caller(t, "alice"))
			if got := read(t, client, `"k"`, test.tool, test.args); got != test.want {
				t.Errorf("text %q, want %q", got, test.want)
			}
			wantEntries(t, store, 0)
			if got := read(t, client, `"k"`, "tasks_create", `{"title":"t"}`); !strings.HasPrefix(got, `{"id":1,`) {
				t.Errorf("the call that follows reads %q", got)
			}
		})
	}
}

// A call that another listener answered has no effect and is not recorded.
func TestAnswerOfAnotherListenerIsNotRecorded(t *testing.T) {
	store := newStore(t)
	srv := governed(t, store, withLedger(), mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error {
		e.SetText("somebody else's")
		return nil
	}))
	client := runtimetest.Connect(t, srv, caller(t, "alice"))
	if got := read(t, client, `"k"`, "tasks_create", `{"title":"t"}`); got != "somebody else's" {
		t.Errorf("text %q", got)
	}
	wantEntries(t, store, 0)
}

// A function that began and failed may have had an effect.
func TestFailureIsUnknown(t *testing.T) { // catalogue I4
	bad := `["` + strings.Repeat("x", maxTag+1) + `"]` // the schema does not say how long a tag may be
	tests := map[string]struct {
		tool, args string
		again      string
	}{
		"not idempotent": {"tasks_create", `{"title":"t","tags":` + bad + `}`, textUnknown},
		"idempotent":     {"tasks_update", `{"id":1,"patch":{"tags":` + bad + `}}`, internalError},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			create(t, store, "kept")
			client := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
			for i, want := range []string{internalError, test.again, test.again} {
				if got := read(t, client, `"k"`, test.tool, test.args); got != want {
					t.Errorf("call %d: text %q, want %q", i+1, got, want)
				}
			}
			wantTitles(t, store, "kept")
		})
	}
}

// A call whose process died is known to have begun, and no more.
func TestExpiredClaimIsUnknown(t *testing.T) { // catalogue I4
	tests := map[string]struct{ tool, args, want string }{
		"not idempotent": {"tasks_create", `{"title":"t"}`, textUnknown},
		"idempotent":     {"tasks_archive", `{"id":1}`, `{"id":1,"title":"kept","status":"archived"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store, c := storeAt(t)
			create(t, store, "kept")
			claim := Claim{Caller: "alice", Key: "k", Owner: "dead", Fingerprint: fingerprint(test.tool, []byte(test.args))}
			wantStanding(t, store, claim, Claimed, "")
			client := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
			c.now = start().Add(claimLease - time.Microsecond)
			if got := read(t, client, `"k"`, test.tool, test.args); got != textRunning {
				t.Errorf("within the lease: text %q", got)
			}
			c.now = start().Add(claimLease)
			for range 2 {
				if got := read(t, client, `"k"`, test.tool, test.args); !strings.HasPrefix(got, test.want) {
					t.Errorf("after the lease: text %q, want %q", got, test.want)
				}
			}
		})
	}
}

// Who may no longer use a tool gets no replay either.
func TestRevokedCallerGetsNoReplay(t *testing.T) { // catalogue I6
	store := newStore(t)
	var revoked atomic.Bool
	srv := governed(t, store, withLedger(), mcprt.OnList(func(_ context.Context, e *mcprt.ListEvent) error {
		if revoked.Load() {
			e.Only("tasks_list")
		}
		return nil
	}))
	client := runtimetest.Connect(t, srv, caller(t, "alice"))
	read(t, client, `"k"`, "tasks_create", `{"title":"t"}`)
	revoked.Store(true)
	want := strings.Replace(unknownTool, "%", "tasks_create", 1)
	if result, err := send(t, client, `"k"`, "tasks_create", `{"title":"t"}`); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("result %+v, error %v, want %q", result, err, want)
	}
}

// Without its table the ledger cannot say that a call is new: a call that asks to
// run once does not run, all others go on.
func TestLedgerThatIsDownRefuses(t *testing.T) { // catalogue I7
	store := newStore(t)
	client := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
	if _, err := store.write.ExecContext(t.Context(), `DROP TABLE ledger`); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ key, tool, args, want string }{
		{`"k"`, "tasks_create", `{"title":"t"}`, internalError},
		{`"k"`, "tasks_list", `{}`, `{"result":[]}`},
		{`""`, "tasks_create", `{"title":"no key"}`, `{"id":1,`},
	}
	for _, test := range tests {
		if got := read(t, client, test.key, test.tool, test.args); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s with key %s: text %q, want %q", test.tool, test.key, got, test.want)
		}
	}
	wantTitles(t, store, "no key")
}

// Operators see why a call was refused.
func TestRefusalsHaveReasons(t *testing.T) {
	store, c := storeAt(t)
	rec := &runtimetest.Recorder{}
	client := runtimetest.Connect(t, governed(t, store, withLedger(), rec.Options()...), caller(t, "alice"))
	claim := Claim{Caller: "alice", Key: "k", Owner: "o", Fingerprint: fingerprint("tasks_create", []byte(`{"title":"t"}`))}
	wantStanding(t, store, claim, Claimed, "")
	read(t, client, `"k"`, "tasks_create", `{"title":"t"}`)
	read(t, client, `"k"`, "tasks_create", `{"title":"u"}`)
	read(t, client, strconv.Quote(strings.Repeat("k", 256)), "tasks_create", `{"title":"t"}`)
	c.now = start().Add(claimLease)
	read(t, client, `"k"`, "tasks_create", `{"title":"t"}`)
	var got []event.Reason
	for _, failed := range rec.Failed() {
		if failed.IsPolicyFailure() {
			got = append(got, failed.Reason)
		}
	}
	want := []event.Reason{"policy_idempotency_running", "policy_idempotency_mismatch", "policy_idempotency_key", "policy_idempotency_unknown"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}
