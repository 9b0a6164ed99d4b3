package front

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// origins are those of the pages that may call, as a browser writes them.
type origins []string

// WithOrigins sets the origins of the web pages that may call the server, such as
// https://app.example. They are told so (CORS), without credentials of the browser:
// a page sends its token itself. By default there are none but the server's own,
// and a request from another origin, from null or from two is answered 403.
func WithOrigins(list ...string) Option {
	return option{"WithOrigins", func(o *options) error {
		if len(list) == 0 {
			return errors.New("no origin")
		}
		for _, origin := range list {
			u, err := url.Parse(origin)
			if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" ||
				strings.ToLower(u.Scheme+"://"+u.Host) != origin || strings.Contains(origin, "*") {
				return fmt.Errorf("%q is no origin, such as https://app.example", origin)
			}
		}
		o.origins = slices.Clone(list)
		return nil
	}}
}

// admit reports whether a request may come from where it does, and tells its page
// that it may read the answer.
func (o origins) admit(rw http.ResponseWriter, req *http.Request, served hosts) bool {
	if len(o) > 0 {
		rw.Header().Add("Vary", "Origin")
	}
	sent := req.Header["Origin"]
	switch {
	case len(sent) == 0:
		return sameSite(req)
	case len(sent) > 1:
		return false
	case slices.Contains(o, sent[0]):
		rw.Header().Set("Access-Control-Allow-Origin", sent[0])
		rw.Header().Set("Access-Control-Expose-Headers", "Mcp-Protocol-Version, Mcp-Session-Id, Retry-After, WWW-Authenticate")
		return true
	}
	return isOwn(sent[0], req, served)
}

// sameSite reports whether a request without an origin was not sent by a page of
// another site. Browsers of today say so, other programs say nothing.
func sameSite(req *http.Request) bool {
	switch site := req.Header["Sec-Fetch-Site"]; len(site) {
	case 0:
		return true
	case 1:
		return site[0] == "same-origin" || site[0] == "none"
	}
	return false
}

// isOwn reports whether an origin is the server's own. A host that the front merely
// does not refuse proves nothing: a stranger's name may point here.
func isOwn(origin string, req *http.Request, served hosts) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" &&
		strings.EqualFold(u.Host, req.Host) && served.vouch(req.Host)
}

// maxRequested bounds the header names a preflight asks for, in bytes.
const maxRequested = 4 << 10

// isPreflight reports whether a browser asks what it may send.
func isPreflight(req *http.Request) bool {
	return req.Method == http.MethodOptions && req.Header.Get("Origin") != "" && req.Header.Get("Access-Control-Request-Method") != ""
}

// preflight answers for an origin that is allowed. Of the headers asked for it
// names those that the protocol has.
func preflight(rw http.ResponseWriter, req *http.Request) {
	header := rw.Header()
	header.Add("Vary", "Access-Control-Request-Headers")
	header.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	if names := sendable(req.Header.Get("Access-Control-Request-Headers")); len(names) > 0 {
		header.Set("Access-Control-Allow-Headers", strings.Join(names, ", "))
	}
	header.Set("Access-Control-Max-Age", "600")
	rw.WriteHeader(http.StatusNoContent)
}

// sendable are the names of a list that a client may send.
func sendable(list string) []string {
	if len(list) > maxRequested {
		return nil
	}
	known := []string{
		"accept", "authorization", "content-type", "last-event-id", "mcp-method", "mcp-name",
		"mcp-protocol-version", "mcp-session-id", "traceparent", "tracestate",
	}
	var names []string
	for name := range strings.SplitSeq(strings.ToLower(list), ",") {
		name = strings.TrimSpace(name)
		if slices.Contains(known, name) || strings.HasPrefix(name, "mcp-param-") && isToken(name) {
			names = append(names, name)
		}
	}
	return names
}

// isToken reports whether a name in lower case is a token of RFC 9110 section 5.6.2.
func isToken(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
}
