package runtime

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// changeDelay is how long changes are gathered before anybody is told: several
	// in a row are one notification.
	changeDelay = 10 * time.Millisecond
	// maxAsked bounds how many callers the policy is asked about at once.
	maxAsked = 8
)

// changes finds out whom a change concerns. A round of it asks about every caller
// once, however many streams they have; what changes meanwhile is the next round.
type changes struct {
	server *Server
	lists  bool // changes of listings are told of
	read   bool // changes of resources are
	*watches

	pending map[*watch]struct{} // stale or changed
	armed   bool                // a round is running or will
}

// changesOf returns nil for a server that is never told of any.
func (s *Server) changesOf(lists, read bool) *changes {
	if !lists && !read {
		return nil
	}
	return &changes{server: s, lists: lists, read: read, watches: newWatches(), pending: map[*watch]struct{}{}}
}

// WithListChanged declares that listings change while a client is connected, and
// has [Server.GrantsChanged] tell the clients concerned. By default listings
// are declared not to change, and nobody is told.
//
// With it the policy is asked once more for every session and every subscription
// that begins, so that it is known what its client begins with.
func WithListChanged() Option {
	return optionFunc(func(o *options) { o.listChanged = true })
}

// WithResourceUpdates declares that clients may subscribe to resources, and has
// [Server.ResourceUpdated] tell those that did. By default they may not. It
// changes nothing for a server without resources.
func WithResourceUpdates() Option {
	return optionFunc(func(o *options) { o.resourceUpdates = true })
}

// GrantsChanged says that what the policy grants to the callers with these ids
// may have changed; without an id, that of every caller may have. Where a
// listing of tools, prompts or resources differs from what a client was last
// told, the client is notified, once for several changes within 10 ms; nobody
// else is.
//
// It returns at once. The policy is then asked about each caller once, outside
// of any request. A caller is who the latest listing, or else the start of the
// stream, was authenticated as. Without [WithListChanged] it does nothing.
func (s *Server) GrantsChanged(callerIDs ...string) {
	c := s.changes
	if c == nil || !c.lists {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(callerIDs) == 0 {
		for w := range c.all {
			c.await(w)
		}
	}
	for _, id := range callerIDs {
		for w := range c.ofCaller[id] {
			c.await(w)
		}
	}
}

// await has the policy asked about the caller of w. The caller of await holds mu.
func (c *changes) await(w *watch) {
	w.stale = true
	c.arm(w)
}

// ResourceUpdated says that the resource with this URI, which may belong to a
// template, reads differently now. The clients that subscribed to exactly this
// URI are notified if their caller may still read it, once for several updates
// within 10 ms. A policy that fails leaves its caller untold.
//
// It returns at once. Without [WithResourceUpdates] it does nothing.
func (s *Server) ResourceUpdated(uri string) {
	c := s.changes
	if c == nil || !c.read {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.ofURI[uri] {
		w.changed = adding(w.changed, uri)
		c.arm(w)
	}
}

// arm has a round run that looks at w. The caller holds mu.
func (c *changes) arm(w *watch) {
	c.pending[w] = struct{}{}
	if !c.armed {
		c.armed = true
		time.AfterFunc(changeDelay, c.round)
	}
}

// concern is what one caller has to be asked about for.
type concern struct {
	caller  *Caller
	stale   []*watch
	changed map[*watch][]string
}

// round asks about all callers concerned, a few at a time: it ends, since a
// policy has a deadline. Nothing of it happens under the lock.
func (c *changes) round() {
	var asked sync.WaitGroup
	room := make(chan struct{}, maxAsked)
	for _, one := range c.collect() {
		room <- struct{}{}
		asked.Go(func() {
			defer func() { <-room }()
			c.ask(one)
		})
	}
	asked.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed = false
	for w := range c.pending {
		c.arm(w)
	}
}

// collect takes what is pending, by caller.
func (c *changes) collect() map[string]*concern {
	c.mu.Lock()
	defer c.mu.Unlock()
	concerns := map[string]*concern{}
	for w := range c.pending {
		if w.gone {
			continue
		}
		key := fmt.Sprintf("%q", *w.caller) // one id may come with the claims of several tokens
		if concerns[key] == nil {
			concerns[key] = &concern{caller: w.caller, changed: map[*watch][]string{}}
		}
		if w.stale {
			concerns[key].stale = append(concerns[key].stale, w)
		}
		if len(w.changed) > 0 {
			concerns[key].changed[w] = w.changed
		}
		w.stale, w.changed = false, nil
	}
	clear(c.pending)
	return concerns
}

// ask finds out what changed for one caller and has it told.
func (c *changes) ask(one *concern) {
	ctx := context.Background() // the policy's time is bounded by its visit
	if len(one.stale) > 0 {
		now := c.server.look(ctx, one.caller)
		c.each(one.stale, func(w *watch) { w.saw(now) })
	}
	if len(one.changed) == 0 {
		return
	}
	grant, err := c.server.askPolicy(ctx, one.caller, nil)
	if err != nil {
		c.server.logFailure(ctx, "policy failed, updates of resources are not told", err, "caller", one.caller.ID)
		return
	}
	for w, uris := range one.changed {
		readable := slices.DeleteFunc(uris, func(uri string) bool { found, _ := c.server.readables.find(grant, uri); return found == nil })
		c.each([]*watch{w}, func(w *watch) { w.owe(readable) })
	}
}

// each does something to watches and has them told.
func (c *changes) each(some []*watch, do func(*watch)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range some {
		do(w)
		c.kick(w)
	}
}

// owe makes those of uris due that are still subscribed to.
func (w *watch) owe(uris []string) {
	for _, uri := range uris {
		if slices.Contains(w.uris, uri) {
			w.due = adding(w.due, uri)
		}
	}
}
