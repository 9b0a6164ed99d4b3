package constrained

// Stat exists on one system only.
type Stat struct{ N int }

// Free is a tool of one system.
//
//mcp:tool
func Free() int { return 1 } // want `^Free is annotated in a file that some builds leave out: its name ends in _linux \[constrained-file\]$`
