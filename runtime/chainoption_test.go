package runtime_test

import (
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

func TestWrongChainOptions(t *testing.T) {
	tests := map[string]struct {
		opt  mcprt.Option
		want string
	}{
		"nil interceptor":        {mcprt.WithInterceptors(nil), "interceptor 1 is nil"},
		"nil function":           {mcprt.WithInterceptors((&trail{}).around("a"), interception(nil)), "interceptor 2 is nil"},
		"nil limiter":            {mcprt.WithLimiter(nil), "limiter 1 is nil"},
		"no budget":              {mcprt.WithSessionBudget(0), "session budget 0 is below 1"},
		"budget below 0":         {mcprt.WithSessionBudget(-1), "session budget -1 is below 1"},
		"window":                 {mcprt.WithBudgetWindow(-1), "budget window -1ns is negative"},
		"result limit":           {mcprt.WithResultLimit(-1), "result limit -1 is negative"},
		"nil option inside":      {mcprt.Options(mcprt.WithPageSize(1), nil), "option is nil"},
		"nil check":              {mcprt.CheckRows(nil), "check of rows is nil"},
		"option of another kind": {mcprt.InvalidOption(errHost), errHost.Error()},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(registry(add()), mcprt.WithSections(mcprt.AllSections), test.opt)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestWrongRowsOfResults(t *testing.T) {
	tests := map[string]struct {
		change func(*mcprt.Row)
		want   string
	}{
		"cached and not readOnly": {func(r *mcprt.Row) { r.Hints.ReadOnly = false; r.Cache = 1 }, "results are cached and the tool is not readOnly"}, // catalogue R10
		"negative cache":          {func(r *mcprt.Row) { r.Cache = -1 }, "cache time -1ns is negative"},
		"negative limit":          {func(r *mcprt.Row) { r.ResultLimit = -1 }, "result limit -1 is negative"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(registry(with(test.change)), mcprt.WithSections(mcprt.AllSections))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
