package main

import (
	"net/http"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Clients of an older revision have a session only if the flag says so.
func TestSessionsFlag(t *testing.T) {
	for flag, want := range map[string]bool{"-sessions": true, "-sessions=false": false} {
		t.Run(flag, func(t *testing.T) {
			w := startWeb(t, "-as", "bob", flag)
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
			web := &http.Transport{}
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
				Endpoint: w.url, HTTPClient: &http.Client{Transport: web}, MaxRetries: -1,
			}, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
			if err != nil {
				t.Fatal(err)
			}
			if got := session.ID() != ""; got != want {
				t.Errorf("session %q, want one: %t", session.ID(), want)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
			web.CloseIdleConnections()
			w.end(t, syscall.SIGTERM)
		})
	}
}
