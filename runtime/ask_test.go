package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// greet asks for one name.
func greet(ctx context.Context, c *mcprt.Call) (string, error) {
	answer, err := c.Elicit(ctx, "name", nameForm("Who?"))
	if err != nil {
		return "", fmt.Errorf("greet: %w", err)
	}
	return fmt.Sprint(answer.Action, " ", answer.Content["title"], " ", nameIn(answer)), nil
}

// What a user says reaches the function, whichever way it came.
func TestElicit(t *testing.T) {
	tests := map[string]struct {
		action string
		says   map[string]any
		want   string
	}{
		"accept":  {"accept", map[string]any{"name": "Ada"}, "accept Dr Ada"},
		"decline": {"decline", nil, "decline <nil> <nil>"},
		"cancel":  {"cancel", nil, "cancel <nil> <nil>"},
	}
	srv := serves(t, []mcprt.Row{speaks("greet", greet)})
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			user := &person{action: test.action, says: map[string]map[string]any{"Who?": test.says}}
			everyWay(t, srv, mcp.ClientOptions{ElicitationHandler: user.answer}, func(t *testing.T, session *mcp.ClientSession) {
				if got := called(t, session, "greet"); got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
			})
		})
	}
}

// A function that asks one question after the other runs again from its beginning
// and finds all earlier answers, and what it kept, as often as it asks.
func TestSeveralRounds(t *testing.T) {
	srv := serves(t, []mcprt.Row{speaks("form", func(ctx context.Context, c *mcprt.Call) (string, error) {
		kept, _ := c.State()
		if err := c.KeepState(fmt.Appendf(kept, "%v ", c.Resumed())); err != nil {
			return "", err
		}
		var names string
		for _, key := range []string{"a", "b", "c"} {
			answer, err := c.Elicit(ctx, key, nameForm(key+"?"))
			if err != nil {
				return "", err
			}
			names += nameIn(answer)
		}
		return string(kept) + names, nil
	})})
	user := &person{says: map[string]map[string]any{"a?": {"name": "A"}, "b?": {"name": "B"}, "c?": {"name": "C"}}}
	everyWay(t, srv, mcp.ClientOptions{ElicitationHandler: user.answer}, func(t *testing.T, session *mcp.ClientSession) {
		user.forget()
		if got, want := called(t, session, "form"), "false true true ABC"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if diff := cmp.Diff([]string{"a?", "b?", "c?"}, user.wasAsked()); diff != "" {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
	})
}

// Questions of all kinds go out together, whether they are asked together or their
// errors are joined.
func TestQuestionsTogether(t *testing.T) {
	capital := &mcp.CreateMessageParams{MaxTokens: 10, Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "Capital?"}}}}
	joined := speaks("joined", func(ctx context.Context, c *mcprt.Call) (string, error) {
		name, err1 := c.Elicit(ctx, "name", nameForm("Who?"))
		sampled, err2 := c.Sample(ctx, "capital", capital)
		roots, err3 := c.Roots(ctx, "roots")
		if err := errors.Join(err1, err2, err3); err != nil {
			return "", fmt.Errorf("several: %w", err)
		}
		return nameIn(name) + sampled.Content.(*mcp.TextContent).Text + roots.Roots[0].URI, nil
	})
	together := speaks("together", func(ctx context.Context, c *mcprt.Call) (string, error) {
		answers, err := c.Ask(ctx, mcp.InputRequestMap{"name": nameForm("Who?"), "capital": capital, "roots": &mcp.ListRootsParams{}})
		if err != nil {
			return "", err
		}
		return nameIn(answers["name"].(*mcp.ElicitResult)) +
			answers["capital"].(*mcp.CreateMessageWithToolsResult).Content[0].(*mcp.TextContent).Text +
			answers["roots"].(*mcp.ListRootsResult).Roots[0].URI, nil
	})
	srv := serves(t, []mcprt.Row{joined, together})
	user := &person{says: map[string]map[string]any{"Who?": {"name": "Ada"}}}
	opts := mcp.ClientOptions{
		ElicitationHandler: user.answer,
		CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcp.TextContent{Text: " Paris "}}, nil
		},
	}
	everyWay(t, srv, opts, func(t *testing.T, session *mcp.ClientSession) {
		for _, tool := range []string{"joined", "together"} {
			if got, want := called(t, session, tool), "Ada Paris file:///home"; got != want {
				t.Errorf("%s: got %q, want %q", tool, got, want)
			}
		}
	})
}
