package main

import (
	"errors"
	"testing"
	"time"
)

// claimOf is a claim on key k of alice.
func claimOf(owner string, repeatable bool) Claim {
	return Claim{Caller: "alice", Key: "k", Owner: owner, Fingerprint: []byte("f"), Repeatable: repeatable}
}

func wantStanding(t *testing.T, store *Store, c Claim, want Standing, answer string) {
	t.Helper()
	got, data, err := store.Claim(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got != want || string(data) != answer {
		t.Errorf("claim of %s: standing %d with %q, want %d with %q", c.Owner, got, data, want, answer)
	}
}

func settle(t *testing.T, store *Store, c Claim, answer string, want error) {
	t.Helper()
	if err := store.Settle(t.Context(), c, []byte(answer)); !errors.Is(err, want) {
		t.Errorf("settle of %s: error %v, want %v", c.Owner, err, want)
	}
}

// A slow owner records its answer past its lease, as long as nobody took over.
func TestSlowOwner(t *testing.T) { // catalogue I5
	store, c := storeAt(t)
	wantStanding(t, store, claimOf("slow", false), Claimed, "")
	c.now = start().Add(claimLease)
	wantStanding(t, store, claimOf("retry", false), Unknown, "")
	settle(t, store, claimOf("slow", false), `"slow"`, nil)
	wantStanding(t, store, claimOf("retry", false), Answered, `"slow"`)
}

// An owner that was overtaken records nothing, releases nothing.
func TestOvertakenOwner(t *testing.T) { // catalogue I5
	store, c := storeAt(t)
	slow, next := claimOf("slow", true), claimOf("next", true)
	wantStanding(t, store, slow, Claimed, "")
	c.now = start().Add(claimLease)
	wantStanding(t, store, next, Claimed, "")
	settle(t, store, slow, `"slow"`, errLostClaim)
	if err := errors.Join(store.Release(t.Context(), slow), store.Abandon(t.Context(), slow)); err != nil {
		t.Error(err)
	}
	wantStanding(t, store, claimOf("retry", true), Running, "")
	settle(t, store, next, `"next"`, nil)
	settle(t, store, next, `"again"`, errLostClaim)
	wantStanding(t, store, claimOf("retry", true), Answered, `"next"`)
}

func TestAnswersLiveAWeek(t *testing.T) { // catalogue I11
	store, c := storeAt(t)
	wantStanding(t, store, claimOf("first", false), Claimed, "")
	settle(t, store, claimOf("first", false), `"first"`, nil)
	c.now = start().Add(answerLives)
	wantStanding(t, store, claimOf("retry", false), Answered, `"first"`)
	c.now = c.now.Add(time.Microsecond)
	wantStanding(t, store, claimOf("new", false), Claimed, "")
}

// What is not known does not become new by waiting.
func TestUnknownIsNotForgotten(t *testing.T) { // catalogue I4, I11
	store, c := storeAt(t)
	wantStanding(t, store, claimOf("first", false), Claimed, "")
	if err := store.Abandon(t.Context(), claimOf("first", false)); err != nil {
		t.Fatal(err)
	}
	wantStanding(t, store, claimOf("retry", false), Unknown, "")
	c.now = start().Add(100 * answerLives)
	wantStanding(t, store, claimOf("retry", false), Unknown, "")
}

func TestReleasedKeyIsNew(t *testing.T) {
	store := newStore(t)
	wantStanding(t, store, claimOf("first", false), Claimed, "")
	if err := store.Release(t.Context(), claimOf("first", false)); err != nil {
		t.Fatal(err)
	}
	wantStanding(t, store, claimOf("second", false), Claimed, "")
}

func TestClaimFailsWithItsStore(t *testing.T) {
	store := newStore(t)
	if err := store.write.Close(); err != nil {
		t.Fatal(err)
	}
	standing, answer, err := store.Claim(t.Context(), claimOf("first", false))
	if err == nil || standing == Claimed || answer != nil {
		t.Errorf("standing %d, answer %q, error %v", standing, answer, err)
	}
	for name, err := range map[string]error{
		"settle":  store.Settle(t.Context(), claimOf("first", false), nil),
		"release": store.Release(t.Context(), claimOf("first", false)),
		"abandon": store.Abandon(t.Context(), claimOf("first", false)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
