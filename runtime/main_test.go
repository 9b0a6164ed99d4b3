package runtime_test

import (
	"bytes"
	"runtime"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// goroutines counts those there are by their traces. Go's own count is off by 32
// while dead ones are moved from list to list, for as long as the thread that moves
// them has to wait for a processor.
func goroutines() int {
	for traces := make([]byte, 64<<10); ; traces = make([]byte, 4*len(traces)) {
		if n := runtime.Stack(traces, true); n < len(traces) {
			return bytes.Count(traces[:n], []byte("\n\ngoroutine ")) + 1
		}
	}
}
