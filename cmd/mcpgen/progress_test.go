package main

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestShowLate(t *testing.T) {
	tests := []struct {
		name string
		took time.Duration
		want string
	}{
		{"a short step says nothing", patience / 2, ""},
		{"a long one is named and its line erased", 2 * patience, "mcpgen: reading packages …\r\x1b[K"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				done := showLate(&out, "reading packages")
				time.Sleep(tt.took) // the bubble's clock
				synctest.Wait()
				done()
				time.Sleep(2 * patience)
				if got := out.String(); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		})
	}
}
