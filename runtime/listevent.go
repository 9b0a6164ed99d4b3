package runtime

import (
	"iter"
	"sync"
)

// ListEvent asks what a caller may see. It is the same on tools/list and on
// tools/call and does not say which tool was named. What a listener says counts
// once it has returned without an error. A ListEvent may be used by several
// goroutines.
type ListEvent struct {
	caller *Caller
	grant  Grant
	rows   []*Row // of the whole server

	mu   sync.Mutex
	kept nameSet // nil is no override
	over bool    // what comes now is lost, not raced for
}

// nameSet is a set of tool names.
type nameSet map[string]struct{}

// Type returns [TypePrepareList].
func (*ListEvent) Type() string { return TypePrepareList }

// Caller returns a copy of who asks; it is never nobody.
func (e *ListEvent) Caller() Caller { return e.caller.clone() }

// Rows yields copies of the rows that the policy granted, by name, whatever
// other listeners say.
func (e *ListEvent) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, row := range e.rows {
			if e.grant.allows(row) && !yield(row.clone()) {
				return
			}
		}
	}
}

// Only keeps the tools of these names and no others; without names it keeps
// none. A name that was not granted, or is no tool's, has no effect. Said
// twice, what both keep is kept.
func (e *ListEvent) Only(names ...string) {
	kept := make(nameSet, len(names))
	for _, name := range names {
		kept[name] = struct{}{}
	}
	e.keep(kept)
}

// OnlyFunc keeps the granted tools for whose row keep returns true. It is asked
// for each of them, here and now.
func (e *ListEvent) OnlyFunc(keep func(Row) bool) {
	kept := nameSet{}
	for row := range e.Rows() {
		if keep(row) {
			kept[row.Name] = struct{}{}
		}
	}
	e.keep(kept)
}

func (e *ListEvent) keep(names nameSet) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return
	}
	if e.kept == nil {
		e.kept = names
		return
	}
	both := nameSet{}
	for name := range names {
		if _, known := e.kept[name]; known {
			both[name] = struct{}{}
		}
	}
	e.kept = both
}

// said returns what the listener kept, for good; nil is no override.
func (e *ListEvent) said() nameSet {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	return e.kept
}
