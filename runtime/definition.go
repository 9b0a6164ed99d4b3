package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// DefinitionEvent lets listeners extend one definition of a listing. It is sent
// for each definition that is put into an answer, once its schemas are there.
// Nothing can be removed or rewritten: name, description and schemas are safe
// whatever a listener does. What it wrote counts once it has returned without an
// error. A DefinitionEvent may be used by several goroutines.
type DefinitionEvent struct {
	row *Row

	mu        sync.Mutex
	extension Extension
}

// Type returns [TypePrepareDefinition].
func (*DefinitionEvent) Type() string { return TypePrepareDefinition }

// Row returns a copy of the tool's row; its name is the one that is listed.
func (e *DefinitionEvent) Row() Row { return e.row.clone() }

// Tool returns a copy of the definition as built from the row.
func (e *DefinitionEvent) Tool() *mcp.Tool { return definition(e.row) }

// SetMeta adds one entry to the definition's _meta: value as JSON. An entry that
// the row has, or a value that cannot be encoded, is an error.
func (e *DefinitionEvent) SetMeta(key string, value any) error {
	x, err := NewExtension(map[string]any{key: value}, nil)
	if err != nil {
		return err
	}
	return e.Extend(x)
}

// SetAnnotation adds or overrides one annotation: value as JSON. readOnlyHint,
// destructiveHint and openWorldHint are refused, as are a title that is no
// string, an idempotentHint that is no bool and a value that cannot be encoded.
// It changes the listing only.
func (e *DefinitionEvent) SetAnnotation(key string, value any) error {
	x, err := NewExtension(nil, map[string]any{key: value})
	if err != nil {
		return err
	}
	return e.Extend(x)
}

// Extend adds all of x, or nothing if an entry of its _meta is the row's own.
func (e *DefinitionEvent) Extend(x Extension) error {
	for _, entry := range e.row.Meta {
		if _, taken := x.meta[entry.Key]; taken {
			return fmt.Errorf("_meta entry %q is declared by the tool", entry.Key)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.extension = e.extension.merge(x)
	return nil
}

func (e *DefinitionEvent) said() Extension {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.extension
}

// define asks the definition listeners about the tools of one answer and returns
// what to publish of each. Once one of them let its time pass, the rest of the
// answer is published as built: a listing must not wait for it tool by tool.
func (s *Server) define(ctx context.Context, tools []*published) []any {
	defined := make([]any, len(tools))
	hung := false
	for i, one := range tools {
		defined[i] = json.RawMessage(one.data)
		if hung {
			continue
		}
		x, err := s.extend(ctx, one.row)
		if err != nil {
			s.logFailure(ctx, "definition listener failed, definition published as built", err, "tool", one.row.Name)
			hung = errors.Is(err, errOverdue)
			continue
		}
		if !x.empty() {
			defined[i] = extended(one.tool, x)
		}
	}
	return defined
}

// extend returns what all listeners together add to one definition. One that
// fails takes back what the others wrote to it too (contract: S2-10).
func (s *Server) extend(ctx context.Context, row *Row) (Extension, error) {
	var all Extension
	for _, l := range s.on.definition {
		e := &DefinitionEvent{row: row}
		if err := l.visit(ctx, s.on.timeout, false, e); err != nil {
			return Extension{}, fmt.Errorf("%s: %w", l.what, err)
		}
		all = all.merge(e.said())
	}
	return all, nil
}

// definedTool is a definition with annotations that the SDK's type has no fields
// for: the outer member hides the inner one of that name.
type definedTool struct {
	*mcp.Tool
	Annotations map[string]json.RawMessage `json:"annotations"`
}

// extended returns a copy of tool with what x adds.
func extended(tool *mcp.Tool, x Extension) definedTool {
	copied := new(*tool)
	copied.Meta = mcp.Meta{}
	for key, value := range tool.Meta {
		copied.Meta[key] = value
	}
	for key, value := range x.meta {
		copied.Meta[key] = value
	}
	return definedTool{copied, annotationsOf(tool, x)}
}

// annotationsOf merges the annotations of x over the derived ones
// (contract: S2-14).
func annotationsOf(tool *mcp.Tool, x Extension) map[string]json.RawMessage {
	derived := tool.Annotations
	merged := map[string]json.RawMessage{
		"readOnlyHint":    boolean(derived.ReadOnlyHint),
		"destructiveHint": boolean(*derived.DestructiveHint),
		"idempotentHint":  boolean(derived.IdempotentHint),
		"openWorldHint":   boolean(*derived.OpenWorldHint),
	}
	for key, value := range x.annotations {
		merged[key] = value
	}
	return merged
}

func boolean(b bool) json.RawMessage {
	if b {
		return json.RawMessage("true")
	}
	return json.RawMessage("false")
}

// definedList is a page whose definitions were extended: the outer member hides
// the inner one of that name, and everything else is the SDK's.
type definedList struct {
	*mcp.ListToolsResult
	Tools []any `json:"tools"`
}
