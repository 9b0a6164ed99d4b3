// Package calls asks for calls that it does not get.
//
//mcp:section demo
package calls

import (
	"context"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Tool wants the call of a prompt.
//
//mcp:tool
//mcp:hint readOnly
func Tool(
	ctx context.Context,
	call *mcprt.Call,
	prompt *mcprt.PromptCall, // want `^tool "tool": a \*PromptCall is that of a prompt \[bad-signature\]$`
	resource *mcprt.ResourceCall, // want `^tool "tool": a \*ResourceCall is that of a resource \[bad-signature\]$`
) {
}

// Copy wants a copy.
//
//mcp:tool
//mcp:hint readOnly
func Copy(call mcprt.Call) {} // want `^tool "copy": a Call is passed as a pointer \[bad-signature\]$`

// Prompt wants the call of a tool.
//
//mcp:prompt
func Prompt(call *mcprt.Call, own *mcprt.PromptCall) string { return "" } // want `^prompt "prompt": a \*Call is that of a tool \[bad-signature\]$`

// Resource wants the call of a prompt, by another name.
//
//mcp:resource uri=demo://resource
func Resource(call Other, own *mcprt.ResourceCall) string { return "" } // want `^resource "resource": a \*PromptCall is that of a prompt \[bad-signature\]$`

// Other is the same type.
type Other = *mcprt.PromptCall

// Complete gets no call at all.
//
//mcp:complete prompt=prompt arg=name
func Complete(call *mcprt.PromptCall, value string) []string { return nil } // want `^completion "Complete": a \*PromptCall is that of a prompt \[bad-signature\]$`
