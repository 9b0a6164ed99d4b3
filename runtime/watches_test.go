package runtime

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func watcher(id string) *watch {
	return &watch{session: &mcp.ServerSession{}, caller: &Caller{ID: id}}
}

// Streams and what they are told of are bounded, and what ends gives its room
// back.
func TestWatchesAreBounded(t *testing.T) {
	ws := newWatches()
	var all []*watch
	for i := range maxWatches {
		all = append(all, watcher(fmt.Sprint(i%7)))
		if _, ok := ws.enter(all[i], []string{"calc://pi"}); !ok {
			t.Fatalf("no room for watch %d", i)
		}
	}
	if _, ok := ws.enter(watcher("x"), nil); ok {
		t.Error("one more is taken")
	}
	taken := 1
	for i := range maxURIs + 5 {
		if ws.subscribe(all[0], fmt.Sprint(i)) {
			taken++
		}
	}
	if taken != maxURIs {
		t.Errorf("%d URIs of one watch", taken)
	}
	ws.subscriptions = maxSubscriptions
	if ws.subscribe(all[1], "one more") {
		t.Error("one more URI than all may have is taken")
	}
	ws.subscriptions = maxWatches + maxURIs - 1
	for _, w := range all {
		ws.remove(w)
		ws.remove(w)
	}
	got := []int{len(ws.all), len(ws.ofSession), len(ws.ofCaller), len(ws.ofURI), ws.subscriptions}
	if diff := cmp.Diff([]int{0, 0, 0, 0, 0}, got); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	if ws.subscribe(all[0], "late") {
		t.Error("a watch that is gone subscribes")
	}
}

// What could not be written is written later, and what changes back meanwhile is
// not written at all.
func TestTellingThatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ws, w := newWatches(), watcher("ada")
		var told []string
		broken := errors.New("no stream")
		w.wants, w.send = [len(notices)]bool{true, true, true}, func(method string, _ mcp.Params) error {
			if broken == nil {
				told = append(told, method)
			}
			return broken
		}
		ws.enter(w, []string{"calc://pi"})
		change := func(change func()) {
			ws.mu.Lock()
			change()
			ws.kick(w)
			ws.mu.Unlock()
			synctest.Wait()
		}
		step := func(name string, want ...string) {
			t.Helper()
			if diff := cmp.Diff(want, told); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			told = nil
		}
		first, second := sight{{1}, {1}, {1}, {1}}, sight{{1}, {2}, {1}, {2}}
		change(func() { w.saw(first) })
		change(func() { w.saw(second); w.owe([]string{"calc://pi", "calc://e"}) })
		step("before it is open")
		ws.start(w)
		synctest.Wait()
		step("broken")
		broken = nil
		change(func() {})
		step("mended", "notifications/prompts/list_changed", "notifications/resources/list_changed", methodUpdated)
		change(func() {})
		step("once more")

		broken = errors.New("no stream")
		change(func() { w.saw(first) })
		broken = nil
		change(func() { w.saw(second) })
		step("back to what is known")
		ws.remove(w)
		change(func() { w.saw(first); w.owe([]string{"calc://pi"}) })
		step("gone")
	})
}
