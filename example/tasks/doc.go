// Command tasks is a task tracker for models: a governed MCP server over a
// SQLite file.
//
//	go run ./example/tasks                        stdio, the caller is alice
//	go run ./example/tasks -as bob                stdio, a viewer
//	go run ./example/tasks -http 127.0.0.1:8080   HTTP at /mcp, callers by bearer token
//
// The file is tasks.db in the working directory, or what -db names; it is made
// at the start. There are four callers, each with a bearer token that is
// printed at the start of HTTP:
//
//	alice  alice-token  every tool of section tasks
//	bob    bob-token    the readOnly tools of section tasks
//	robot  robot-token  everything, section admin included, but for what needs a scope
//	root   root-token   everything; the token has the scope tasks:purge
//
// Over HTTP without a token, or with -as "", the caller is nobody, who sees no
// tool at all. With -http, -as names who calls without a token: for clients
// that can send none, on a machine where that is no risk.
//
// Whoever may read tasks also has the prompt plan_day and the resources
// tasks://{id}, whose ids can be completed.
//
// The exit code is 0 at the end of input or after a signal, 1 if serving
// failed, 2 for a wrong command line.
//
// A task that is not there is a refusal of the tool, so its caller reads just
// that. What stands around every call:
//
//   - A ledger. A call that changes something and has a key in its _meta, by
//     default "festi/idempotencyKey", runs once however often it is sent; see
//     [Ledger]. -ledger-key names another entry, or "" for no ledger.
//   - A gate, with -approvals FILE. A destructive tool runs only for callers whom
//     the file names; see [Approvals].
//   - Bounds. -budget N accepts so many calls in a session, -rate N so many a
//     minute from each client to each tool. The counts of tasks_stats are cached,
//     tasks_export is refused if it is too long; see protection.
//   - An audit of all calls, on stderr or as JSON with -audit FILE; see [Audit].
//
//mcp:server name=tasks title="Task tracker" instructions="List the open tasks before you create one, so that nothing is tracked twice."
//mcp:section tasks
package main

//go:generate go run github.com/mcpgen-go/mcpgen/cmd/mcpgen
