// Package names has names that clients do not take.
//
//mcp:server prefix=p_
//mcp:section demo
//mcp:hint readOnly
package names

// Dots are refused by clients.
//
//mcp:tool name=admin.tools/list // want `^tool name "p_admin.tools/list" \[bad-name\]$`
func Dots() {}

// Space has one.
//
//mcp:tool name="a b" // want `^tool name "p_a b" \[bad-name\]$`
func Space() {}

// Long is too long with its prefix.
//
//mcp:tool name=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx // want `^tool name "p_x{63}" \[bad-name\]$`
func Long() {}

// Fits exactly.
//
//mcp:tool name=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
func Fits() {}

// Größe is no ASCII.
//
//mcp:tool
func Größe() {} // want `^tool name "p_größe" \[bad-name\]$`

// A and B have a method each.
type A struct{}

// B is the other.
type B struct{}

// List lists.
//
//mcp:tool
func (A) List() {}

// List lists, too.
//
//mcp:tool
func (B) List() {} // want `^tool "p_list" is declared twice \[duplicate-tool\]$`

// Other has the same name by name=.
//
//mcp:tool name=list // want `^tool "p_list" is declared twice \[duplicate-tool\]$`
func Other() {}

// Section has a name with a blank.
//
//mcp:tool
//mcp:section a,b // want `^section name "a,b" \[bad-name\]$`
func Section() {}
