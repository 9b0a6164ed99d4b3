package runtime

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// codeHeaderMismatch is the specification's code for a header that is not what
// the body says.
const codeHeaderMismatch = -32020

const (
	textScope  = "Error: Missing scope %s."
	textScopes = "Error: Missing scopes %s."
)

// response is what a tools/call is answered with: one of protocol and result.
type response struct {
	protocol *jsonrpc.Error
	result   *mcp.CallToolResult
	scopes   []string // all that the row needs, if the caller lacks one of them
}

// split returns the response as a handler of the SDK does.
func (r response) split() (*mcp.CallToolResult, error) {
	if r.protocol != nil {
		return nil, r.protocol
	}
	return r.result, nil
}

// unknown is the one answer of step 5. A row that is nil is that of no tool; what
// is told to the host differs, the answer does not (contract: S0-2), and neither
// does the work for it: every sink is asked once.
func (s *Server) unknown(ctx context.Context, req *request, row *Row) *response {
	if len(s.on.sinks) > 0 {
		c, reason := s.strangerOf(req), event.ReasonInvalidTool
		if row != nil {
			c.plugin, reason = row.Source, event.ReasonAccessDenied
		}
		s.send(ctx, c.refused(reason))
	}
	return &response{protocol: unknownTool(req.name)}
}

// admissible is step 6. An error is a check that failed.
func (s *Server) admissible(ctx context.Context, req *request, row *Row) (*response, error) {
	if answer := s.mismatch(ctx, req, row); answer != nil {
		return answer, nil
	}
	if len(row.Scopes) == 0 {
		return nil, nil
	}
	missing, err := s.missingScopes(ctx, req.caller, row)
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	s.refused(ctx, req, row, event.ReasonPolicyScope)
	return &response{result: errorResult(scopeText(missing)), scopes: row.Scopes}, nil
}

// mismatch is the answer to a call whose headers do not say what its arguments do;
// nil if they do.
func (s *Server) mismatch(ctx context.Context, req *request, row *Row) *response {
	if req.headers == nil || len(row.Headers) == 0 {
		return nil
	}
	err := header.Check(row.Headers, req.headers, req.args)
	if err == nil {
		return nil
	}
	s.refused(ctx, req, row, event.ReasonValidation)
	return &response{protocol: &jsonrpc.Error{Code: codeHeaderMismatch, Message: err.Error()}}
}

// scopeText names what a token lacks.
func scopeText(missing []string) string {
	quoted := make([]string, len(missing))
	for i, scope := range missing {
		quoted[i] = "'" + scope + "'"
	}
	text := textScope
	if len(missing) > 1 {
		text = textScopes
	}
	return fmt.Sprintf(text, strings.Join(quoted, ", "))
}
