package runtime

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxWatches       = 10_000  // streams of a server
	maxSubscriptions = 100_000 // URIs of all of them
)

// watches are the streams of a server on which somebody is told of changes. One
// lock covers them all; neither host code nor a write happens under it.
type watches struct {
	mu            sync.Mutex
	all           map[*watch]struct{}
	ofSession     map[*mcp.ServerSession][]*watch
	ofCaller      map[string]map[*watch]struct{} // by caller id
	ofURI         map[string]map[*watch]struct{}
	subscriptions int
}

func newWatches() *watches {
	return &watches{
		all:       map[*watch]struct{}{},
		ofSession: map[*mcp.ServerSession][]*watch{},
		ofCaller:  map[string]map[*watch]struct{}{},
		ofURI:     map[string]map[*watch]struct{}{},
	}
}

// enter reports whether there was room for w, and for which of uris.
func (ws *watches) enter(w *watch, uris []string) (taken []string, ok bool) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if len(ws.all) >= maxWatches {
		return nil, false
	}
	ws.all[w] = struct{}{}
	ws.ofSession[w.session] = append(ws.ofSession[w.session], w)
	index(ws.ofCaller, w.caller.ID, w)
	for _, uri := range uris {
		if ws.subscribe(w, uri) {
			taken = append(taken, uri)
		}
	}
	return taken, true
}

// remove ends w: nothing more is written to it.
func (ws *watches) remove(w *watch) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if _, known := ws.all[w]; !known {
		return
	}
	w.gone = true
	delete(ws.all, w)
	if rest := slices.DeleteFunc(ws.ofSession[w.session], func(other *watch) bool { return other == w }); len(rest) > 0 {
		ws.ofSession[w.session] = rest
	} else {
		delete(ws.ofSession, w.session)
	}
	unindex(ws.ofCaller, w.caller.ID, w)
	for _, uri := range w.uris {
		unindex(ws.ofURI, uri, w)
	}
	ws.subscriptions -= len(w.uris)
	w.uris, w.due, w.changed = nil, nil, nil
}

// whole returns the watch of a session that has one for all of it, nil if there
// is none. The caller holds mu.
func (ws *watches) whole(session *mcp.ServerSession) *watch {
	for _, w := range ws.ofSession[session] {
		if !w.listens {
			return w
		}
	}
	return nil
}

// subscribe reports whether w is told of uri from now on. The caller holds mu.
func (ws *watches) subscribe(w *watch, uri string) bool {
	if slices.Contains(w.uris, uri) {
		return true
	}
	if w.gone || len(w.uris) >= maxURIs || ws.subscriptions >= maxSubscriptions {
		return false
	}
	w.uris = append(w.uris, uri)
	ws.subscriptions++
	index(ws.ofURI, uri, w)
	return true
}

// unsubscribe undoes it; what was not subscribed to is left as it is. The caller
// holds mu.
func (ws *watches) unsubscribe(w *watch, uri string) {
	if !slices.Contains(w.uris, uri) {
		return
	}
	w.uris, w.due, w.changed = without(w.uris, uri), without(w.due, uri), without(w.changed, uri)
	ws.subscriptions--
	unindex(ws.ofURI, uri, w)
}

// start lets w be written to.
func (ws *watches) start(w *watch) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	w.open = true
	ws.kick(w)
}

// listed notes that a client has read one listing: it knows what it says.
func (ws *watches) listed(session *mcp.ServerSession, caller *Caller, list int, sum [sha256.Size]byte) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for _, w := range ws.ofSession[session] {
		if caller.ID == w.caller.ID {
			w.caller = caller
		}
		if w.known {
			w.told[list], w.now[list] = sum, sum
		}
	}
}

// reached writes again to the session with that id: it has a stream now.
func (ws *watches) reached(id string) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for session := range ws.ofSession {
		if session.ID() == id {
			ws.kick(ws.whole(session))
		}
	}
}

// kick has w told of what its client does not know, on a goroutine of its own: a
// peer that does not read keeps nobody else waiting. There is one goroutine for
// a stream at most, and it ends with it. The caller holds mu.
func (ws *watches) kick(w *watch) {
	if w == nil {
		return
	}
	if w.sending {
		w.again = true
		return
	}
	if _, some := w.next(); some {
		w.sending = true
		go ws.tell(w)
	}
}

// tell writes to w until there is nothing more to tell, or it does not work:
// a session without a stream is told when it has one, see reached.
func (ws *watches) tell(w *watch) {
	for {
		t, some := ws.next(w)
		if !some {
			return
		}
		if err := t.send(w); !ws.went(w, t, err) {
			return
		}
	}
}

func (ws *watches) next(w *watch) (telling, bool) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	t, some := w.next()
	w.sending, w.again = some, false
	if some && t.notice == nil {
		w.noted(t) // one more update while this one is written is one more
	}
	return t, some
}

// went notes how t went, and reports whether to go on.
func (ws *watches) went(w *watch, t telling, err error) bool {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	switch {
	case err == nil && t.notice != nil:
		w.noted(t)
	case err != nil && t.notice == nil && slices.Contains(w.uris, t.uri):
		w.due = adding(w.due, t.uri)
	}
	w.sending = err == nil || w.again && !w.gone
	return w.sending
}

func index(in map[string]map[*watch]struct{}, key string, w *watch) {
	if in[key] == nil {
		in[key] = map[*watch]struct{}{}
	}
	in[key][w] = struct{}{}
}

func unindex(in map[string]map[*watch]struct{}, key string, w *watch) {
	delete(in[key], w)
	if len(in[key]) == 0 {
		delete(in, key)
	}
}
