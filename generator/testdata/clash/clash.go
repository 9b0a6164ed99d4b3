// Package clash uses packages with the names of others.
//
//mcp:section demo
//mcp:hint readOnly
package clash

import (
	gocontext "context"

	amodel "github.com/mcpgen-go/mcpgen/generator/testdata/clash/a/model"
	bmodel "github.com/mcpgen-go/mcpgen/generator/testdata/clash/b/model"
	"github.com/mcpgen-go/mcpgen/generator/testdata/clash/bind"
	other "github.com/mcpgen-go/mcpgen/generator/testdata/clash/c/2020-01-01"
	"github.com/mcpgen-go/mcpgen/generator/testdata/clash/context"
	"github.com/mcpgen-go/mcpgen/generator/testdata/clash/json"
	"github.com/mcpgen-go/mcpgen/generator/testdata/clash/mcp"
	"github.com/mcpgen-go/mcpgen/generator/testdata/clash/mcprt"
	text "github.com/mcpgen-go/mcpgen/generator/testdata/clash/v2/string"
)

// model is taken.
const model = 1

// Do takes one of each.
//
//mcp:tool
func Do(ctx gocontext.Context, j json.T, c context.T, b bind.T, m mcp.T, r mcprt.T, s text.T, am amodel.T, bm bmodel.T, o other.T) (map[string]bmodel.T, error) {
	sum := j.N + c.N + b.N + m.N + r.N + s.N + am.A + bm.B + o.C
	return map[string]bmodel.T{"sum": {B: sum}}, nil
}

// Names that fold to one Go identifier (case GEN-23).

// GetUser is one.
//
//mcp:tool name=get-user
func GetUser(a int) string { return "GetUser" }

// getUser is another.
//
//mcp:tool
func getUser(a int) string { return "getUser" }

// Type has the names of keywords (case GEN-25).
//
//mcp:tool name=type
//mcp:param range_ name=range
//mcp:param f name=func
func Type(range_ int, f string, sel struct {
	Select int `json:"select"`
	Map    int `json:"map"`
}) string {
	return "Type"
}
