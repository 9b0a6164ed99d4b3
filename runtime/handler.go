package runtime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// Handler is what a row does when it is called: bind the arguments, run the
// function, encode what it returns. Generated code makes one with
// [Structured], [Text], [Contents], [Result] or [Nothing], according to what
// the function returns. The zero Handler is an error of [NewServer].
//
// In all five, bindArgs is nil for a function without parameters, and call is
// not reached by arguments that bindArgs refuses.
type Handler struct {
	// run is step 10. Its error is an invalidArguments, or the function's or
	// its encoder's, to be logged and never shown.
	run runFunc
	// check binds the arguments and throws them away.
	check func(*Call) (bind.Report, error)
	// whole says that the function writes the whole result, which may ask the
	// client for input.
	whole bool
}

// Structured handles a function whose value becomes structured content.
// encode writes one whole JSON object; the text content is a copy of it.
func Structured[A, R any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *Call, *A) (R, error),
	encode func(*bind.Encoder, R),
) Handler {
	return handle(bindArgs, func(ctx context.Context, c *Call, a *A) (*mcp.CallToolResult, error) {
		value, err := invoke(ctx, c, a, call)
		if err != nil {
			return nil, err
		}
		return structured(c, value, encode)
	})
}

// Text handles a function whose string is the answer's only text, without
// structured content.
func Text[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *Call, *A) (string, error),
) Handler {
	return handle(bindArgs, func(ctx context.Context, c *Call, a *A) (*mcp.CallToolResult, error) {
		text, err := invoke(ctx, c, a, call)
		if err != nil {
			return nil, err
		}
		if err := c.checkText(&mcp.TextContent{Text: text}); err != nil {
			return nil, err
		}
		return textResult(text), nil
	})
}

// Contents handles a function that returns content blocks of its own.
func Contents[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *Call, *A) ([]mcp.Content, error),
) Handler {
	return handle(bindArgs, func(ctx context.Context, c *Call, a *A) (*mcp.CallToolResult, error) {
		content, err := invoke(ctx, c, a, call)
		if err != nil {
			return nil, err
		}
		if err := c.checkText(content...); err != nil {
			return nil, err
		}
		return freeze(&mcp.CallToolResult{Content: content})
	})
}

// Result handles a function that writes the whole result, isError included.
// It passes as written; a nil result is an internal error.
func Result[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *Call, *A) (*mcp.CallToolResult, error),
) Handler {
	h := handle(bindArgs, func(ctx context.Context, c *Call, a *A) (*mcp.CallToolResult, error) {
		result, err := invoke(ctx, c, a, call)
		if err != nil {
			return nil, err
		}
		if result == nil {
			return nil, errNilResult
		}
		if err := c.checkText(result.Content...); err != nil {
			return nil, err
		}
		return freeze(result)
	})
	h.whole = true
	return h
}

// Nothing handles a function that returns an error at most; the answer of a
// call that succeeds has no content.
func Nothing[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *Call, *A) error,
) Handler {
	return handle(bindArgs, func(ctx context.Context, c *Call, a *A) (*mcp.CallToolResult, error) {
		_, err := invoke(ctx, c, a, func(ctx context.Context, c *Call, a *A) (none struct{}, err error) {
			return none, call(ctx, c, a)
		})
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{}}, nil
	})
}

// handle puts the binder before run. Only the binder's own refusal is an
// argument problem: whatever run returns is a failure inside the tool, even an
// error of the binder's type (contract: S0-54, S0-55).
func handle[A any](
	bindArgs func(*bind.Decoder, *A),
	run func(context.Context, *Call, *A) (*mcp.CallToolResult, error),
) Handler {
	read := func(c *Call, args *A) (bind.Report, error) {
		opt := bind.Options{Strict: c.row.Strict, Coerce: c.row.Coerce, Sound: c.sound}
		report, err := bind.Arguments(c.args, opt, bindArgs, args)
		if err != nil {
			return report, refusedArguments(err)
		}
		return report, nil
	}
	check := func(c *Call) (bind.Report, error) { return read(c, new(A)) }
	return Handler{check: check, run: func(ctx context.Context, c *Call) (*mcp.CallToolResult, error) {
		args := new(A)
		report, err := read(c, args)
		if err != nil {
			return nil, err
		}
		result, err := run(ctx, c, args)
		if err != nil {
			return nil, err
		}
		noteIgnored(result, report.Ignored)
		return result, nil
	}}
}

// invoke calls the function and notes how far it got, on the goroutine it runs
// on: one that panics or leaves it has not returned a value.
func invoke[A, R any](
	ctx context.Context, c *Call, a *A,
	call func(context.Context, *Call, *A) (R, error),
) (R, error) {
	phase := phaseFailed
	c.run.phase.Store(phaseRunning)
	defer func() { c.run.phase.Store(phase) }()
	value, err := call(ctx, c, a)
	if err == nil {
		phase = phaseEncoding
	}
	return value, err
}

// refusedArguments marks the binder's error as its own.
func refusedArguments(err error) error {
	if refused, ok := err.(*bind.ArgumentError); ok { //nolint:errorlint // the binder returns no other type
		return invalidArguments{refused}
	}
	return err
}
