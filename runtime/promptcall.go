package runtime

import (
	"context"
	"fmt"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// PromptCall is one prompts/get: granted, and for its interceptors not bound yet.
// A function that wants it declares a parameter of type *PromptCall, which is
// never an argument of the prompt. What it returns are copies.
type PromptCall struct {
	dialog

	caller    *Caller
	prompt    *Prompt
	arguments map[string]string
}

// topic tells its dialog what it is about.
func (c *PromptCall) topic() topic {
	return topic{caller: c.caller, method: methodGetPrompt, name: c.prompt.Name, texts: c.arguments}
}

// Caller returns a copy of who asked.
func (c *PromptCall) Caller() Caller { return c.caller.clone() }

// Name returns the name of the prompt.
func (c *PromptCall) Name() string { return c.prompt.Name }

// Section returns the section of the prompt.
func (c *PromptCall) Section() string { return c.prompt.Section }

// Source returns the import path and function behind the prompt.
func (c *PromptCall) Source() string { return c.prompt.Source }

// Arguments returns a copy of the arguments as they were sent.
func (c *PromptCall) Arguments() map[string]string { return maps.Clone(c.arguments) }

// PromptNext goes on with a prompts/get, with the next interceptor or with the
// function. It may be called again; after its interceptor has returned it does
// nothing and returns an error.
type PromptNext func(ctx context.Context) (*mcp.GetPromptResult, error)

// PromptInterceptor stands around every prompts/get that is granted, and around
// nothing else: a policy of tools or resources never applies to a prompt
// (contract: S1-7). Not calling next answers in its place. The caller reads the
// text of a [*Refusal] that it returns, with code -32603; any other error and a
// panic are an internal error. It must be safe for concurrent use.
type PromptInterceptor interface {
	InterceptPrompt(ctx context.Context, call *PromptCall, next PromptNext) (*mcp.GetPromptResult, error)
}

// PromptInterceptorFunc is a function as a [PromptInterceptor].
type PromptInterceptorFunc func(context.Context, *PromptCall, PromptNext) (*mcp.GetPromptResult, error)

// InterceptPrompt calls f.
func (f PromptInterceptorFunc) InterceptPrompt(ctx context.Context, call *PromptCall, next PromptNext) (*mcp.GetPromptResult, error) {
	return f(ctx, call, next)
}

// WithPromptInterceptors puts interceptors around prompts/get, the first one
// outermost. They add up; a nil one is an error of [NewServer].
func WithPromptInterceptors(interceptors ...PromptInterceptor) Option {
	return optionFunc(func(o *options) {
		for i, one := range interceptors {
			if f, ok := one.(PromptInterceptorFunc); one == nil || ok && f == nil {
				o.problems = append(o.problems, fmt.Errorf("prompt interceptor %d is nil", i+1))
			}
		}
		o.prompts = append(o.prompts, interceptors...)
	})
}

// getPrompt runs a granted call.
func (s *Server) getPrompt(ctx context.Context, call *PromptCall) (*mcp.GetPromptResult, error) {
	result, err := around(ctx, s.interceptPrompts,
		func(ctx context.Context) (*mcp.GetPromptResult, error) {
			return call.prompt.Handler.run(ctx, call)
		},
		func(ctx context.Context, one PromptInterceptor, next func(context.Context) (*mcp.GetPromptResult, error)) (*mcp.GetPromptResult, error) {
			return one.InterceptPrompt(ctx, call, next)
		})
	if err != nil {
		return nil, err
	}
	return freezePrompt(result) // an interceptor may have written it
}
