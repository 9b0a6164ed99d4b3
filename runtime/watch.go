package runtime

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	methodUpdated = "notifications/resources/updated"

	// maxURIs bounds the resources that one stream is told of, and maxURI the
	// bytes of each of their URIs.
	maxURIs = 1000
	maxURI  = 2048
)

// watch is one stream on which somebody is told of changes: a session of an
// older revision, or one subscriptions/listen. Its fields belong to its watches.
type watch struct {
	session *mcp.ServerSession
	caller  *Caller // never written to; that of the latest request about it
	send    func(method string, params mcp.Params) error
	listens bool // it is one subscriptions/listen
	wants   [len(notices)]bool

	open    bool     // it may be written to
	gone    bool     // nothing more is written to it
	known   bool     // told and now are
	told    sight    // what the client knows
	now     sight    // what it should know
	uris    []string // the resources subscribed to
	due     []string // those of them that it is to be told of
	stale   bool     // the policy is to be asked again
	changed []string // URIs that are due if the caller may read them

	sending, again bool
}

// telling is one thing to tell.
type telling struct {
	notice *notice // of listings; nil: the resource is
	uri    string
	now    sight
}

func (t telling) send(w *watch) error {
	if t.notice != nil {
		return w.send(t.notice.method, t.notice.params())
	}
	return w.send(methodUpdated, &mcp.ResourceUpdatedNotificationParams{URI: t.uri})
}

// next returns what the client does not know yet.
func (w *watch) next() (telling, bool) {
	if !w.open || w.gone {
		return telling{}, false
	}
	for i := range notices {
		n := &notices[i]
		if w.wants[i] && w.known && n.differs(w.told, w.now) {
			return telling{notice: n, now: w.now}, true
		}
	}
	if len(w.due) > 0 {
		return telling{uri: w.due[0]}, true
	}
	return telling{}, false
}

// noted remembers what the client knows now.
func (w *watch) noted(t telling) {
	if t.notice == nil {
		w.due = without(w.due, t.uri)
		return
	}
	for _, list := range t.notice.lists {
		w.told[list] = t.now[list]
	}
}

// saw notes what the caller may see now. The first time it is what its client
// begins with, and nothing to be told.
func (w *watch) saw(now sight) {
	w.now = now
	if !w.known {
		w.known, w.told = true, now
	}
}

// adding returns list with one more in it, without what it contains already.
func adding(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

// without returns list without one.
func without(list []string, one string) []string {
	return slices.DeleteFunc(list, func(other string) bool { return other == one })
}
