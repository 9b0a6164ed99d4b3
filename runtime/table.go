package runtime

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// table is the registry as the server reads it: sorted by name, so that
// listings are deterministic, and indexed. It never changes.
type table struct {
	rows      []*Row
	published []*published // parallel to rows
	index     map[string]*Row
}

// published is what tools/list says of a row: for the SDK, and as the bytes that
// a listing is made of.
type published struct {
	row  *Row
	tool *mcp.Tool
	data []byte
}

func (p *published) name() string { return p.row.Name }

func newTable(reg *Registry) *table {
	t := &table{index: map[string]*Row{}}
	for row := range reg.Rows() {
		t.rows = append(t.rows, &row)
		t.index[row.Name] = &row
	}
	slices.SortFunc(t.rows, func(a, b *Row) int { return cmp.Compare(a.Name, b.Name) })
	for _, row := range t.rows {
		tool := definition(row)
		t.published = append(t.published, &published{row, tool, encode(tool)})
	}
	return t
}

// find returns the row of that exact name.
func (t *table) find(name string) (*Row, bool) {
	row, found := t.index[name]
	return row, found
}

// definition is what tools/list publishes of a row. All four hints are written
// out: a client must not have to know the specification's defaults.
func definition(row *Row) *mcp.Tool {
	tool := &mcp.Tool{
		Name:        row.Name,
		Title:       row.Title,
		Description: row.Description,
		InputSchema: compact(row.Input),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint:    row.Hints.ReadOnly,
			DestructiveHint: new(row.Hints.Destructive),
			IdempotentHint:  row.Hints.Idempotent,
			OpenWorldHint:   new(row.Hints.OpenWorld),
		},
	}
	for _, entry := range row.Meta {
		if tool.Meta == nil {
			tool.Meta = mcp.Meta{}
		}
		tool.Meta[entry.Key] = json.RawMessage(entry.Value)
	}
	if row.Output != "" {
		tool.OutputSchema = compact(row.Output)
	}
	return tool
}

// encode returns the JSON of a definition.
func encode(definition any) []byte {
	data, err := encodeJSON(definition)
	if err != nil {
		panic("definition was not checked: " + err.Error())
	}
	return data
}

// compact takes the blanks, which are there for readers of the generated file,
// out of a schema once, and not again for every listing.
func compact(schema string) json.RawMessage {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(schema)); err != nil {
		return json.RawMessage(schema) // refused by checkSchema before
	}
	return b.Bytes()
}
