package front

import (
	"context"
	"errors"
	"net/http"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

var errUnknown = errors.New("request did not come through the front")

// handOn returns a copy of req without what the front has checked already: the server
// behind it knows neither the hosts nor the origins that are allowed.
func handOn(req *http.Request) *http.Request {
	handed := new(*req)
	handed.Header = req.Header.Clone()
	handed.Header.Del("Origin")
	handed.Header.Del("Sec-Fetch-Site")
	handed.Host = "localhost"
	return handed
}

// withoutCredentials removes them from a copy that handOn made: they end here.
func withoutCredentials(handed *http.Request) *http.Request {
	for _, name := range []string{"Authorization", "Proxy-Authorization", "Cookie"} {
		handed.Header.Del(name)
	}
	return handed
}

// identity is what the front has found out. It is in the context of its own request
// and read from there at once, before the request is anything else's.
type identity struct {
	caller *mcprt.Caller
	err    error
}

type identityKey struct{}

func withIdentity(req *http.Request, caller *mcprt.Caller, err error) *http.Request {
	return req.WithContext(context.WithValue(req.Context(), identityKey{}, identity{caller, err}))
}

// identified is the [mcprt.Identify] of requests that the front has identified.
func identified(req *http.Request) (*mcprt.Caller, error) {
	id, ok := req.Context().Value(identityKey{}).(identity)
	if !ok {
		return nil, errUnknown
	}
	return id.caller, id.err
}
