package wild

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"
)

// Nothing returns nothing.
//
//mcp:tool
//mcp:hint additive idempotent
func Nothing() {}

// Fails returns an error only.
//
//mcp:tool
//mcp:section other
//mcp:hint destructive closedWorld
func Fails(ctx context.Context) error { return errors.New("password=hunter2") }

// Text returns text.
//
//mcp:tool
func Text(_ context.Context) (string, error) { return "a text", nil }

// NamedText returns a string of a type, which is structured.
//
//mcp:tool
func NamedText() Status { return Done }

// Number returns a number.
//
//mcp:tool
func Number() (n int, err error) { return 5, nil }

// OptionalNumber returns a number or none.
//
//mcp:tool
func OptionalNumber(none bool) (_ *int, _ error) {
	if none {
		return nil, nil
	}
	return new(7), nil
}

// List returns a list.
//
//mcp:tool
func List() ([]*dep.User, error) { return nil, nil }

// ListNil returns a list with a hole.
//
//mcp:tool
func ListNil() ([]*dep.User, error) { return []*dep.User{nil}, nil }

// Array returns an array.
//
//mcp:tool
func Array() [2]time.Duration { return [2]time.Duration{time.Second, 0} }

// Time returns a time.
//
//mcp:tool
func Time() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) }

// Null returns nothing known.
//
//mcp:tool
func Null(valid bool) sql.NullInt64 { return sql.NullInt64{Int64: 3, Valid: valid} }

// Any returns anything.
//
//mcp:tool
func Any() (any, error) { return map[string]any{"a": []int{1}}, nil }

// Self returns what marshals itself.
//
//mcp:tool
func Self() Money { return Money{3} }

// NilStruct returns no struct.
//
//mcp:tool
func NilStruct() (*dep.User, error) { return nil, nil }

// PtrPtr returns a pointer to a pointer.
//
//mcp:tool
func PtrPtr() **dep.User { return new(&dep.User{Name: "ada"}) }

// Map returns an object with any names.
//
//mcp:tool
func Map() (map[string]*[]sql.NullInt64, error) { return nil, nil }

// ByLevel returns an object with numbers as names.
//
//mcp:tool
func ByLevel() map[Level]string { return map[Level]string{High: "high", Low: "low"} }

// Content returns blocks.
//
//mcp:tool
func Content() ([]mcp.Content, error) {
	return []mcp.Content{&mcp.TextContent{Text: "a block"}}, nil
}

// Raw returns the whole result.
//
//mcp:tool
func Raw() *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "as written"}}, IsError: true}
}

// Hidden returns a type that has no exported name.
//
//mcp:tool
func Hidden() (dep.Holder, error) { return dep.Holder{}, nil }

// GetURLByID has a name with initials.
//
//mcp:tool
func GetURLByID() {}

// unexported functions may be tools.
//
//mcp:tool name=lower-case
func unexported(name string) string { return name }
