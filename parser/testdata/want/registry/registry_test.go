package registry

var MCPRegistry = 1 // want `^the generated constructor is called MCPRegistry too \[registry-clash\]$`
