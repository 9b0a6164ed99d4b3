//go:build !nothing

// More of the package doc.
//
//mcp:server name=x
package constrained // want `^directives of the package stand in a file that some builds leave out: it has the constraint //go:build !nothing \[constrained-file\]$`

// Tagged is a receiver.
type Tagged struct{}
