package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

type (
	promptFunc   = mcprt.PromptInterceptorFunc
	resourceFunc = mcprt.ResourceInterceptorFunc
)

// path records the interceptors that were passed.
type path struct{ steps []string }

func (p *path) prompt(name string) promptFunc {
	return func(ctx context.Context, c *mcprt.PromptCall, next mcprt.PromptNext) (*mcp.GetPromptResult, error) {
		p.steps = append(p.steps, fmt.Sprintf("%s %s of %s by %s %v", name, c.Name(), c.Section(), c.Caller().ID, c.Arguments()))
		result, err := next(ctx)
		p.steps = append(p.steps, name+" back")
		return result, err
	}
}

func (p *path) resource(name string) resourceFunc {
	return func(ctx context.Context, c *mcprt.ResourceCall, next mcprt.ResourceNext) (*mcp.ReadResourceResult, error) {
		p.steps = append(p.steps, fmt.Sprintf("%s %s (%s) of %s by %s %v", name, c.URI(), c.Template(), c.Section(), c.Caller().ID, c.Variables()))
		return next(ctx)
	}
}

func (p *path) tool() mcprt.ToolInterceptorFunc {
	return func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		p.steps = append(p.steps, "tool")
		return next(ctx)
	}
}

func (p *path) server(t *testing.T) *mcprt.Server {
	t.Helper()
	return newServer(t, bookcase(), mcprt.BySections, mcprt.WithInterceptors(p.tool()),
		mcprt.WithPromptInterceptors(p.prompt("first"), p.prompt("second")), mcprt.WithResourceInterceptors(p.resource("third")))
}

// Each kind has its own list, completions have none, and what is hidden is not
// intercepted at all.
//
// contract: S1-4, S1-7, S1-8, S1-10
func TestInterceptorsOfReading(t *testing.T) {
	tests := map[string]struct {
		run  func(*mcp.ClientSession) string
		want []string
	}{
		"a prompt": {
			func(s *mcp.ClientSession) string { return gets(t, s, "explain") },
			[]string{"first explain of math by ada map[id:x]", "second explain of math by ada map[id:x]", "second back", "first back"},
		},
		"a resource": {
			func(s *mcp.ClientSession) string { return reads(t, s, "calc://pi") },
			[]string{"third calc://pi () of math by ada map[]"},
		},
		"a template": {
			func(s *mcp.ClientSession) string { return reads(t, s, "calc://sums/a%20b") },
			[]string{"third calc://sums/a%20b (calc://sums/{id}) of math by ada map[id:a b]"},
		},
		"a completion": {
			func(s *mcp.ClientSession) string {
				result, err := s.Complete(t.Context(), &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "explain"}, Argument: mcp.CompleteParamsArgument{Name: "id"}})
				if err != nil {
					return err.Error()
				}
				return strings.Join(result.Completion.Values, " ")
			}, nil,
		},
		"what is hidden":        {func(s *mcp.ClientSession) string { return gets(t, s, "confess") + reads(t, s, "calc://key") }, nil},
		"what is not there":     {func(s *mcp.ClientSession) string { return gets(t, s, "x") + reads(t, s, "calc://x") }, nil},
		"a listing of anything": {func(s *mcp.ClientSession) string { _, err := s.ListPrompts(t.Context(), nil); return fmt.Sprint(err) }, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := new(path)
			answer := test.run(runtimetest.Connect(t, p.server(t), ada()).Session())
			if diff := cmp.Diff(test.want, p.steps); diff != "" {
				t.Errorf("%s (-want +got):\n%s", answer, diff)
			}
		})
	}
}

// contract: S1-3, S1-5, S1-6, S1-9
func TestInterceptorsOfReadingDecide(t *testing.T) {
	refusal := &mcprt.Refusal{Text: "Error: Not on Sundays.", Cause: errHost}
	written := &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "mine"}}}}
	contents := &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{Text: "mine"}}}
	tests := map[string]struct {
		err              error
		panics           bool
		prompt, resource string
	}{
		"an answer":         {nil, false, "mine", "mine"},
		"a refusal":         {refusal, false, "-32603 Error: Not on Sundays.", "-32603 Error: Not on Sundays."},
		"a wrapped refusal": {fmt.Errorf("x: %w", refusal), false, "-32603 Error: Not on Sundays.", "-32603 Error: Not on Sundays."},
		"an empty refusal":  {new(mcprt.Refusal), false, "-32603 Error: An internal error occurred while getting the prompt.", "-32603 Error: An internal error occurred while reading the resource."},
		"an error":          {errHost, false, "-32603 Error: An internal error occurred while getting the prompt.", "-32603 Error: An internal error occurred while reading the resource."},
		"a panic":           {nil, true, "-32603 Error: An internal error occurred while getting the prompt.", "-32603 Error: An internal error occurred while reading the resource."},
		"nothing there":     {mcprt.ErrNotFound, false, "-32603 Error: An internal error occurred while getting the prompt.", "-32602 Resource not found"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			ran := false
			run := func(context.Context, *idArgs) (string, error) { ran = true; return "", nil }
			reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Prompts{promptOf("p", "math", run)}, mcprt.Resources{resourceOf("calc://r", "math", run)})
			srv := newServer(t, reg, mcprt.BySections,
				mcprt.WithPromptInterceptors(promptFunc(func(context.Context, *mcprt.PromptCall, mcprt.PromptNext) (*mcp.GetPromptResult, error) {
					if test.panics {
						panic("hunter2")
					}
					return written, test.err
				})),
				mcprt.WithResourceInterceptors(resourceFunc(func(context.Context, *mcprt.ResourceCall, mcprt.ResourceNext) (*mcp.ReadResourceResult, error) {
					if test.panics {
						panic("hunter2")
					}
					return contents, test.err
				})))
			session := runtimetest.Connect(t, srv, ada()).Session()
			if diff := cmp.Diff([]string{test.prompt, test.resource}, []string{gets(t, session, "p"), reads(t, session, "calc://r")}); diff != "" || ran {
				t.Errorf("ran is %t (-want +got):\n%s", ran, diff)
			}
		})
	}
}

// A refusal that a function returned stays its own, whatever passes it on, and a
// refusal of an interceptor is shown even if it hides one.
func TestRefusalsOfFunctionsStayHidden(t *testing.T) {
	p := promptOf("p", "math", func(context.Context, *idArgs) (string, error) { return "", mcprt.NewRefusal("hunter2") })
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Prompts{p})
	tests := map[string]struct {
		pass func(error) error
		want string
	}{
		"as it is":  {func(err error) error { return err }, "-32603 Error: An internal error occurred while getting the prompt."},
		"wrapped":   {func(err error) error { return fmt.Errorf("x: %w", err) }, "-32603 Error: An internal error occurred while getting the prompt."},
		"explained": {func(err error) error { return &mcprt.Refusal{Text: "Error: Later.", Cause: err} }, "-32603 Error: Later."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, reg, mcprt.BySections, mcprt.WithPromptInterceptors(promptFunc(func(ctx context.Context, _ *mcprt.PromptCall, next mcprt.PromptNext) (*mcp.GetPromptResult, error) {
				_, err := next(ctx)
				return nil, test.pass(err)
			})))
			if got := gets(t, runtimetest.Connect(t, srv, ada()).Session(), "p"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// What an interceptor kept of a call does nothing later.
func TestLateNextOfReading(t *testing.T) {
	var kept mcprt.PromptNext
	var ran int
	p := promptOf("p", "math", func(context.Context, *idArgs) (string, error) { ran++; return "", nil })
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Prompts{p})
	srv := newServer(t, reg, mcprt.BySections, mcprt.WithPromptInterceptors(promptFunc(func(ctx context.Context, _ *mcprt.PromptCall, next mcprt.PromptNext) (*mcp.GetPromptResult, error) {
		kept = next
		_, _ = next(ctx)
		return next(ctx)
	})))
	gets(t, runtimetest.Connect(t, srv, ada()).Session(), "p")
	if _, err := kept(t.Context()); err == nil || ran != 2 {
		t.Errorf("ran %d times, want 2; late error %v", ran, err)
	}
}

// contract: R-1
func TestReadingThatCannotBeServed(t *testing.T) {
	good := promptOf("p", "math", tells(""))
	changed := func(change func(*mcprt.Prompt)) mcprt.Prompts { p := good; change(&p); return mcprt.Prompts{p} }
	resource := func(change func(*mcprt.Resource)) mcprt.Resources {
		r := resourceOf("calc://r/{id}", "math", tells(""))
		change(&r)
		return mcprt.Resources{r}
	}
	tests := map[string]struct {
		parts []mcprt.Part
		want  string
	}{
		"a prompt twice":          {[]mcprt.Part{mcprt.Prompts{good, good}}, `prompt "p": declared by both example.com/calc.p and example.com/calc.p`},
		"a prompt's name":         {[]mcprt.Part{changed(func(p *mcprt.Prompt) { p.Name = "a b" })}, `prompt "a b" (example.com/calc.p): name is not 1 to 64 of [A-Za-z0-9_-]`},
		"a prompt's section":      {[]mcprt.Part{changed(func(p *mcprt.Prompt) { p.Section = "" })}, `section is empty`},
		"a prompt's handler":      {[]mcprt.Part{changed(func(p *mcprt.Prompt) { p.Handler = mcprt.PromptHandler{} })}, `handler is missing`},
		"a resource twice":        {[]mcprt.Part{resource(func(*mcprt.Resource) {}), resource(func(*mcprt.Resource) {})}, `resource "calc://r/{id}": declared by both`},
		"a resource's uri":        {[]mcprt.Part{resource(func(r *mcprt.Resource) { r.URI = "/x" })}, `resource "/x" (example.com/calc.R): uri has no scheme`},
		"a resource's name":       {[]mcprt.Part{resource(func(r *mcprt.Resource) { r.Name = "" })}, `name is empty`},
		"a resource's section":    {[]mcprt.Part{resource(func(r *mcprt.Resource) { r.Section = "" })}, `section is empty`},
		"a resource's handler":    {[]mcprt.Part{resource(func(r *mcprt.Resource) { r.Handler = mcprt.ResourceHandler{} })}, `handler is missing`},
		"a completion of nothing": {[]mcprt.Part{mcprt.Completions{{Prompt: "x", Argument: "id", Complete: suggests()}}}, `completes nothing that the server has`},
		"a completion of both":    {[]mcprt.Part{changed(func(*mcprt.Prompt) {}), mcprt.Completions{{Prompt: "p", URI: "x", Argument: "id", Complete: suggests()}}}, `completes nothing that the server has`},
		"an argument that is not": {[]mcprt.Part{changed(func(*mcprt.Prompt) {}), mcprt.Completions{{Prompt: "p", Argument: "x", Complete: suggests()}}}, `completes nothing that the server has`},
		"a completion twice": {[]mcprt.Part{changed(func(*mcprt.Prompt) {}), mcprt.Completions{
			{Prompt: "p", Argument: "id", Complete: suggests()}, {Prompt: "p", Argument: "id", Complete: suggests()},
		}}, `completion "p id": declared by both`},
		"a completion without a function": {[]mcprt.Part{changed(func(*mcprt.Prompt) {}), mcprt.Completions{{Prompt: "p", Argument: "id"}}}, `function is missing`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, test.parts...), mcprt.WithSections(mcprt.AllSections))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	_, err := mcprt.NewServer(registry(), mcprt.WithSections(mcprt.AllSections), mcprt.WithPromptInterceptors(nil), mcprt.WithResourceInterceptors(resourceFunc(nil)))
	if err == nil || !strings.Contains(err.Error(), "prompt interceptor 1 is nil") || !strings.Contains(err.Error(), "resource interceptor 1 is nil") {
		t.Errorf("nil interceptors: %v", err)
	}
}

// Over merged registries, too, and what is read from a registry is a copy.
func TestMergedReading(t *testing.T) {
	reg := mcprt.Merge(bookcase(), bookcase())
	if _, err := mcprt.NewServer(reg, mcprt.WithSections(mcprt.AllSections)); err == nil || strings.Count(err.Error(), "declared by both") != 11 {
		t.Errorf("error %v", err)
	}
	for p := range bookcase().Prompts() {
		p.Arguments[0].Name = "changed"
	}
	if n := len(slices.Collect(bookcase().Resources())) + len(slices.Collect(bookcase().Completions())); n != 8 {
		t.Errorf("%d resources and completions", n)
	}
}

// What is declared is what there is.
func TestCapabilitiesOfReading(t *testing.T) {
	with := runtimetest.Connect(t, newServer(t, bookcase(), mcprt.AllSections), ada()).Session().InitializeResult().Capabilities
	if with.Resources == nil || with.Resources.Subscribe || with.Resources.ListChanged || with.Completions == nil || with.Prompts == nil || with.Prompts.ListChanged {
		t.Errorf("with all: %+v", with)
	}
	session := runtimetest.Connect(t, newServer(t, two(), mcprt.AllSections), ada()).Session()
	if without := session.InitializeResult().Capabilities; without.Resources != nil || without.Completions != nil {
		t.Errorf("with tools only: %+v", without)
	}
	_, err := session.Complete(t.Context(), &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "p"}, Argument: mcp.CompleteParamsArgument{Name: "id"}})
	if got := refusalOf(err); errors.Is(err, nil) || !strings.HasPrefix(got, "-32601") {
		t.Errorf("completion: %s", got)
	}
}
