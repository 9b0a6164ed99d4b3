package runtime_test

import (
	"net/http"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// liveHeap is what the process holds once its garbage is gone.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // pools keep what they hold through the first
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

// RUN-17: connections that never say goodbye. As many sessions as there may be are
// begun and left; they are gone when their time is up, and so is all they held.
func TestRUN17SessionsThatNeverSayGoodbye(t *testing.T) {
	const most = 10_000
	synctest.Test(t, func(t *testing.T) {
		srv := newServer(t, registry(add()), mcprt.BySections, mcprt.WithSessionBudget(5), mcprt.WithListChanged())
		handler, err := srv.HTTPHandler(byUser, mcprt.WithSessions(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		begin := func(want int) {
			t.Helper()
			if got := exchange(t.Context(), handler, http.MethodPost, "ada", "", initialize); got.Code != want {
				t.Fatalf("status %d, want %d: %s", got.Code, want, got.Body)
			}
		}
		expire := func(before int) {
			t.Helper()
			time.Sleep(time.Minute + 1)
			synctest.Wait()
			if got := goroutines(); got > before+5 {
				t.Errorf("%d goroutines, then %d", before, got)
			}
		}
		before := goroutines()
		for range most / thinned {
			begin(http.StatusOK)
		}
		if thinned == 1 {
			begin(http.StatusServiceUnavailable)
		}
		if got := goroutines(); got < before+most/thinned {
			t.Errorf("%d goroutines: the sessions are not there", got)
		}
		expire(before)

		heap := liveHeap() // with what Go keeps for goroutines and maps to come
		for range most / 10 / thinned {
			begin(http.StatusOK)
		}
		expire(before)
		if got := liveHeap(); got > heap+512<<10 {
			t.Errorf("%d bytes on the heap, then %d", heap, got)
		}
		_ = srv.Shutdown(t.Context())
	})
}
