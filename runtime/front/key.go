package front

import (
	"net/http"
	"net/netip"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// key is whose requests are counted together.
type key struct {
	caller string
	from   netip.Prefix // of nobody
}

// keyOf tells callers apart; nobody by the address of the connection, of which an
// IPv6 one belongs to a network of them.
func keyOf(who *mcprt.Caller, req *http.Request) key {
	if who != nil {
		return key{caller: who.ID}
	}
	peer, err := netip.ParseAddrPort(req.RemoteAddr)
	if err != nil {
		return key{}
	}
	addr := peer.Addr().Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	from, _ := addr.Prefix(bits) // bits are right
	return key{from: from}
}
