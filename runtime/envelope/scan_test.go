package envelope

import (
	"reflect"
	"testing"
)

// A message reads the same, whichever way it is read.
func FuzzStrict(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"\u0061dd","arguments":{"a":1},"_meta":{"progressToken":1}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":null,"method":"m","params":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := new(scan)
		s.start(data, true)
		strict, strictErr := s.message()
		if s.err != nil {
			return
		}
		s.start(data, false)
		if other, err := s.message(); !reflect.DeepEqual(strict, other) || err != strictErr { //nolint:errorlint // the very same
			t.Errorf("%+v, %v\n%+v, %v", strict, strictErr, other, err)
		}
	})
}

// A reading that is reused, as readings are, allocates nothing.
func TestOrdinaryMessageAllocatesNothing(t *testing.T) {
	message := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":1},"_meta":{"progressToken":1}}}`)
	s := new(scan)
	allocated := testing.AllocsPerRun(100, func() {
		s.start(message, true)
		if _, err := s.message(); err != nil {
			t.Fatal(err)
		}
	})
	if allocated > 0 {
		t.Errorf("%v allocations", allocated)
	}
}
