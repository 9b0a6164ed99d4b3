package event_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// contract: S3-15
func TestSlogSinkChoosesTheLevel(t *testing.T) {
	result := json.RawMessage(`"s3cret"`)
	tests := map[string]struct {
		event event.Event
		level string
	}{
		"started":        {event.Started{}, "DEBUG"},
		"succeeded":      {event.Succeeded{Result: result}, "INFO"},
		"policy":         {event.Failed{Reason: event.ReasonPolicyApproval}, "WARN"},
		"unknown policy": {event.Failed{Reason: "policy_xyz"}, "WARN"},
		"failure":        {event.Failed{Reason: event.ReasonExecution, Result: result, Exception: errDisk}, "ERROR"},
		"no access":      {event.Failed{Reason: event.ReasonAccessDenied}, "ERROR"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			sink := event.SlogSink(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})))
			if err := sink.Emit(t.Context(), test.event); err != nil {
				t.Fatal(err)
			}
			var record struct{ Level, Msg string }
			if err := json.Unmarshal(out.Bytes(), &record); err != nil {
				t.Fatalf("%v: %s", err, out.String())
			}
			if record.Level != test.level || record.Msg != test.event.Type() {
				t.Errorf("got %+v, want level %s", record, test.level)
			}
			if strings.Contains(out.String(), "s3cret") {
				t.Errorf("the result is in the record: %s", out.String())
			}
		})
	}
}

// What a caller sent cannot begin a second record.
func TestSlogSinkWritesOneLine(t *testing.T) {
	var out bytes.Buffer
	sink := event.SlogSink(slog.New(slog.NewTextHandler(&out, nil)))
	e := event.Failed{
		Tool: "a\nlevel=INFO msg=forged", Plugin: "example.com/calc.Add",
		Arguments: json.RawMessage("{\n\"a\":1}"), RequestID: "x\ny", Reason: event.ReasonInvalidTool,
	}
	if err := sink.Emit(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "\n"); got != 1 {
		t.Errorf("%d lines: %s", got, out.String())
	}
	for _, want := range []string{"plugin_id=example.com/calc.Add", "reason=invalid_tool", "duration_ms=0"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("record lacks %q: %s", want, out.String())
		}
	}
}

func TestLevelBelowIsNotWritten(t *testing.T) {
	var out bytes.Buffer
	sink := event.SlogSink(slog.New(slog.NewTextHandler(&out, nil)))
	if err := sink.Emit(t.Context(), event.Started{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("", out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
