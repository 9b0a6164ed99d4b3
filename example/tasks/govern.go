package main

import (
	"io"
	"log/slog"
	"slices"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// newServer puts the tools under the policy and the protection and, around every
// call, what the command line asks for. All before-call listeners are heard and a
// refusal beats an answer, so the ledger replays nothing to a caller whose approval
// is gone. What is given as more comes before all that.
func newServer(store *Store, set settings, records slog.Handler, stderr io.Writer, more ...mcprt.Option) (*mcprt.Server, error) {
	protected, err := protection(set)
	if err != nil {
		return nil, err
	}
	reg := MCPRegistry(&Service{store})
	log := slog.New(slog.NewTextHandler(stderr, nil))
	options := slices.Concat(more, protected, []mcprt.Option{
		mcprt.WithSections(policy), mcprt.WithScopes(mcprt.ExactScope), mcprt.WithLogger(log),
	})
	if set.approvals != "" {
		gate := &Approvals{set.approvals, log}
		options = append(options, mcprt.OnBeforeCall(gate.before))
	}
	if set.ledgerKey != "" {
		ledger := &Ledger{store, set.ledgerKey}
		options = append(options, mcprt.OnBeforeCall(ledger.before), mcprt.OnAfterCall(ledger.after))
	}
	audit := NewAudit(reg, records)
	return mcprt.NewServer(reg, append(options, audit.options()...)...)
}
