package runtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// InputRequired is the error of a question that the client has not answered yet.
// A function, or an interceptor, that returns it, wrapped or joined with others
// of its kind, asks: the client gets the questions, and when it has answered, the
// function runs again from its beginning and reads the answers where it asked for
// them. What it did before it asked is done again, so it asks first.
type InputRequired struct {
	requests mcp.InputRequestMap
	state    string // of a function that writes its own result
}

// Error names the questions.
func (e *InputRequired) Error() string {
	return "input required: " + strings.Join(slices.Sorted(maps.Keys(e.requests)), ", ")
}

// Elicit asks the user, by a form or a URL: the answer says whether they accepted,
// declined or cancelled, and what they entered, which fits the requested schema,
// defaults filled in. An answer that does not is asked for again.
//
// If the client has answered the question of that key, in this round or an earlier
// one of the same call, Elicit returns the answer. Else its error is an
// [*InputRequired] for the function to return, or a [*MissingCapability] if the
// client did not declare that it can be asked, which the function may take as an
// answer too. Keys are the function's own; one key is one question.
//
// What an answer says is what the client says: it proves nothing about a human.
// A client may also send answers of its own accord; a function that minds requires
// [Call.Resumed].
func (d *dialog) Elicit(ctx context.Context, key string, params *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	answers, err := d.Ask(ctx, mcp.InputRequestMap{key: params})
	if err != nil {
		return nil, err
	}
	answer, ok := answers[key].(*mcp.ElicitResult)
	if !ok {
		return nil, errNotAnAnswer
	}
	return answer, nil
}

// Sample asks the client's model. It is as [Call.Elicit] in all else. For tools in
// a question see [Call.Ask].
func (d *dialog) Sample(ctx context.Context, key string, params *mcp.CreateMessageParams) (*mcp.CreateMessageResult, error) {
	answers, err := d.Ask(ctx, mcp.InputRequestMap{key: params})
	if err != nil {
		return nil, err
	}
	answer, ok := answers[key].(*mcp.CreateMessageWithToolsResult)
	if !ok || len(answer.Content) != 1 {
		return nil, errNotAnAnswer
	}
	return &mcp.CreateMessageResult{
		Meta: answer.Meta, Content: answer.Content[0],
		Model: answer.Model, Role: answer.Role, StopReason: answer.StopReason,
	}, nil
}

// Roots asks for the client's roots. It is as [Call.Elicit] in all else.
func (d *dialog) Roots(ctx context.Context, key string) (*mcp.ListRootsResult, error) {
	answers, err := d.Ask(ctx, mcp.InputRequestMap{key: &mcp.ListRootsParams{}})
	if err != nil {
		return nil, err
	}
	answer, ok := answers[key].(*mcp.ListRootsResult)
	if !ok {
		return nil, errNotAnAnswer
	}
	return answer, nil
}

// Ask asks several questions at once, by their keys. If all are answered it
// returns the answers: an *ElicitResult, a *CreateMessageWithToolsResult or a
// *ListRootsResult, as the question is. Else its error asks for those that are
// not; it is as [Call.Elicit] in all else.
func (d *dialog) Ask(ctx context.Context, requests mcp.InputRequestMap) (mcp.InputResponseMap, error) {
	if err := d.live(ctx); err != nil {
		return nil, err
	}
	questions, err := allAsked(requests)
	if err != nil {
		return nil, err
	}
	answers, open := mcp.InputResponseMap{}, mcp.InputRequestMap{}
	for key, question := range questions {
		if answer, ok := d.answerTo(key, question); ok {
			answers[key] = answer
			continue
		}
		open[key] = question.request
	}
	if len(open) == 0 {
		return answers, nil
	}
	if lacking := d.lacking(open); lacking != nil {
		return nil, lacking
	}
	return nil, &InputRequired{requests: open}
}

// AskAgain forgets the answer to a question, so that asking it again reaches the
// client: for an answer that fits its schema and is wrong all the same.
func (d *dialog) AskAgain(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.round.forget(key)
}

// InputResponses returns the answers that the request carries, and those of earlier
// rounds that were read by [Call.Elicit] and its like; what is no answer to
// anything is left out. It is for functions that write a result with input requests
// themselves. The map is the caller's own.
func (d *dialog) InputResponses() mcp.InputResponseMap {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.round.responses()
}

// requiredBy returns all that an error asks for; nil if it asks for nothing.
// Several questions may have been joined.
func requiredBy(err error) *InputRequired {
	all := &InputRequired{requests: mcp.InputRequestMap{}}
	if !all.collect(err) {
		return nil
	}
	return all
}

// collect adds every question in a tree of errors, and reports whether there was
// one.
func (e *InputRequired) collect(err error) bool {
	found := false
	switch err := err.(type) { //nolint:errorlint // the walk that errors.As makes, to the end
	case *InputRequired:
		if err != nil {
			maps.Copy(e.requests, err.requests)
			found = true
		}
	case interface{ Unwrap() error }:
		found = e.collect(err.Unwrap())
	case interface{ Unwrap() []error }:
		for _, one := range err.Unwrap() {
			found = e.collect(one) || found
		}
	}
	return found
}

var (
	errNotARequest = errors.New("not an input request")
	errNotAnAnswer = errors.New("answer is of another kind than its question")
)

// allAsked checks and freezes what is to be asked.
func allAsked(requests mcp.InputRequestMap) (map[string]asked, error) {
	questions := make(map[string]asked, len(requests))
	for key, request := range requests {
		q, err := askedOf(request)
		if err != nil {
			return nil, fmt.Errorf("input request %q: %w", key, err)
		}
		questions[key] = q
	}
	return questions, nil
}
