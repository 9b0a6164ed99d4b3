package bind_test

import (
	"errors"
	"testing"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// numbers writes {"list":[0,1,…],"end":"x"}.
func numbers(e *bind.Encoder, n int) {
	e.Object()
	e.Name("list")
	e.Array()
	for i := range n {
		e.Element()
		e.Int(int64(i))
	}
	e.EndArray()
	e.Name("end")
	e.String("x")
	e.EndObject()
}

// A text over the bound is measured to the byte and never kept (catalogue R4).
func TestBound(t *testing.T) {
	for _, n := range []int{0, 1, 10, 1000, 100_000} {
		whole := bind.NewEncoder(nil)
		numbers(whole, n)
		text, err := whole.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		for _, bound := range []int{1, 7, 100, len(text) - 1, len(text)} {
			e := bind.NewEncoder(nil)
			e.Bound(bound)
			numbers(e, n)
			got, err := e.Bytes()
			if bound >= len(text) {
				if string(got) != string(text) || err != nil {
					t.Errorf("%d numbers, bound %d: %v", n, bound, err)
				}
				continue
			}
			if size, ok := errors.AsType[*bind.SizeError](err); !ok || size.Size != len(text) || got != nil {
				t.Errorf("%d numbers, bound %d: %v, want %d bytes", n, bound, err, len(text))
			}
		}
	}
}

func TestBoundedEncoderUsesLittleMemory(t *testing.T) {
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e := bind.NewEncoder(nil)
			e.Bound(1 << 10)
			numbers(e, 100_000)
			if _, err := e.Bytes(); err == nil {
				b.Fatal("not over the bound")
			}
		}
	}).AllocedBytesPerOp()
	if allocated > 16<<10 {
		t.Errorf("%d bytes for a bound of %d", allocated, 1<<10)
	}
}
