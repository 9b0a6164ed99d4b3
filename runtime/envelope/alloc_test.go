package envelope

import "testing"

// A reading that is reused, as readings are, allocates nothing.
func TestOrdinaryMessageAllocatesNothing(t *testing.T) {
	message := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":1},"_meta":{"progressToken":1}}}`)
	s := newScan()
	allocated := testing.AllocsPerRun(100, func() {
		s.start(message)
		if _, err := s.message(); err != nil {
			t.Fatal(err)
		}
	})
	if allocated > 0 {
		t.Errorf("%v allocations", allocated)
	}
}
