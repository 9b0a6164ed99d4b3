package runtime

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// openingOfRead reads the opening of a prompts/get or a resources/read, which the
// SDK has decoded. It keeps 53 bits of a number: a progress token of more would
// come back as another one, so there is no progress then.
func openingOfRead(ctx context.Context, req mcp.Request, answers mcp.InputResponseMap, state string) opening {
	o := opening{peer: peerOf(ctx, req), state: state}
	if params, ok := req.GetParams().(interface{ GetProgressToken() any }); ok {
		o.token = tokenOf(params.GetProgressToken())
	}
	if len(answers) > 0 {
		o.answers, _ = json.Marshal(answers) // decoded values do encode
	}
	return o
}

func tokenOf(token any) json.RawMessage {
	const exact = 1 << 53
	switch token := token.(type) {
	case string:
		if len(token) <= maxProgressToken {
			quoted, _ := json.Marshal(token) // texts do encode
			return quoted
		}
	case float64:
		if math.Abs(token) < exact {
			return json.RawMessage(strconv.FormatFloat(token, 'f', -1, 64))
		}
	}
	return nil
}

// reads is a kind of result of what is read, as far as it asks for input.
type reads[R any] struct {
	required func(R) *InputRequired // nil: it asks for nothing
	asking   func(mcp.InputRequestMap, string) R
}

// converse is [contain] for what may ask its client for input: a round that is
// none of ours is refused, and a client of an older revision is asked while its
// request waits.
func converse[R any](
	ctx context.Context, s *Server, r readSubject, source string, d *dialog, kind reads[R], run func() (R, error),
) (none R, refused *jsonrpc.Error) {
	if err := s.settle(d); err != nil {
		s.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "round of a call refused", slog.Any("cause", err),
			slog.String(r.kind, cut(r.name, maxNameShown)), slog.String("caller", d.of.topic().caller.ID))
		return none, invalidParams(textOf(err))
	}
	defer d.hush()
	return contain(ctx, s, r, source, func() (R, error) { return kind.rounds(ctx, d, run) })
}

// rounds runs a function as often as it asks a client that is asked at once.
func (kind reads[R]) rounds(ctx context.Context, d *dialog, run func() (R, error)) (none R, err error) {
	for {
		result, err := run()
		d.reportLast(ctx)
		required := requiredBy(err)
		if err == nil {
			required = kind.required(result)
		}
		if required == nil {
			return result, err
		}
		sealed, again, err := d.next(ctx, required)
		if err != nil {
			return none, err
		}
		if !again {
			return kind.asking(required.requests, sealed), nil
		}
	}
}

// shown implements speaker.
func (unanswered) shown() string { return textNoAnswer }

// readPrompts and readResources say how each of the two asks.
func readPrompts() reads[*mcp.GetPromptResult] {
	return reads[*mcp.GetPromptResult]{
		required: func(result *mcp.GetPromptResult) *InputRequired {
			return requiredIn(result.InputRequests, result.RequestState)
		},
		asking: func(requests mcp.InputRequestMap, state string) *mcp.GetPromptResult {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{}, InputRequests: requests, RequestState: state}
		},
	}
}

func readResources() reads[*mcp.ReadResourceResult] {
	return reads[*mcp.ReadResourceResult]{
		required: func(result *mcp.ReadResourceResult) *InputRequired {
			return requiredIn(result.InputRequests, result.RequestState)
		},
		asking: func(requests mcp.InputRequestMap, state string) *mcp.ReadResourceResult {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{}, InputRequests: requests, RequestState: state}
		},
	}
}

// requiredIn is what a result asks for; nil if it does not ask.
func requiredIn(requests mcp.InputRequestMap, state string) *InputRequired {
	if requests == nil && state == "" {
		return nil
	}
	return &InputRequired{requests, state}
}

// askingPrompt freezes a result of a function that asks for input.
func askingPrompt(result *mcp.GetPromptResult) (*mcp.GetPromptResult, error) {
	if len(result.Messages) > 0 {
		return nil, errContentAsks
	}
	requests, err := freezeRequests(result.InputRequests)
	if err != nil {
		return nil, err
	}
	return readPrompts().asking(requests, result.RequestState), nil
}

// askingResource freezes a result of a function that asks for input.
func askingResource(result *mcp.ReadResourceResult) (*mcp.ReadResourceResult, error) {
	if len(result.Contents) > 0 {
		return nil, errContentAsks
	}
	requests, err := freezeRequests(result.InputRequests)
	if err != nil {
		return nil, err
	}
	return readResources().asking(requests, result.RequestState), nil
}
