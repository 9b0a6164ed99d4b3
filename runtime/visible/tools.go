package visible

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Rules choose tools by patterns: a name such as delete_task, or tag: and a tag.
// In both, * stands for any characters and ? for one; a pattern describes the
// whole name or tag, byte for byte. The tags of a tool are those of its row and
// its section.
type Rules struct {
	// Allow hides every tool that none of these patterns matches. Empty hides
	// nothing.
	Allow []string
	// Deny hides every tool that one of these patterns matches, whatever Allow
	// says.
	Deny []string
}

// Tools returns an option that hides tools by rules. An empty pattern is an error
// of NewServer, and so is one without * and ? that matches no tool of the server.
func Tools(rules Rules) mcprt.Option {
	allow, allowErr := parseAll(rules.Allow)
	deny, denyErr := parseAll(rules.Deny)
	if err := errors.Join(allowErr, denyErr); err != nil {
		return mcprt.InvalidOption(err)
	}
	shown := func(row mcprt.Row) bool {
		return !matchesAny(deny, row) && (len(allow) == 0 || matchesAny(allow, row))
	}
	return mcprt.Options(
		mcprt.OnList(func(_ context.Context, e *mcprt.ListEvent) error { e.OnlyFunc(shown); return nil }),
		mcprt.CheckRows(func(rows iter.Seq[mcprt.Row]) error { return checkLiterals(slices.Concat(allow, deny), rows) }))
}

// checkLiterals finds patterns that were meant for one tool and miss it.
func checkLiterals(patterns []pattern, rows iter.Seq[mcprt.Row]) error {
	all := slices.Collect(rows)
	var problems []error
	for _, p := range patterns {
		if p.literal() && !slices.ContainsFunc(all, p.matches) {
			problems = append(problems, fmt.Errorf("visible: %q: %w", p.text, errNotMatch))
		}
	}
	return errors.Join(problems...)
}
