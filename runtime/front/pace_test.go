package front

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// catalogue: B6
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := newPace(2, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		ada, bob := key{caller: "ada"}, key{caller: "bob"}
		got := []time.Duration{p.wait(ada), p.wait(ada), p.wait(ada), p.wait(ada), p.wait(bob)}
		time.Sleep(20 * time.Second)
		got = append(got, p.wait(ada))
		time.Sleep(10 * time.Second)
		got = append(got, p.wait(ada), p.wait(ada))
		want := []time.Duration{0, 0, 30 * time.Second, 30 * time.Second, 0, 10 * time.Second, 0, 30 * time.Second}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("waits (-want +got):\n%s", diff)
		}
	})
}

// Any number of callers takes bounded memory.
//
// catalogue: B10
func TestPaceIsBounded(t *testing.T) {
	p, err := newPace(1, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * maxCallers {
		p.wait(key{caller: fmt.Sprint(i)})
	}
	if len(p.known) != maxCallers || p.recent.Len() != maxCallers {
		t.Errorf("%d and %d callers are known", len(p.known), p.recent.Len())
	}
	if p.wait(key{caller: fmt.Sprint(3*maxCallers - 1)}) == 0 {
		t.Error("the last caller is forgotten")
	}
}

func TestCrowd(t *testing.T) {
	c := newCrowd(2)
	ada, bob := key{caller: "ada"}, key{caller: "bob"}
	leave, _ := c.enter(ada)
	c.enter(ada)
	if _, ok := c.enter(ada); ok {
		t.Error("a third one entered")
	}
	leaveBob, ok := c.enter(bob)
	if !ok {
		t.Error("bob is kept out by ada")
	}
	leave()
	if _, ok := c.enter(ada); !ok {
		t.Error("nobody enters after one left")
	}
	leaveBob()
	if diff := cmp.Diff(map[key]int{ada: 2}, c.count, cmp.AllowUnexported(key{}), cmp.Comparer(func(a, b key) bool { return a == b })); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
}
