// Package reading has prompts, resources and completions of every shape, and no
// tool.
//
//mcp:server name=library
//mcp:section library
package reading

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Tone is how a text sounds.
type Tone string

// The tones.
const (
	Dry  Tone = "dry"  // facts only
	Warm Tone = "warm" // like a friend
)

// Size counts pages.
type Size int

// The sizes.
const (
	Short Size = 1
	Long  Size = 10
)

// Value is a receiver whose name is that of a parameter in generated code.
type Value struct{ Suffix string }

// Summarize asks for a summary.
//
//mcp:prompt title="Summarize a book"
//mcp:param tone default=warm
//mcp:param words min=10 max=500
func (v Value) Summarize(
	ctx context.Context,
	title string, // which book
	tone Tone, // how it sounds
	words *int, // how many at most
) (string, error) {
	if title == "forbidden" {
		return "", mcprt.NewRefusal("no such thing is said")
	}
	limit := 100
	if words != nil {
		limit = *words
	}
	return fmt.Sprintf("Summarize %s in %d words, %s%s", title, limit, tone, v.Suffix), nil
}

// Talk begins a conversation.
//
//mcp:prompt
func Talk(
	size Size,
	since time.Time,
	pause time.Duration,
	loud bool,
) []*mcp.PromptMessage {
	text := fmt.Sprintf("%d %s %s %t", size, since.Format(time.DateOnly), pause, loud)
	return []*mcp.PromptMessage{
		{Role: "user", Content: &mcp.TextContent{Text: text}},
		{Role: "assistant", Content: &mcp.TextContent{Text: "go on"}},
	}
}

// Review is what is asked for in one struct.
type Review struct {
	Book  string  `json:"book"` // which one
	Stars float64 `json:"stars,omitempty"`
}

// Judge asks for a review.
//
//mcp:prompt name=judge_book
func Judge(r *Review) (*mcp.GetPromptResult, error) {
	if r.Book == "" {
		return nil, errors.New("no book")
	}
	return &mcp.GetPromptResult{
		Description: "A review",
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: fmt.Sprint(r.Book, " ", r.Stars)}}},
	}, nil
}

// Sign asks for a signature of whoever asks.
//
//mcp:prompt
func Sign(call *mcprt.PromptCall, book string) string {
	return fmt.Sprintf("Sign %s for %s, who sent %v", book, call.Caller().ID, call.Arguments())
}

// Rules are the rules of the house.
//
//mcp:resource uri=library://rules mime=text/markdown title="House rules"
func Rules() string { return "# Be quiet" }

// Book is a book.
type Book struct {
	ID    int64    `json:"id"`
	Title string   `json:"title"`
	Tags  []string `json:"tags"`
}

// ReadBook is one book.
//
//mcp:resource uri=library://books/{id}{?lang} name=book
//mcp:param id min=1
func (v Value) ReadBook(ctx context.Context, id int64, lang *string) (Book, error) {
	if id > 100 {
		return Book{}, fmt.Errorf("book %d: %w", id, mcprt.ErrNotFound)
	}
	title := "Untitled"
	if lang != nil {
		title += " " + *lang
	}
	return Book{ID: id, Title: title + v.Suffix}, nil
}

// Cover is the picture on a book.
//
//mcp:resource uri=library://covers/{id} mime=image/png
func Cover(id string) ([]byte, error) { return []byte{1, 2, 3}, nil }

// Shelf is several texts at once.
//
//mcp:resource uri=library://shelf/{+path}
//mcp:param dir name=path
func Shelf(dir string) *mcp.ReadResourceResult {
	var out mcp.ReadResourceResult
	for part := range strings.SplitSeq(dir, "/") {
		out.Contents = append(out.Contents, &mcp.ResourceContents{URI: "library://shelf/" + part, Text: part})
	}
	return &out
}

// Loans are what the reader has at home.
//
//mcp:resource uri=library://loans{?year} mime=text/plain
func (v Value) Loans(ctx context.Context, call *mcprt.ResourceCall, year *int) (string, error) {
	return fmt.Sprintf("%s of %s, %v%s", call.Template(), call.Caller().ID, call.Variables(), v.Suffix), ctx.Err()
}

// Titles are the books that begin so.
//
//mcp:complete prompt=summarize arg=title
func (v Value) Titles(ctx context.Context, value string) ([]string, error) {
	if value == "broken" {
		return nil, errors.New("index is broken")
	}
	return []string{value + "ing", value + "er"}, nil
}

// IDs are too many.
//
//mcp:complete uri=library://books/{id}{?lang} arg=id
func IDs(value string) []string {
	all := make([]string, 250)
	for i := range all {
		all[i] = fmt.Sprint(value, i)
	}
	return all
}
