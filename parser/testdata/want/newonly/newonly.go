// Package newonly has a constructor and no tool.
package newonly

// Service has no tool.
type Service struct{}

// New makes one for nobody.
//
//mcp:new
func New() *Service { return nil } // want `^New cannot make a receiver: no tool has the type that it returns as its receiver \[bad-new\]$`
