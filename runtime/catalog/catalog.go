package catalog

import (
	"log/slog"
	"sync"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// maxMemory bounds what a catalogue remembers of all tools together, in bytes as
// [tool.cost] counts them. Tools without annotations cost nothing.
const maxMemory = 4 << 20

// Catalog is what a client knows about the tools of a server. It is safe for
// concurrent use. The zero value is not usable, see [New].
type Catalog struct {
	log *slog.Logger

	mu     sync.RWMutex
	tools  map[string]tool // annotated or rejected ones: of others there is nothing to know
	memory int
}

// Option configures a [Catalog].
type Option func(*Catalog)

// WithLogger says where rejected tools are reported, as warnings with the tool's
// name and the reason. The default is [slog.Default] at the time of [New].
func WithLogger(log *slog.Logger) Option {
	return func(c *Catalog) {
		if log != nil {
			c.log = log
		}
	}
}

// New returns a catalogue that knows no tool.
func New(opts ...Option) *Catalog {
	c := &Catalog{log: slog.Default(), tools: map[string]tool{}}
	for _, opt := range opts {
		opt(c)
	}
	return c
}

// IsRejected reports whether a tool of this name was listed and its annotations
// are invalid. A tool that nobody listed is not rejected (contract: S4-3).
func (c *Catalog) IsRejected(name string) bool {
	_, rejected := c.ReasonFor(name)
	return rejected
}

// ReasonFor returns why the tool is rejected; false if it is not (contract: S4-4).
func (c *Catalog) ReasonFor(name string) (string, bool) {
	reason := c.lookup(name).reason
	return reason, reason != ""
}

// HeadersFor returns the headers of a call: their values, encoded, by their names
// without [header.Prefix]. args are the arguments as JSON. Absent and null
// arguments have no header, a tool that was not listed has none either
// (contract: S4-5, S4-6, S4-9, S4-10).
func (c *Catalog) HeadersFor(name string, args []byte) map[string]string {
	headers := map[string]string{}
	for _, value := range header.Values(c.lookup(name).params, args) {
		headers[value.Name] = header.Encode(value.Text)
	}
	return headers
}

// refusal returns the error of a call of a rejected tool, an untyped nil for any
// other.
func (c *Catalog) refusal(name string) error {
	if reason, rejected := c.ReasonFor(name); rejected {
		return &RejectedError{Tool: name, Reason: reason}
	}
	return nil
}

func (c *Catalog) lookup(name string) tool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.tools[name]
}

// remember replaces what is known about a tool. It reports false if there is no
// room, and the tool is then unknown.
func (c *Catalog) remember(name string, t tool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.tools[name]; ok {
		c.memory -= old.cost(name)
		delete(c.tools, name)
	}
	if t.isOrdinary() {
		return true
	}
	cost := t.cost(name)
	if c.memory+cost > maxMemory {
		return false
	}
	c.memory += cost
	c.tools[name] = t
	return true
}
