// More of the package doc.
//
//mcp:server name="a\tb" prefix=q_ // want `^key "prefix" is given twice for //mcp:server \[duplicate-key\]$` `^the server's name is empty or has control characters \[bad-name\]$`
//mcp:section other // want `^second //mcp:section at one place: "other" after "demo" \[duplicate-key\]$`
package names
