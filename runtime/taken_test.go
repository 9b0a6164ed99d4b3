package runtime

import (
	"errors"
	"testing"
)

func TestStdioIsServedOnce(t *testing.T) {
	srv := measured(t, 2)
	srv.onStdio.Store(true)
	if err := srv.ServeStdio(t.Context(), nil); !errors.Is(err, errStdioTaken) {
		t.Errorf("error %v", err)
	}
}
