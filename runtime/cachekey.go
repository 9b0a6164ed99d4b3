package runtime

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
)

// rowKey is what the key of a result needs of its row.
type rowKey struct {
	revision string // changes when the row does
	declared func(argument string) bool
}

// rowKeys prepares the rows whose results may be repeated.
func rowKeys(version string, rows []*Row) map[*Row]rowKey {
	keys := map[*Row]rowKey{}
	for _, row := range rows {
		if row.Cache > 0 {
			keys[row] = rowKey{rowRevision(version, row), declaredBy(row)}
		}
	}
	return keys
}

// rowRevision tells the tool that made a result from one that has only the name
// in common with it (catalogue H9).
func rowRevision(version string, row *Row) string {
	text, _ := json.Marshal([]any{version, row.Source, row.Input, row.Output, row.Strict, row.Coerce}) // texts do encode
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// declaredBy returns which arguments make a difference to a row. Those that it
// does not declare are dropped by its binder too, unless it refuses or collects
// them.
func declaredBy(row *Row) func(string) bool {
	var schema struct {
		Properties           map[string]json.RawMessage `json:"properties"`
		AdditionalProperties json.RawMessage            `json:"additionalProperties"`
	}
	err := json.Unmarshal([]byte(row.Input), &schema)
	if err != nil || row.Strict || schema.Properties == nil || schema.AdditionalProperties != nil {
		return func(string) bool { return true }
	}
	return func(name string) bool { _, ok := schema.Properties[name]; return ok }
}

// cacheKey names all that the result of a call may depend on (contract: S1-32…36).
func (s *Server) cacheKey(ctx context.Context, call *Call) (string, error) {
	identity, err := s.actsFor(ctx, call)
	if err != nil {
		return "", err
	}
	row := s.cache.rows[call.row]
	args, err := cache.Canonical(call.args, row.declared)
	if err != nil {
		return "", fmt.Errorf("cache key: %w", err)
	}
	sum, err := cache.Key{
		Namespace: s.cache.namespace,
		Tool:      call.row.Name,
		Row:       row.revision,
		Client:    call.caller.clientID(),
		Caller:    call.caller.ID,
		Sections:  sorted(call.caller.Sections),
		Roles:     sorted(call.caller.Roles),
		Scopes:    sorted(call.caller.Scopes),
		Identity:  identity,
		Policy:    call.policy,
		Arguments: args,
	}.Sum()
	if err != nil {
		return "", fmt.Errorf("cache key: %w", err)
	}
	return sum, nil
}

// sorted returns a sorted copy: the order of a caller's words means nothing.
func sorted(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return words
}
