package visible

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

var errNoHolder = errors.New("visible: function that tells permissions is nil")

// Holds returns the permissions that a caller has. It is asked on every listing
// and every call, so that what is taken away is gone with the next one. An error
// refuses a call; a listing then goes on without this listener.
type Holds func(ctx context.Context, caller mcprt.Caller) (map[string]bool, error)

// ByPermission returns an option that hides every tool whose permission the
// caller does not hold. The maps name the permission of each tool; several may
// come from several places. A tool that none of them names is hidden from nobody.
//
// A name that is no tool's, an empty permission, and two different permissions for
// one name are errors of NewServer.
func ByPermission(holds Holds, permissions ...map[string]string) mcprt.Option {
	needed, err := join(permissions)
	if holds == nil {
		err = errors.Join(err, errNoHolder)
	}
	if err != nil {
		return mcprt.InvalidOption(err)
	}
	narrow := func(ctx context.Context, e *mcprt.ListEvent) error {
		held, err := holds(ctx, e.Caller())
		if err != nil {
			return err
		}
		e.OnlyFunc(func(row mcprt.Row) bool {
			permission, guarded := needed[row.Name]
			return !guarded || held[permission]
		})
		return nil
	}
	return mcprt.Options(
		mcprt.OnList(narrow),
		mcprt.CheckRows(func(rows iter.Seq[mcprt.Row]) error { return checkNames(needed, rows) }))
}

// join merges maps that agree.
func join(permissions []map[string]string) (map[string]string, error) {
	needed := map[string]string{}
	var problems []error
	for _, m := range permissions {
		for _, tool := range slices.Sorted(maps.Keys(m)) {
			first, taken := needed[tool]
			switch {
			case m[tool] == "":
				problems = append(problems, fmt.Errorf("visible: permission of %q is empty", tool))
			case taken && first != m[tool]:
				problems = append(problems, fmt.Errorf("visible: tool %q has two permissions, %q and %q", tool, first, m[tool]))
			}
			needed[tool] = m[tool]
		}
	}
	return needed, errors.Join(problems...)
}

func checkNames(needed map[string]string, rows iter.Seq[mcprt.Row]) error {
	unknown := maps.Clone(needed)
	for row := range rows {
		delete(unknown, row.Name)
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		problems = append(problems, fmt.Errorf("visible: %q is no tool", name))
	}
	return errors.Join(problems...)
}
