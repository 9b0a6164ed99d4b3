package runtime

import "context"

// Policy decides what a caller may use. It is asked once for every tools/list
// and once for every tools/call, whatever the name, and the one answer decides
// both, so that what is hidden from a listing cannot be called. So it is for
// prompts, resources and completions, all of which count as readOnly. It is never
// asked about nobody.
//
// A policy may look the caller up anywhere, and may fail: the call is then
// refused with a text that invites a retry, and a listing falls back to the
// caller's own sections. A panic is a failure, and so is one that takes longer
// than [WithListenerTimeout] allows. A policy must be safe for concurrent use;
// no lock is held while it runs. The caller is a copy.
type Policy func(ctx context.Context, caller Caller) (Grant, error)

// AllSections is the [Policy] of a demo: whoever is signed in may use
// everything. Nobody still sees nothing.
func AllSections(context.Context, Caller) (Grant, error) {
	return Grant{All: true}, nil
}

// BySections is the [Policy] that grants the sections the identity carries,
// [Caller.Sections].
func BySections(_ context.Context, caller Caller) (Grant, error) {
	return ownSections(caller), nil
}

func ownSections(caller Caller) Grant { return Grant{Sections: caller.Sections} }
