package runtime

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// MissingCapability is the error of a question that the client did not declare to
// be able to answer; it is not asked. A function may go on without, or return it:
// the caller then reads the error -32021 of the specification, with the capability.
type MissingCapability struct {
	// Capability is elicitation, sampling or roots.
	Capability string
	// Feature is what is missing within the capability, such as form, url or
	// tools; empty if the client lacks it as a whole.
	Feature string
}

// Error names the capability.
func (e *MissingCapability) Error() string { return "client lacks capability " + e.name() }

func (e *MissingCapability) name() string {
	if e.Feature == "" {
		return e.Capability
	}
	return e.Capability + "." + e.Feature
}

// protocol is the error that the specification has for it (SEP-2575).
func (e *MissingCapability) protocol() *jsonrpc.Error {
	inner := map[string]any{}
	if e.Feature != "" {
		inner[e.Feature] = struct{}{}
	}
	data, _ := json.Marshal(map[string]any{"requiredCapabilities": map[string]any{e.Capability: inner}}) // plain values do encode
	return &jsonrpc.Error{
		Code: mcp.CodeMissingRequiredClientCapabilities, Message: "missing required client capability: " + e.name(), Data: data,
	}
}

// means is the end of a call that needs more of its client. It is no failure of
// the server's.
func (e *MissingCapability) means() ending {
	return ending{outcome: OutcomeInvalid, reason: event.ReasonValidation, protocol: e.protocol(), err: e}
}

// Supports reports whether the client declared that it can be asked that: a
// function that has the choice asks only for what it gets.
func (d *dialog) Supports(request mcp.InputRequest) bool {
	return d.lacking(mcp.InputRequestMap{"": request}) == nil
}

// lacking returns the first capability that a client lacks for what is asked; nil
// if it lacks none.
func (d *dialog) lacking(requests mcp.InputRequestMap) *MissingCapability {
	declared := new(mcp.ClientCapabilities)
	if d.opening.peer != nil {
		if c := d.opening.peer.capabilities(); c != nil {
			declared = c
		}
	}
	for _, key := range slices.Sorted(maps.Keys(requests)) {
		if lacks := lacks(declared, requests[key]); lacks != nil {
			return lacks
		}
	}
	return nil
}

func lacks(c *mcp.ClientCapabilities, request mcp.InputRequest) *MissingCapability {
	switch r := request.(type) {
	case *mcp.ElicitParams:
		return lacksElicitation(c.Elicitation, r)
	case *mcp.CreateMessageParams:
		return lacksSampling(c.Sampling, false)
	case *mcp.CreateMessageWithToolsParams:
		return lacksSampling(c.Sampling, r != nil && (r.Tools != nil || r.ToolChoice != nil))
	case *mcp.ListRootsParams:
		if c.RootsV2 == nil {
			return &MissingCapability{Capability: "roots"}
		}
	}
	return nil
}

// lacksElicitation takes one that names no mode for one that has forms, as the
// revision did that knew nothing else.
func lacksElicitation(c *mcp.ElicitationCapabilities, params *mcp.ElicitParams) *MissingCapability {
	switch {
	case c == nil:
		return &MissingCapability{Capability: "elicitation"}
	case params != nil && (params.Mode == "url" || params.Mode == "" && params.URL != ""):
		if c.URL == nil {
			return &MissingCapability{Capability: "elicitation", Feature: "url"}
		}
	case c.Form == nil && c.URL != nil:
		return &MissingCapability{Capability: "elicitation", Feature: "form"}
	}
	return nil
}

func lacksSampling(c *mcp.SamplingCapabilities, tools bool) *MissingCapability {
	switch {
	case c == nil:
		return &MissingCapability{Capability: "sampling"}
	case tools && c.Tools == nil:
		return &MissingCapability{Capability: "sampling", Feature: "tools"}
	}
	return nil
}
