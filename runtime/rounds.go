package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

const (
	// maxRounds bounds how often one call asks a client of an older revision, and
	// how many rounds of a call are free of charge.
	maxRounds = 10

	textNoAnswer = "Error: The client gave no answer."
	textNotReady = "Error: The tool is not ready. Retry later."
)

var (
	errTooManyRounds = errors.New("function asks again and again")
	errContentAsks   = errors.New("result has both content and input requests")
)

// unanswered is a client that could not be asked, or did not answer.
type unanswered struct{ cause error }

func (e unanswered) Error() string {
	return "client gave no answer: " + cut(e.cause.Error(), maxErrorText) // a client may have written it
}

func (e unanswered) Unwrap() error { return e.cause }

// settle lends a dialog what it needs of the server, and opens the state that the
// request carries. An error means that the request has to be refused: it carries
// what no client of ours can have got for it.
func (s *Server) settle(d *dialog) error {
	d.server = s
	if d.opening.answers != nil {
		answers, err := readAnswers(d.opening.answers)
		if err != nil {
			return err
		}
		d.round.answers = answers
	}
	if d.opening.state == "" {
		return nil
	}
	st, err := s.states.open(d.bound(), d.opening.state)
	if err != nil {
		return err
	}
	d.round.resume(st)
	return nil
}

// resume continues from a state. What was answered before stays as it was.
func (r *round) resume(st state) {
	r.number, r.resumed, r.kept = st.Round, true, st.Kept
	if r.answers == nil {
		r.answers = map[string]json.RawMessage{}
	}
	maps.Copy(r.answers, st.Answers)
}

// next takes a dialog from a run that asks to the one after it. Where the client
// can be asked at once, it is, and the function runs again; else the client carries
// the state that is returned.
func (d *dialog) next(ctx context.Context, asked *InputRequired) (sealed string, again bool, err error) {
	if lacking := d.lacking(asked.requests); lacking != nil {
		return "", false, lacking
	}
	d.mu.Lock()
	if asked.state != "" {
		d.round.kept = []byte(asked.state)
	}
	st := state{Round: d.round.number + 1, Kept: d.round.kept, Answers: d.round.carried(asked.requests)}
	d.mu.Unlock()
	if d.opening.peer == nil || d.opening.peer.asksInResults() {
		sealed, err = d.server.states.close(d.bound(), st)
		return sealed, false, err
	}
	if err := d.fulfil(ctx, asked.requests, &st); err != nil {
		return "", false, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.round = round{}
	d.round.resume(st)
	return "", true, nil
}

// fulfil asks a client of an older revision, one question after the other. It
// waits for an answer no longer than a newer one may take for it.
func (d *dialog) fulfil(ctx context.Context, requests mcp.InputRequestMap, st *state) error {
	if len(requests) == 0 {
		return NewRefusal(textNotReady)
	}
	if st.Round > maxRounds {
		return errTooManyRounds
	}
	if st.Answers == nil {
		st.Answers = map[string]json.RawMessage{}
	}
	ctx, cancel := context.WithTimeout(ctx, d.server.states.ttl)
	defer cancel()
	for _, key := range slices.Sorted(maps.Keys(requests)) {
		answer, err := d.opening.peer.ask(ctx, requests[key])
		if err != nil {
			return unanswered{fmt.Errorf("input request %q: %w", key, err)}
		}
		if st.Answers[key], err = json.Marshal(answer); err != nil {
			return unanswered{fmt.Errorf("input request %q: %w", key, err)}
		}
	}
	return nil
}

// rounds is steps 8 to 10, again as long as the function asks a client that is
// asked while its call waits: for function and interceptors no revision differs
// from another.
func (f *frame) rounds(ctx context.Context, run runFunc) ending {
	for {
		end := f.intercept(ctx, run)
		if ctx.Err() == nil {
			f.call.reportLast(ctx)
		}
		if !asks(end.result) || end.failure() {
			return end
		}
		sealed, again, err := f.call.next(ctx, &InputRequired{end.result.InputRequests, end.result.RequestState})
		switch {
		case err != nil:
			return unasked(ctx, err)
		case !again:
			end.result.RequestState = sealed // the result is ours: it was frozen
			return end
		}
	}
}

// unasked is the end of a call whose function asks for what it does not get.
func unasked(ctx context.Context, err error) ending {
	if silent, ok := errors.AsType[unanswered](err); ok && ctx.Err() == nil {
		end := failed(silent)
		end.outcome, end.result = OutcomeCancelled, errorResult(textNoAnswer) // nothing failed here
		return end
	}
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	return meant(err)
}

// needing is the end of a call whose function needs something of its client, by
// what it returned.
func needing(err error) (ending, bool) {
	if lacks, ok := errors.AsType[*MissingCapability](err); ok {
		return lacks.means(), true
	}
	if required := requiredBy(err); required != nil {
		return required.means(), true
	}
	return ending{}, false
}

// means is the end of a call that asks for input.
func (e *InputRequired) means() ending {
	requests := mcp.InputRequestMap{}
	maps.Copy(requests, e.requests)
	return executed(&mcp.CallToolResult{Content: []mcp.Content{}, InputRequests: requests, RequestState: e.state})
}

// asks reports whether a result asks for input.
func asks(result *mcp.CallToolResult) bool {
	return result != nil && requiredIn(result.InputRequests, result.RequestState) != nil
}

// freezeRequests returns a frozen copy of what a function asks in a result of its
// own; nil of nil.
func freezeRequests(requests mcp.InputRequestMap) (mcp.InputRequestMap, error) {
	if requests == nil {
		return nil, nil
	}
	questions, err := allAsked(requests)
	if err != nil {
		return nil, err
	}
	frozen := mcp.InputRequestMap{}
	for key, q := range questions {
		frozen[key] = q.request
	}
	return frozen, nil
}

// resume is what comes first inside the frame: it opens what the request carries
// of earlier rounds, and reports whether the call ends here because that is not
// what its caller was given for this call (catalogue G16, H10). The budget pays
// for such a call as for any other.
func (s *Server) resume(ctx context.Context, call *Call) (ending, bool) {
	err := s.settle(&call.dialog)
	if err == nil {
		return ending{}, false
	}
	s.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "round of a call refused", slog.Any("cause", err),
		slog.String("tool", call.row.Name), slog.String("caller", call.caller.ID))
	return ending{
		outcome: OutcomeInvalid, reason: event.ReasonValidation, err: err, protocol: invalidParams(textOf(err)),
	}, true
}

// textOf is what a caller reads of a round that is refused: all that can be wrong
// with a state is one text.
func textOf(err error) string {
	if errors.Is(err, errOddAnswers) {
		return textBadAnswers
	}
	return textBadState
}
