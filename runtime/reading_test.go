package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// idArgs are the one argument of prompts and templates here.
type idArgs struct{ id string }

var fieldsID = bind.Fields{{Name: "id", Required: true}}

func bindID(d *bind.Decoder, v *idArgs) {
	for o := d.Object(fieldsID); o.Next(); {
		bind.String(d, &v.id, nil)
	}
}

// promptOf returns a prompt with the argument id.
func promptOf(name, section string, run func(context.Context, *idArgs) (string, error)) mcprt.Prompt {
	return mcprt.Prompt{
		Name: name, Section: section, Source: "example.com/calc." + name,
		Arguments: []mcprt.PromptArgument{{Name: "id", Required: true}},
		Handler: mcprt.PromptText(bindID, func(ctx context.Context, _ *mcprt.PromptCall, a *idArgs) (string, error) {
			return run(ctx, a)
		}),
	}
}

// resourceOf returns a resource; without a template nothing is bound.
func resourceOf(uri, section string, run func(context.Context, *idArgs) (string, error)) mcprt.Resource {
	bindArgs := bindID
	if !strings.Contains(uri, "{") {
		bindArgs = nil
	}
	return mcprt.Resource{
		URI: uri, Name: "r", Section: section, Source: "example.com/calc.R",
		Handler: mcprt.ResourceText(bindArgs, func(ctx context.Context, _ *mcprt.ResourceCall, a *idArgs) (string, error) {
			return run(ctx, a)
		}),
	}
}

func tells(word string) func(context.Context, *idArgs) (string, error) {
	return func(_ context.Context, a *idArgs) (string, error) { return word + a.id, nil }
}

func suggests(values ...string) func(context.Context, string) ([]string, error) {
	return func(context.Context, string) ([]string, error) { return values, nil }
}

// bookcase has of everything one that ada may see and one that she may not.
func bookcase() *mcprt.Registry {
	return mcprt.NewRegistry(mcprt.Identity{Name: "calc", Version: "1.2.3"}, nil, []mcprt.Row{add()},
		mcprt.Prompts{promptOf("explain", "math", tells("explain ")), promptOf("confess", "admin", tells("confess "))},
		mcprt.Resources{
			resourceOf("calc://pi", "math", tells("3.14")), resourceOf("calc://sums/{id}", "math", tells("sum ")),
			resourceOf("calc://key", "admin", tells("hunter2")), resourceOf("calc://safe/{id}", "admin", tells("safe ")),
		},
		mcprt.Completions{
			{Prompt: "explain", Argument: "id", Complete: suggests("a", "b")}, {Prompt: "confess", Argument: "id", Complete: suggests("hunter2")},
			{URI: "calc://sums/{id}", Argument: "id", Complete: suggests("1")}, {URI: "calc://safe/{id}", Argument: "id", Complete: suggests("hunter2")},
		})
}

// contract: V-2
func TestHiddenPromptsAndResourcesAreAbsent(t *testing.T) { // catalogue G4
	tests := map[string]struct {
		policy mcprt.Policy
		caller *mcprt.Caller
		all    bool // what ada sees is hidden, too
	}{
		"a section of another caller": {mcprt.BySections, ada(), false},
		"no section at all":           {mcprt.BySections, &mcprt.Caller{ID: "bob"}, true},
		"nobody":                      {mcprt.AllSections, nil, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, bookcase(), test.policy)
			runtimetest.HiddenPrompt(t, srv, test.caller, "confess")
			runtimetest.HiddenResource(t, srv, test.caller, "calc://key", "")
			runtimetest.HiddenResource(t, srv, test.caller, "calc://safe/7", "calc://safe/{id}")
			if test.all {
				runtimetest.HiddenPrompt(t, srv, test.caller, "explain")
				runtimetest.HiddenResource(t, srv, test.caller, "calc://pi", "")
				runtimetest.HiddenResource(t, srv, test.caller, "calc://sums/7", "calc://sums/{id}")
			}
		})
	}
}

// What a readOnly grant of a section covers.
func TestReadingIsReadOnly(t *testing.T) {
	session := runtimetest.Connect(t, newServer(t, bookcase(), viewer), ada()).Session()
	if got := reads(t, session, "calc://key"); got != "hunter2" {
		t.Errorf("got %q", got)
	}
	if got := gets(t, session, "confess"); got != "confess x" {
		t.Errorf("got %q", got)
	}
}

// The bytes of the answers, in both eras.
func TestReadingOnTheWire(t *testing.T) {
	complete := map[string]string{"2025-11-25": "", "2026-07-28": `"resultType":"complete"`}
	tests := map[string]struct{ method, params, want string }{
		"prompts":   {"prompts/list", `{}`, `"ttlMs":0,"cacheScope":"private","prompts":[{"arguments":[{"name":"id","required":true}],"name":"explain"}]`},
		"resources": {"resources/list", `{}`, `"ttlMs":0,"cacheScope":"private","resources":[{"name":"r","uri":"calc://pi"}]`},
		"templates": {"resources/templates/list", `{}`, `"ttlMs":0,"cacheScope":"private","resourceTemplates":[{"name":"r","uriTemplate":"calc://sums/{id}"}]`},
		"prompt":    {"prompts/get", `{"name":"explain","arguments":{"id":"x"}}`, `"messages":[{"content":{"type":"text","text":"explain x"},"role":"user"}]`},
		"resource":  {"resources/read", `{"uri":"calc://sums/7"}`, `"contents":[{"uri":"calc://sums/7","text":"sum 7"}]`},
		"complete":  {"completion/complete", `{"ref":{"type":"ref/prompt","name":"explain"},"argument":{"name":"id","value":""}}`, `"completion":{"total":2,"values":["a","b"]}`},
		"nothing":   {"completion/complete", `{"ref":{"type":"ref/prompt","name":"explain"},"argument":{"name":"x","value":""}}`, `"completion":{"values":[]}`},
	}
	srv := newServer(t, bookcase(), mcprt.BySections)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for revision, word := range complete {
				got := string(runtimetest.Stdio(t, srv, ada(), revision, runtimetest.Request(revision, test.method, test.params)))
				if !strings.Contains(got, test.want) || !strings.Contains(got, word) || strings.Contains(got, "hunter2") {
					t.Errorf("%s: %s", revision, got)
				}
				if private := `"cacheScope":"private"`; strings.HasPrefix(test.method, "resources/") && !strings.Contains(got, private) {
					t.Errorf("%s: not private: %s", revision, got)
				}
			}
		})
	}
}

// Nothing hidden stands in the way of what is seen.
func TestHiddenURIDoesNotShadowATemplate(t *testing.T) {
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Resources{
		resourceOf("calc://x/7", "admin", tells("hidden ")), resourceOf("calc://{+id}", "admin", tells("hidden ")), resourceOf("calc://x/{id}", "math", tells("seen ")),
		resourceOf("calc://x/8", "math", tells("exact ")),
	})
	session := runtimetest.Connect(t, newServer(t, reg, mcprt.BySections), ada()).Session()
	for uri, want := range map[string]string{"calc://x/7": "seen 7", "calc://x/8": "exact "} {
		if got := reads(t, session, uri); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
}

// A policy that fails is an outage for any name, and listings fall back.
//
// contract: S0-12, S0-17
func TestReadingWhileThePolicyFails(t *testing.T) {
	var log journal
	session := runtimetest.Connect(t, newServer(t, bookcase(), failing(errHost), log.option()), ada()).Session()
	for _, name := range []string{"explain", "confess", "nowhere"} {
		if got, want := gets(t, session, name), "-32603 Error: Prompt access could not be verified."; got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, uri := range []string{"calc://pi", "calc://key", "calc://nowhere"} {
		if got, want := reads(t, session, uri), "-32603 Error: Resource access could not be verified."; got != want {
			t.Errorf("%s: %s", uri, got)
		}
	}
	page, err := session.ListPrompts(t.Context(), nil)
	if err != nil || len(page.Prompts) != 1 || page.Prompts[0].Name != "explain" {
		t.Errorf("listed %+v, %v", page, err)
	}
	if !strings.Contains(log.String(), "prompt access could not be verified") {
		t.Errorf("log %s", log.String())
	}
}

// contract: S0-7, S0-13
func TestPolicyIsAskedOnceForAnythingRead(t *testing.T) {
	var asked atomic.Int32
	srv := newServer(t, bookcase(), func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
		asked.Add(1)
		return mcprt.Grant{Sections: c.Sections}, nil
	})
	session := runtimetest.Connect(t, srv, ada()).Session()
	for _, name := range []string{"explain", "confess", "nowhere"} {
		asked.Store(0)
		gets(t, session, name)
		reads(t, session, "calc://"+name)
		if got := asked.Load(); got != 2 {
			t.Errorf("%s: asked %d times, want 2", name, got)
		}
	}
	asked.Store(0)
	nobody := runtimetest.Connect(t, srv, nil).Session()
	gets(t, nobody, "explain")
	reads(t, nobody, "calc://pi")
	if page, err := nobody.ListResources(t.Context(), nil); err != nil || len(page.Resources) > 0 {
		t.Errorf("nobody sees %+v, %v", page, err)
	}
	if got := asked.Load(); got != 0 {
		t.Errorf("asked %d times about nobody", got)
	}
}

func reads(t *testing.T, s *mcp.ClientSession, uri string) string {
	t.Helper()
	result, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		return refusalOf(err)
	}
	return result.Contents[0].Text
}

func gets(t *testing.T, s *mcp.ClientSession, prompt string) string {
	t.Helper()
	result, err := s.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: prompt, Arguments: map[string]string{"id": "x"}})
	if err != nil {
		return refusalOf(err)
	}
	return result.Messages[0].Content.(*mcp.TextContent).Text
}

func refusalOf(err error) string {
	if protocol, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return fmt.Sprintf("%d %s", protocol.Code, protocol.Message)
	}
	return err.Error()
}

// What can be read in two ways is refused for any name.
func TestOneReadingOfWhatIsRead(t *testing.T) { // catalogue X1
	srv := newServer(t, bookcase(), mcprt.BySections)
	for name, params := range map[string]string{
		"an argument twice":   `"name":"NAME","arguments":{"id":"a","id":"b"},`,
		"an argument escaped": `"name":"NAME","arguments":{"id":"a","i\u0064":"b"},`,
		"a name twice":        `"name":"NAME","name":"confess",`,
	} {
		for _, prompt := range []string{"explain", "confess", "nowhere"} {
			request := `{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{` + strings.ReplaceAll(params, "NAME", prompt) + `META}}`
			raw{t, srv, ada()}.each(request, prompt, func(where, got string) {
				if want := refusal(where, "Error: Invalid request: duplicate member."); got != want {
					t.Errorf("%s, %s, %s: %s", name, prompt, where, got)
				}
			})
		}
	}
	request := `{"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"explain","name":"confess"},"argument":{"name":"id","value":""},META}}`
	raw{t, srv, ada()}.each(request, "", func(where, got string) {
		if want := refusal(where, "Error: Invalid request: duplicate member."); got != want {
			t.Errorf("completion, %s: %s", where, got)
		}
	})
}
