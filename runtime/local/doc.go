// Package local is what `mcpgen serve` and `mcpgen call` run: a registry,
// served to one caller on this machine who may use everything.
//
// The temporary program that mcpgen builds is one line over [Main]:
//
//	func main() {
//		reg := tasks.MCPRegistry(tasks.NewService())
//		os.Exit(local.Main(context.Background(), reg, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// It is for trying a server out. A program that others reach needs a policy
// and an identify function, that is [mcprt.NewServer] of its own.
package local
