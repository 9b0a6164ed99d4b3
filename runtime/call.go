package runtime

import (
	"bytes"
	"encoding/json"
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

// Call is one tools/call: the same object for before-call listeners, for the
// function and for after-call listeners. A function that wants it declares a
// parameter of type *Call, which is never part of the schema.
//
// What was sent is frozen: whatever is returned is a copy, so that nobody sees
// what another one did to it. What listeners have to tell each other goes
// through [Call.Set] and [Call.Get]. A Call may be used by any number of
// goroutines, and after its end.
type Call struct {
	dialog

	caller *Caller
	row    *Row
	limit  int64  // of the result's bytes; 0 is none
	policy string // revision of the policy that granted the call
	args   []byte // as sent, looked at by step 10 only; nil if absent
	sound  bool   // args are known to be JSON, without a name twice
	meta   metadata
	id     any // nil, string or int64
	origin origin

	values values
	run    progress
	ended  ending // what step 10 came to; written and read by its goroutine only
}

// origin is what the transport knows of a call. Asking costs, so it is asked
// only by those who want to know.
type origin interface {
	session() string
	client() ClientInfo
}

// ClientInfo is what a client program says about itself. Nothing vouches for
// it.
type ClientInfo struct {
	Name, Version string
}

// Name returns the name of the called tool. Where the decision on the call
// failed, it is the name as sent, cut to 128 characters.
func (c *Call) Name() string { return c.row.Name }

// Method returns "tools/call".
func (*Call) Method() string { return methodCallTool }

// topic tells its dialog what it is about.
func (c *Call) topic() topic {
	return topic{caller: c.caller, method: methodCallTool, name: c.row.Name, args: c.args}
}

// Section returns the section of the called tool; empty where the decision on
// the call failed, since no tool was looked up.
func (c *Call) Section() string { return c.row.Section }

// Hints returns the effects of the called tool; all false where the decision on
// the call failed.
func (c *Call) Hints() Hints { return c.row.Hints }

// Source returns the import path and function behind the tool; empty where the
// decision on the call failed.
func (c *Call) Source() string { return c.row.Source }

// Caller returns a copy of who called.
func (c *Call) Caller() Caller { return c.caller.clone() }

// Arguments returns a copy of the arguments as they were sent: JSON of any
// kind, since nothing has looked at them yet. Absent arguments are {}.
func (c *Call) Arguments() json.RawMessage {
	if c.args == nil {
		return json.RawMessage(`{}`)
	}
	return bytes.Clone(c.args)
}

// Meta returns a copy of the request's _meta within its bounds: what nests
// deeper than 4 containers or is longer than 4096 characters is left out, and
// so is everything after the 32nd entry. The entries that belong to the
// protocol are not among them. Values are as they were sent: whoever reads one
// checks its type.
func (c *Call) Meta() map[string]json.RawMessage {
	entries := maps.Clone(c.meta.entries())
	for key, value := range entries {
		entries[key] = bytes.Clone(value)
	}
	return entries
}

// MetaValue returns a copy of one entry of [Call.Meta], and whether there is
// one.
func (c *Call) MetaValue(key string) (json.RawMessage, bool) {
	value, found := c.meta.entries()[key]
	return bytes.Clone(value), found
}

// RequestID returns the id of the request, a string or an int64; nil if it is
// not known.
func (c *Call) RequestID() any { return c.id }

// Session returns the id of the session; empty if there is none, as on stdio
// and in the newest revision of the protocol.
func (c *Call) Session() string {
	if c.origin == nil {
		return ""
	}
	return c.origin.session()
}

// Client returns what the client program says about itself, each part cut to
// 128 characters; empty if it says nothing.
func (c *Call) Client() ClientInfo {
	if c.origin == nil {
		return ClientInfo{}
	}
	info := c.origin.client()
	return ClientInfo{cut(info.Name, maxNameShown), cut(info.Version, maxNameShown)}
}

// Set keeps a value for the time of the call, such as from a before-call
// listener to its after-call listener. As with a context, the key should be of
// a type of the listener's own; it must be comparable.
func (c *Call) Set(key, value any) { c.values.set(key, value) }

// Get returns the value that was kept under key, or nil.
func (c *Call) Get(key any) any { return c.values.get(key) }

// values are the listeners' own.
type values struct {
	mu   sync.Mutex
	kept map[any]any
}

func (v *values) set(key, value any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.kept == nil {
		v.kept = map[any]any{}
	}
	v.kept[key] = value
}

func (v *values) get(key any) any {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.kept[key]
}

// progress is how far step 10 got. It is read while the function may still run,
// since a cancelled call does not wait for it for ever.
type progress struct {
	phase  atomic.Int32
	opened time.Time    // of the frame
	began  atomic.Int64 // nanoseconds from opened, plus one; 0 is not begun
	ended  atomic.Int64
}

// The phases of a tool function.
const (
	phaseBefore   int32 = iota // not started: its arguments are bound first
	phaseRunning               // started
	phaseFailed                // returned an error, panicked or left its goroutine
	phaseEncoding              // returned a value that is being encoded
)

func (p *progress) begin() { p.began.CompareAndSwap(0, p.now()) }
func (p *progress) end()   { p.ended.Store(p.now()) }

func (p *progress) now() int64 { return int64(time.Since(p.opened)) + 1 }

// duration is the wall time of step 10, up to now if it is still going on.
func (p *progress) duration() time.Duration {
	began, ended := p.began.Load(), p.ended.Load()
	if began == 0 {
		return 0
	}
	if ended == 0 {
		ended = p.now()
	}
	return time.Duration(ended - began)
}

func (p *progress) started() bool { return p.phase.Load() != phaseBefore }

func (p *progress) returned() bool {
	phase := p.phase.Load()
	return phase == phaseFailed || phase == phaseEncoding
}
