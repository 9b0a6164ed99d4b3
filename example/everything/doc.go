// Package main is the server that the official conformance suite asks for: a
// fixture for each of its scenarios, and nothing that is of use to anybody else.
// One program serves both eras of the protocol, the newest revision without
// sessions and older ones with them:
//
//	go run ./example/everything --http 127.0.0.1:8080 --stateless
//	go run ./example/everything --http 127.0.0.1:8080 --stateful
//
// The fixtures are annotated functions. What annotations do not express, a schema
// that a program wrote by hand, is a row of a second registry ([schemaRegistry]),
// and governed like all the others.
//
//mcp:server name=everything title="Conformance fixtures" prefix=test_
//mcp:section fixtures
//mcp:hint readOnly closedWorld
package main

//go:generate go run github.com/mcpgen-go/mcpgen/cmd/mcpgen
