// Package notyet uses what is known and does not exist yet.
//
//mcp:section demo
//mcp:hint readOnly
package notyet

// Do does.
//
//mcp:tool lock // want `^lock of //mcp:tool is not available in this version of mcpgen \[not-yet\]$`
//mcp:effect mail // want `^//mcp:effect is not available .* \[not-yet\]$`
func Do(a, b string) {}

// Other does.
//
//mcp:tool alias=x budget=3 schema=x.json // want `^alias= of` `^budget= of` `^schema= of`
func Other() {}

// Kind is a type.
//
//mcp:type string // want `^//mcp:type is not available .* \[not-yet\]$`
//mcp:union A,B // want `^//mcp:union is not available .* \[not-yet\]$`
type Kind struct{}
