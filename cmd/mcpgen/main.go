/*
Mcpgen turns annotated Go functions into a governed MCP server.

Write the functions as ever, and say in directives who may call them and what a
call does to the world. Doc comments are what the model reads:

	// Tasks of a team.
	//
	//mcp:section tasks
	package tasks

	//go:generate go tool mcpgen

	// ListTasks returns the newest tasks first.
	//
	//mcp:tool
	//mcp:hint readOnly closedWorld
	//mcp:param limit default=20 min=1 max=100
	func (s *Service) ListTasks(
		ctx context.Context,
		limit int, // how many at most
	) ([]Task, error)

Then, in that folder:

	mcpgen                   write mcp_gen.go: the registry, schemas and binders
	mcpgen --check ./...     in CI: name stale files, exit with 1 if there are any
	mcpgen --diff ./...      the same as a diff
	mcpgen list ./...        what there is, with section, effect and position
	mcpgen list --json       the tools as clients get them
	mcpgen serve             a server on stdio to try them out, nothing written
	mcpgen serve --http 127.0.0.1:8080
	mcpgen call . list_tasks '{"limit":5}'
	mcpgen explain unknown-key
	mcpgen help directives   every directive and what it takes

Problems in the source are reported all at once, with position, code and remedy,
and with one of them nothing is written. The exit code is 0, 1 for problems in
the source, stale files and a tool's error, 2 for wrong usage, and 3 when mcpgen
itself failed; MCPGEN_DEBUG=1 then shows where.

The generated MCPRegistry is what a program hands to mcprt.NewServer, together
with its policy: see package github.com/mcpgen-go/mcpgen/runtime.
*/
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
