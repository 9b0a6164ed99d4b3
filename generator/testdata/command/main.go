// Command command is a host in one file.
//
//mcp:section demo
//mcp:hint readOnly
package main

import (
	"context"
	"fmt"
)

// Task is one task.
type Task struct {
	Name string `json:"name"`
}

// Add adds a task.
//
//mcp:tool
func Add(ctx context.Context, t Task) (Task, error) { return t, nil }

func main() {
	for row := range MCPRegistry().Rows() {
		fmt.Println(row.Name, row.Section, row.Source)
	}
}
