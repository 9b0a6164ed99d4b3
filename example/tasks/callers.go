package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

// account is one of the callers this server knows, and what it may use. What the
// account may use is one thing; a scope says what its token was handed out for, and
// a tool that names one needs both.
type account struct {
	name   string
	token  string
	grant  mcprt.Grant
	scopes []string
}

// accounts are all callers. A server that is no demo asks its user database
// and keeps no token in its source.
func accounts() []account {
	return []account{
		{"alice", "alice-token", mcprt.Grant{Sections: []string{"tasks"}}, nil},
		{"bob", "bob-token", mcprt.Grant{ReadOnly: []string{"tasks"}}, nil},
		{"robot", "robot-token", mcprt.Grant{All: true}, nil},
		{"root", "root-token", mcprt.Grant{All: true}, []string{"tasks:purge"}},
	}
}

// caller is who uses the account. There is one token to it, so it counts as one
// client.
func (a account) caller() *mcprt.Caller {
	return &mcprt.Caller{ID: a.name, Client: a.name, Scopes: a.scopes}
}

// policy grants what the account of the caller may use. A caller without an
// account may use nothing.
func policy(_ context.Context, caller mcprt.Caller) (mcprt.Grant, error) {
	for _, a := range accounts() {
		if a.name == caller.ID {
			return a.grant, nil
		}
	}
	return mcprt.Grant{}, nil
}

// callerNamed returns the caller of that name; the empty name is nobody.
func callerNamed(name string) (*mcprt.Caller, error) {
	if name == "" {
		return nil, nil
	}
	var known []string
	for _, a := range accounts() {
		if a.name == name {
			return a.caller(), nil
		}
		known = append(known, a.name)
	}
	return nil, fmt.Errorf("unknown caller %q: known are %s", name, strings.Join(known, ", "))
}

// identify finds the caller of a request by its bearer token. Without
// credentials it is anonymous, which may be nobody; wrong ones must be put
// right first.
func identify(anonymous *mcprt.Caller) mcprt.Identify {
	return func(r *http.Request) (*mcprt.Caller, error) {
		token, err := auth.Bearer(r)
		if errors.Is(err, auth.ErrNoToken) {
			return anonymous, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", mcprt.ErrUnauthenticated, err)
		}
		return callerOf(token)
	}
}

// callerOf returns whose token it is.
func callerOf(token string) (*mcprt.Caller, error) {
	for _, a := range accounts() {
		if subtle.ConstantTimeCompare([]byte(token), []byte(a.token)) == 1 {
			return a.caller(), nil
		}
	}
	return nil, mcprt.ErrUnauthenticated
}
