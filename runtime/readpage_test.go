package runtime_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// manyRead has n seen prompts, resources and templates between hidden ones.
func manyRead(n int, hidden bool) *mcprt.Registry {
	var prompts mcprt.Prompts
	var resources mcprt.Resources
	for i := range n {
		name := fmt.Sprintf("p_%03d", i*7%n)
		prompts = append(prompts, promptOf(name, "math", tells("")))
		resources = append(resources, resourceOf("calc://"+name, "math", tells("")), resourceOf("calc://"+name+"/{id}", "math", tells("")))
		if hidden {
			prompts = append(prompts, promptOf(name+"_secret", "admin", tells("")))
			resources = append(resources, resourceOf("calc://"+name+"_secret", "admin", tells("")), resourceOf("calc://"+name+"_secret/{id}", "admin", tells("")))
		}
	}
	return mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, prompts, resources)
}

// lister asks for one page of a kind.
type lister func(s *mcp.ClientSession, cursor string) (names []string, next string, err error)

func listers(t *testing.T) map[string]lister {
	t.Helper()
	return map[string]lister{
		"prompts": func(s *mcp.ClientSession, cursor string) (names []string, next string, err error) {
			page, err := s.ListPrompts(t.Context(), &mcp.ListPromptsParams{Cursor: cursor})
			if err != nil {
				return nil, "", err
			}
			for _, p := range page.Prompts {
				names = append(names, p.Name)
			}
			return names, page.NextCursor, nil
		},
		"resources": func(s *mcp.ClientSession, cursor string) (names []string, next string, err error) {
			page, err := s.ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: cursor})
			if err != nil {
				return nil, "", err
			}
			for _, r := range page.Resources {
				names = append(names, r.URI)
			}
			return names, page.NextCursor, nil
		},
		"templates": func(s *mcp.ClientSession, cursor string) (names []string, next string, err error) {
			page, err := s.ListResourceTemplates(t.Context(), &mcp.ListResourceTemplatesParams{Cursor: cursor})
			if err != nil {
				return nil, "", err
			}
			for _, r := range page.ResourceTemplates {
				names = append(names, r.URITemplate)
			}
			return names, page.NextCursor, nil
		},
	}
}

// contract: V-3
func TestReadingIsPagedAfterFiltering(t *testing.T) { // catalogue G3
	srv := newServer(t, manyRead(10, true), mcprt.BySections, mcprt.WithPageSize(3))
	without := newServer(t, manyRead(10, false), mcprt.BySections, mcprt.WithPageSize(3))
	for kind, list := range listers(t) {
		t.Run(kind, func(t *testing.T) {
			session, bare := runtimetest.Connect(t, srv, ada()).Session(), runtimetest.Connect(t, without, ada()).Session()
			var all []string
			cursor, pages := "", 0
			for {
				names, next, err := list(session, cursor)
				if err != nil {
					t.Fatal(err)
				}
				if _, want, err := list(bare, cursor); err != nil || want != next {
					t.Errorf("cursor %q with hidden ones, %q without: %v", next, want, err)
				}
				all, pages, cursor = append(all, names...), pages+1, next
				if cursor == "" {
					break
				}
				if data, err := base64.RawURLEncoding.DecodeString(cursor); err != nil || strings.Contains(string(data), "p_") || len(names) != 3 {
					t.Errorf("page of %v, cursor %q", names, data)
				}
			}
			if pages != 4 || len(all) != 10 || strings.Contains(fmt.Sprint(all), "secret") {
				t.Errorf("%d pages: %v", pages, all)
			}
		})
	}
}

// contract: V-3
func TestCursorOfAnotherListingIsInvalid(t *testing.T) { // catalogue G5
	srv := newServer(t, manyRead(10, true), mcprt.BySections, mcprt.WithPageSize(3))
	bob := &mcprt.Caller{ID: "bob", Sections: []string{"math"}}
	more := &mcprt.Caller{ID: "ada", Sections: []string{"math", "admin"}}
	first := func(list lister, caller *mcprt.Caller) string {
		_, next, err := list(runtimetest.Connect(t, srv, caller).Session(), "")
		if err != nil || next == "" {
			t.Fatalf("first page: %v", err)
		}
		return next
	}
	session := runtimetest.Connect(t, srv, ada()).Session()
	for kind, list := range listers(t) {
		cursors := map[string]string{
			"of another caller": first(list, bob), "of another grant": first(list, more),
			"a name": "p_003_secret", "nothing": "x", "cut": first(list, ada())[1:],
		}
		for other, otherList := range listers(t) {
			if other != kind {
				cursors["of "+other] = first(otherList, ada())
			}
		}
		for name, cursor := range cursors {
			if _, _, err := list(session, cursor); err == nil || !strings.Contains(err.Error(), "Error: Invalid cursor.") {
				t.Errorf("%s, %s: %v", kind, name, err)
			}
		}
	}
}
