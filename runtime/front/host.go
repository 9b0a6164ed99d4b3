package front

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

// hosts are the names under which the server is known, in lower case, with or
// without a port; empty: any name, but on a loopback listener loopback ones only.
type hosts []string

// WithHosts sets the hosts that requests may name, as example.com, for any port, or
// example.com:8443. The default is that a listener on a loopback address takes
// loopback hosts only, and any other listener all of them: a page in a browser can
// make its own name point to an address of this machine (DNS rebinding), but not
// change the name. Behind a proxy on the same machine the hosts have to be listed.
// /healthz and /readyz answer under any name.
func WithHosts(names ...string) Option {
	return option{"WithHosts", func(o *options) error {
		if len(names) == 0 {
			return errors.New("no host")
		}
		for _, name := range names {
			u, err := url.Parse("https://" + name)
			if err != nil || u.Host != name || u.Hostname() == "" || strings.ContainsAny(name, "*@/") {
				return fmt.Errorf("%q is no host", name)
			}
			o.hosts = append(o.hosts, strings.ToLower(name))
		}
		return nil
	}}
}

// allow reports whether the host that the request names is served.
func (h hosts) allow(req *http.Request) bool {
	if len(h) > 0 {
		return h.has(req.Host)
	}
	local, ok := req.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return !ok || !auth.IsLoopback(hostname(local.String())) || auth.IsLoopback(hostname(req.Host))
}

// vouch reports whether a host is one that no stranger can bring about.
func (h hosts) vouch(host string) bool {
	return h.has(host) || len(h) == 0 && auth.IsLoopback(hostname(host))
}

func (h hosts) has(host string) bool {
	host = strings.ToLower(host)
	return slices.Contains(h, host) || slices.Contains(h, bare(host))
}

// hostname is a host without its port and without brackets.
func hostname(host string) string {
	return strings.Trim(bare(host), "[]")
}

// bare is a host without its port.
func bare(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		return host[:i]
	}
	return host
}
