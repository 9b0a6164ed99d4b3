package wild

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"
	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// EchoScalars returns its argument.
//
//mcp:tool
func EchoScalars(in Scalars) (Scalars, error) { return in, nil }

// EchoKnown returns its argument.
//
//mcp:tool
func EchoKnown(in *Known) *Known { return in }

// EchoContainers returns its argument.
//
//mcp:tool
func EchoContainers(in Containers) (*Containers, error) { return &in, nil }

// EchoTagged returns its argument.
//
//mcp:tool
func EchoTagged(ctx context.Context, in Tagged) Tagged { return in }

// EchoEmbedder returns its argument.
//
//mcp:tool strict
func EchoEmbedder(_ context.Context, c *mcprt.Call, in Embedder) Embedder { return in }

// EchoNode returns its argument.
//
//mcp:tool strict
func EchoNode(root Node, c *mcprt.Call) (Node, error) { return root, nil }

// EchoPage returns pages of its argument.
//
//mcp:tool coerce
func EchoPage(in Page[dep.User]) (map[string]Page[dep.User], error) {
	return map[string]Page[dep.User]{"one": in}, nil
}

// EchoAliases takes aliases.
//
//mcp:tool
func EchoAliases(id UserID, bag Bag[UserID], users Users, rec Rec, opt *Rec, hid dep.Hidden, in *dep.Inner, anys map[string]any) (Rec, error) {
	return Rec{R: rec.R + rune(id) + rune(len(bag)) + rune(len(users.Items)) + rune(len(hid.Secret))}, nil
}

// EchoAnonymous takes a struct without a name.
//
//mcp:tool
func EchoAnonymous(in struct {
	A int    `json:"a"` // a number
	B string `json:"b,omitempty" doc:"«x».y"`
}) struct {
	Sum int `json:"sum"`
} {
	return struct {
		Sum int `json:"sum"`
	}{in.A + len(in.B)}
}

// EchoRules has every rule.
//
// Its second paragraph has "quotes", `backquotes`, <tags> & more.
//
//mcp:tool title="Echo <rules>"
//mcp:param status default=open
//mcp:param level default=2 example=4 name=the-level
//mcp:param qty min=1 max=100 default=3
//mcp:param ratio min=0.5 max=1e3
//mcp:param code pattern=`^\d+$` minlen=2 maxlen=4 example=12
//mcp:param mail format=email desc="where to write to"
//mcp:param tags minitems=1 maxitems=3 default=a,b example=x,y
//mcp:param kinds enum=1,2,4
//mcp:param free enum=- default=""
//mcp:param at default=2026-01-01T00:00:00Z
//mcp:param wait default=1m30s example=2s
//mcp:param on default=true
//mcp:param big min=-9007199254740993 max=9007199254740993
//mcp:param small default=-128
//mcp:param ids maxitems=2
//mcp:param more maxitems=2
func EchoRules(
	ctx context.Context,
	status Status, // only these
	level *Level,
	// how many,
	// on two lines
	qty int8,
	ratio float32, /* between */
	code string,
	mail *string, // not shown
	tags []string,
	kinds []int, free Status, // belongs to free
	at time.Time,
	wait time.Duration,
	on bool,
	big int64,
	small int8,
	ids []uuid.UUID, // at most two
	more ...int, // the rest
) (map[string]any, error) {
	return map[string]any{
		"status": status, "level": level, "qty": qty, "ratio": ratio, "code": code, "mail": mail, "tags": tags, "kinds": kinds,
		"free": free, "at": at, "wait": wait.String(), "on": on, "big": big, "small": small, "ids": len(ids), "more": more,
	}, nil
}
