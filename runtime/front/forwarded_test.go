package front_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// Anybody can write what a proxy writes.
//
// catalogue: H1
func TestNothingForwardedIsBelieved(t *testing.T) {
	f := newFront(t, byUser(), front.WithHosts("mcp.example"), front.WithRate(1, time.Hour))
	ask := func(host, forwarded string) int {
		req := call(t, "hello", "X-Forwarded-For", forwarded, "X-Real-Ip", forwarded, "X-Forwarded-Host", "mcp.example",
			"X-Forwarded-Proto", "https", "Forwarded", "for="+forwarded+";host=mcp.example")
		req.Host = host
		return do(f, req).Code
	}
	if got := ask("evil.example", "192.0.2.1"); got != http.StatusForbidden {
		t.Errorf("foreign host: status %d", got)
	}
	if got := ask("mcp.example", "192.0.2.1"); got == http.StatusTooManyRequests {
		t.Errorf("the first one: status %d", got)
	}
	if got := ask("mcp.example", "192.0.2.2"); got != http.StatusTooManyRequests {
		t.Errorf("nobody has another address by saying so: status %d", got)
	}
}
