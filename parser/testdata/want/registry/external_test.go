package registry_test

// MCPRegistry is another package's and clashes with nothing.
var MCPRegistry = 1
