package runtime

import (
	"context"
	"fmt"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ResourceCall is one resources/read: granted, and for its interceptors not bound
// yet. A function that wants it declares a parameter of type *ResourceCall, which
// is never a variable of the template. What it returns are copies.
type ResourceCall struct {
	dialog

	caller    *Caller
	resource  *located
	address   string
	variables map[string]string
}

// topic tells its dialog what it is about.
func (c *ResourceCall) topic() topic {
	return topic{caller: c.caller, method: methodReadResource, name: c.address}
}

// Caller returns a copy of who asked.
func (c *ResourceCall) Caller() Caller { return c.caller.clone() }

// URI returns the URI that is read.
func (c *ResourceCall) URI() string { return c.address }

// Template returns the template that the URI belongs to; empty for a resource
// that has none.
func (c *ResourceCall) Template() string {
	if !c.resource.pattern.IsTemplate() {
		return ""
	}
	return c.resource.URI
}

// Variables returns a copy of the template's variables that the URI has, decoded;
// nil without a template (contract: S1-8).
func (c *ResourceCall) Variables() map[string]string { return maps.Clone(c.variables) }

// Section returns the section of the resource.
func (c *ResourceCall) Section() string { return c.resource.Section }

// Source returns the import path and function behind the resource.
func (c *ResourceCall) Source() string { return c.resource.Source }

// ResourceNext goes on with a resources/read, with the next interceptor or with
// the function. It may be called again; after its interceptor has returned it does
// nothing and returns an error.
type ResourceNext func(ctx context.Context) (*mcp.ReadResourceResult, error)

// ResourceInterceptor stands around every resources/read that is granted, and
// around nothing else (contract: S1-7). Not calling next answers in its place,
// and [ErrNotFound] makes the resource absent. The caller reads the text of a
// [*Refusal] that it returns, with code -32603; any other error and a panic are
// an internal error. It must be safe for concurrent use.
type ResourceInterceptor interface {
	InterceptResource(ctx context.Context, call *ResourceCall, next ResourceNext) (*mcp.ReadResourceResult, error)
}

// ResourceInterceptorFunc is a function as a [ResourceInterceptor].
type ResourceInterceptorFunc func(context.Context, *ResourceCall, ResourceNext) (*mcp.ReadResourceResult, error)

// InterceptResource calls f.
func (f ResourceInterceptorFunc) InterceptResource(ctx context.Context, call *ResourceCall, next ResourceNext) (*mcp.ReadResourceResult, error) {
	return f(ctx, call, next)
}

// WithResourceInterceptors puts interceptors around resources/read, the first
// one outermost. They add up; a nil one is an error of [NewServer].
func WithResourceInterceptors(interceptors ...ResourceInterceptor) Option {
	return optionFunc(func(o *options) {
		for i, one := range interceptors {
			if f, ok := one.(ResourceInterceptorFunc); one == nil || ok && f == nil {
				o.problems = append(o.problems, fmt.Errorf("resource interceptor %d is nil", i+1))
			}
		}
		o.resources = append(o.resources, interceptors...)
	})
}

// readResource runs a granted call.
func (s *Server) readResource(ctx context.Context, call *ResourceCall) (*mcp.ReadResourceResult, error) {
	result, err := around(ctx, s.interceptResources,
		func(ctx context.Context) (*mcp.ReadResourceResult, error) {
			return call.resource.Handler.run(ctx, call)
		},
		func(ctx context.Context, one ResourceInterceptor, next func(context.Context) (*mcp.ReadResourceResult, error)) (*mcp.ReadResourceResult, error) {
			return one.InterceptResource(ctx, call, next)
		})
	if err != nil {
		return nil, err
	}
	if result, err = freezeResource(result); err != nil {
		return nil, err
	}
	call.fill(result)
	return result, nil
}

// fill adds to contents what they do not say themselves.
func (c *ResourceCall) fill(result *mcp.ReadResourceResult) {
	for _, one := range result.Contents {
		if one.URI == "" {
			one.URI = c.address
		}
		if one.MIMEType == "" {
			one.MIMEType = c.resource.MIMEType
		}
	}
}
