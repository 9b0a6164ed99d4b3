package drive

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/generator/testdata/reading"
)

// failure is what the client gets of an error of the protocol.
func failure(err error) string {
	if protocol, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return fmt.Sprintf("%d %s", protocol.Code, protocol.Message)
	}
	return err.Error()
}

func reader(t *testing.T) *mcp.ClientSession {
	t.Helper()
	return connect(t, reading.MCPRegistry(reading.Value{Suffix: "!"})).Session()
}

// Arguments of prompts are text and become what the function takes.
func TestPrompts(t *testing.T) {
	type args = map[string]string
	tests := map[string]struct {
		prompt string
		args   args
		want   string
	}{
		"defaults":           {"summarize", args{"title": "Emma"}, "user: Summarize Emma in 100 words, warm!"},
		"a number":           {"summarize", args{"title": "Emma", "words": "20", "tone": "dry"}, "user: Summarize Emma in 20 words, dry!"},
		"a string of digits": {"summarize", args{"title": "1984"}, "user: Summarize 1984 in 100 words, warm!"},
		"undeclared":         {"summarize", args{"title": "Emma", "x": "y"}, "user: Summarize Emma in 100 words, warm!"},
		"nothing":            {"summarize", nil, "-32602 Error: Missing required argument 'title'."},
		"no number":          {"summarize", args{"title": "a", "words": "many"}, "-32602 Error: Invalid value for argument 'words': expected int between 10 and 500."},
		"out of bounds":      {"summarize", args{"title": "a", "words": "5"}, "-32602 Error: Invalid value for argument 'words': expected int between 10 and 500."},
		"no tone":            {"summarize", args{"title": "a", "tone": "sharp"}, "-32602 Error: Invalid value for argument 'tone': expected one of 'dry', 'warm'."},
		"a refusal":          {"summarize", args{"title": "forbidden"}, "-32603 Error: An internal error occurred while getting the prompt."},
		"every scalar":       {"talk", args{"size": "10", "since": "2026-01-02T00:00:00Z", "pause": "90s", "loud": "true"}, "user: 10 2026-01-02 1m30s true\nassistant: go on"},
		"no size":            {"talk", args{"size": "3", "since": "2026-01-02T00:00:00Z", "pause": "1s", "loud": "true"}, "-32602 Error: Invalid value for argument 'size': expected one of 1, 10."},
		"a struct":           {"judge_book", args{"book": "Emma", "stars": "4.5"}, "user: Emma 4.5"},
		"an error":           {"judge_book", args{"book": ""}, "-32603 Error: An internal error occurred while getting the prompt."},
		"with its call":      {"sign", args{"book": "Emma"}, "user: Sign Emma for ada, who sent map[book:Emma]"},
		"no prompt":          {"nowhere", nil, `-32602 unknown prompt "nowhere"`},
		"two problems at once": {"talk", args{"size": "10", "since": "today", "pause": "1s"}, "-32602 Error: Invalid value for argument 'since': expected date-time.\n" +
			"Error: Missing required argument 'loud'."},
	}
	session := reader(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: test.prompt, Arguments: test.args})
			var got []string
			if err != nil {
				got = append(got, failure(err))
			} else {
				for _, m := range result.Messages {
					got = append(got, fmt.Sprintf("%s: %s", m.Role, m.Content.(*mcp.TextContent).Text))
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Variables of templates become what the function takes, too.
func TestResources(t *testing.T) {
	tests := map[string]struct{ uri, want string }{
		"one uri":              {"library://rules", "library://rules text/markdown # Be quiet"},
		"a value":              {"library://books/7", `library://books/7 application/json {"id":7,"title":"Untitled!","tags":[]}`},
		"a query":              {"library://books/7?lang=d%C3%A4", `library://books/7?lang=d%C3%A4 application/json {"id":7,"title":"Untitled dä!","tags":[]}`},
		"bytes":                {"library://covers/x", "library://covers/x image/png \x01\x02\x03"},
		"its own contents":     {"library://shelf/a/b", "library://shelf/a  a\nlibrary://shelf/b  b"},
		"with its call":        {"library://loans?year=1815", "library://loans?year=1815 text/plain library://loans{?year} of ada, map[year:1815]!"},
		"not there":            {"library://books/101", "-32602 Resource not found"},
		"no number":            {"library://books/x", "-32602 Error: Invalid value for argument 'id': expected int of at least 1."},
		"out of bounds":        {"library://books/0", "-32602 Error: Invalid value for argument 'id': expected int of at least 1."},
		"nowhere":              {"library://nowhere", "-32602 Resource not found"},
		"another scheme":       {"file:///etc/passwd", "-32602 Resource not found"},
		"a path that goes up":  {"library://books/..%2f..%2fsecret", "-32602 Error: Invalid value for argument 'id': expected int of at least 1."},
		"the template itself":  {"library://books/{id}{?lang}", "-32602 Resource not found"},
		"longer than any is":   {"library://covers/" + strings.Repeat("x", 5000), "-32602 Resource not found"},
		"text that is no utf8": {"library://covers/%FF", "-32602 Resource not found"},
	}
	session := reader(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: test.uri})
			var got []string
			if err != nil {
				got = append(got, failure(err))
			} else {
				for _, c := range result.Contents {
					got = append(got, fmt.Sprintf("%s %s %s%s", c.URI, c.MIMEType, c.Text, c.Blob))
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompletions(t *testing.T) {
	prompt := func(name string) *mcp.CompleteReference {
		return &mcp.CompleteReference{Type: "ref/prompt", Name: name}
	}
	template := func(uri string) *mcp.CompleteReference { return &mcp.CompleteReference{Type: "ref/resource", URI: uri} }
	tests := map[string]struct {
		ref             *mcp.CompleteReference
		argument, value string
		want            string
	}{
		"of a prompt":         {prompt("summarize"), "title", "read", "2 of 2, more false: reading, reader"},
		"without any":         {prompt("summarize"), "tone", "w", "0 of 0, more false: "},
		"too many":            {template("library://books/{id}{?lang}"), "id", "1", "100 of 250, more true: 10, 11"},
		"a failure":           {prompt("summarize"), "title", "broken", "-32603 Error: An internal error occurred while completing the argument."},
		"of nothing":          {prompt("nowhere"), "title", "x", `-32602 unknown prompt "nowhere"`},
		"of no template":      {template("library://nowhere/{id}"), "id", "x", "-32602 Resource not found"},
		"of a URI":            {template("library://books/7"), "id", "x", "-32602 Resource not found"},
		"of a nameless thing": {prompt("summarize"), "", "x", "-32602 Error: Completion argument name is required."},
	}
	session := reader(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result, err := session.Complete(t.Context(), &mcp.CompleteParams{
				Ref: test.ref, Argument: mcp.CompleteParamsArgument{Name: test.argument, Value: test.value},
			})
			var got string
			if err != nil {
				got = failure(err)
			} else {
				c := result.Completion
				got = fmt.Sprintf("%d of %d, more %t: %s", len(c.Values), c.Total, c.HasMore, strings.Join(c.Values[:min(2, len(c.Values))], ", "))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
