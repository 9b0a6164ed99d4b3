package event_test

import (
	"context"
	"encoding/json"
	"errors"
	"go/build"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// broken is a failure whose own method panics.
type broken struct{}

func (*broken) Error() string { panic("hunter2") }

var errDisk = errors.New("disk full")

// contract: S3-2, S3-3, S3-4, S3-5, S3-10, S3-12, S3-13, S3-14
func TestJSON(t *testing.T) {
	args := json.RawMessage(`{"id":9007199254740993,"token":"***"}`)
	result := json.RawMessage(`{"content":[{"type":"text","text":"s3cret"}]}`)
	at := time.UnixMicro(1_700_000_000_123_456)
	tests := map[string]struct {
		event event.Event
		want  string
	}{
		"started": {
			event.Started{Tool: "add", Plugin: "example.com/calc.Add", Arguments: args, RequestID: "r-1", Time: at},
			`{"event":"tool_execution_started","tool_name":"add","plugin_id":"example.com/calc.Add",` +
				`"arguments":{"id":9007199254740993,"token":"***"},"request_id":"r-1","timestamp":1700000000.123456}`,
		},
		"started without anything": {
			event.Started{Time: at},
			`{"event":"tool_execution_started","tool_name":"","plugin_id":"","arguments":{},"request_id":null,"timestamp":1700000000.123456}`,
		},
		"succeeded": {
			event.Succeeded{Tool: "add", Plugin: "p", Arguments: args, RequestID: int64(7), Result: result, Duration: 1500 * time.Microsecond},
			`{"event":"tool_execution_succeeded","tool_name":"add","plugin_id":"p",` +
				`"arguments":{"id":9007199254740993,"token":"***"},"duration_ms":1.5,"request_id":7}`,
		},
		"failed with an exception": {
			event.Failed{Tool: "add", Plugin: "p", RequestID: int64(0), Reason: event.ReasonExecution, Result: result, Exception: errDisk},
			`{"event":"tool_execution_failed","tool_name":"add","plugin_id":"p","arguments":{},"reason":"execution_failed",` +
				`"duration_ms":0,"request_id":0,"is_policy_failure":false,"has_exception":true,` +
				`"exception_class":"*errors.errorString","exception_message":"disk full"}`,
		},
		"failed without one, for a reason nobody knows": {
			event.Failed{Tool: "add", Reason: "policy_of_mine", RequestID: ""},
			`{"event":"tool_execution_failed","tool_name":"add","plugin_id":"","arguments":{},"reason":"policy_of_mine",` +
				`"duration_ms":0,"request_id":"","is_policy_failure":true,"has_exception":false}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := json.Marshal(test.event)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(string(got), "s3cret") {
				t.Error("the result is in the JSON")
			}
		})
	}
}

func TestExceptionThatPanicsIsStillWritten(t *testing.T) {
	got, err := json.Marshal(event.Failed{Exception: &broken{}})
	if err != nil || !strings.Contains(string(got), `"exception_class":"*event_test.broken"`) {
		t.Errorf("%s, %v", got, err)
	}
}

// contract: S3-9, S3-11
func TestReasons(t *testing.T) {
	want := map[string]event.Reason{
		"VALIDATION": "validation_failed", "ACCESS_DENIED": "access_denied", "INSTANTIATION": "instantiation_failed",
		"INVALID_TOOL": "invalid_tool", "RESULT": "result_failed", "EXECUTION": "execution_failed",
		"POLICY": "policy_blocked", "POLICY_APPROVAL": "policy_approval_required", "POLICY_BUDGET": "policy_budget_exceeded",
		"POLICY_DRY_RUN": "policy_dry_run", "POLICY_SCOPE": "policy_scope_required",
	}
	got := event.AllReasons()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, reason := range got {
		if !event.IsValidReason(string(reason)) || event.IsValidReason(name) {
			t.Errorf("%s: the value is valid %t, the name is %t", name, event.IsValidReason(string(reason)), event.IsValidReason(name))
		}
		delete(got, name)
	}
	if len(event.AllReasons()) != len(want) {
		t.Error("a caller's change is seen by the next one")
	}
	for _, text := range []string{"", "policy_", "policy_xyz", "Execution_Failed", "execution_failed "} {
		if event.IsValidReason(text) {
			t.Errorf("%q is valid", text)
		}
	}
}

// contract: S3-7, S3-8
func TestFailureTellsItsKind(t *testing.T) {
	tests := map[string]struct {
		failed            event.Failed
		policy, exception bool
	}{
		"a policy":            {event.Failed{Reason: event.ReasonPolicy}, true, false},
		"an unknown policy":   {event.Failed{Reason: "policy_xyz"}, true, false},
		"the prefix alone":    {event.Failed{Reason: "policy_"}, true, false},
		"another case":        {event.Failed{Reason: "Policy_blocked"}, false, false},
		"in the middle":       {event.Failed{Reason: "a_policy_blocked"}, false, false},
		"no access":           {event.Failed{Reason: event.ReasonAccessDenied}, false, false},
		"an exception":        {event.Failed{Reason: event.ReasonExecution, Exception: errDisk}, false, true},
		"a policy with cause": {event.Failed{Reason: event.ReasonPolicyBudget, Exception: errDisk}, true, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := test.failed.IsPolicyFailure(); got != test.policy {
				t.Errorf("policy failure %t, want %t", got, test.policy)
			}
			if got := test.failed.HasException(); got != test.exception {
				t.Errorf("exception %t, want %t", got, test.exception)
			}
		})
	}
}

// contract: S3-1
func TestNothingIsImportedButTheStandardLibrary(t *testing.T) {
	pkg, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pkg.Imports {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			t.Errorf("imports %s", path)
		}
	}
}

func TestFanOutReachesEverySink(t *testing.T) {
	var reached []int
	sink := func(n int, err error) event.Sink {
		return event.SinkFunc(func(context.Context, event.Event) error { reached = append(reached, n); return err })
	}
	panics := event.SinkFunc(func(context.Context, event.Event) error { panic("hunter2") })
	err := event.FanOut(sink(1, nil), sink(2, errDisk), panics, sink(4, nil)).Emit(t.Context(), event.Started{})
	if diff := cmp.Diff([]int{1, 2, 4}, reached); diff != "" {
		t.Errorf("reached (-want +got):\n%s", diff)
	}
	if !errors.Is(err, errDisk) || !strings.Contains(err.Error(), "sink 2: disk full") || !strings.Contains(err.Error(), "sink 3: panic") {
		t.Errorf("error %v", err)
	}
	if err := event.FanOut().Emit(t.Context(), event.Started{}); err != nil {
		t.Errorf("without sinks: %v", err)
	}
}
