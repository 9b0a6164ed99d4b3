package front

import (
	"net/http"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

func TestKey(t *testing.T) {
	of := func(who *mcprt.Caller, addr string) key { return keyOf(who, &http.Request{RemoteAddr: addr}) }
	ada := &mcprt.Caller{ID: "ada", Client: "claude"}
	tests := map[string]struct {
		a, b key
		same bool
	}{
		"a caller is one at any address":    {of(ada, "192.0.2.1:1"), of(ada, "192.0.2.2:1"), true},
		"a caller is one with any client":   {of(ada, ""), of(&mcprt.Caller{ID: "ada"}, ""), true},
		"two callers":                       {of(ada, ""), of(&mcprt.Caller{ID: "bob"}, ""), false},
		"nobody at two ports":               {of(nil, "192.0.2.1:1"), of(nil, "192.0.2.1:2"), true},
		"nobody at two addresses":           {of(nil, "192.0.2.1:1"), of(nil, "192.0.2.2:1"), false},
		"nobody in a network, version 6":    {of(nil, "[2001:db8::1]:1"), of(nil, "[2001:db8::2]:1"), true},
		"nobody in two networks, version 6": {of(nil, "[2001:db8::1]:1"), of(nil, "[2001:db8:0:1::1]:1"), false},
		"nobody, version 4 as 6":            {of(nil, "[::ffff:192.0.2.1]:1"), of(nil, "192.0.2.1:1"), true},
		"nobody in a zone":                  {of(nil, "[fe80::1%eth0]:1"), of(nil, "[fe80::1]:1"), true},
		"nobody without an address":         {of(nil, "@"), of(nil, ""), true},
		"somebody is not nobody":            {of(ada, "192.0.2.1:1"), of(nil, "192.0.2.1:1"), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if (test.a == test.b) != test.same {
				t.Errorf("%v and %v, want the same: %t", test.a, test.b, test.same)
			}
		})
	}
}
