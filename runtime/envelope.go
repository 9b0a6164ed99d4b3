package runtime

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// intake reads all that comes in, before the SDK does. What is not one
// unambiguous message is never handed on. Of a tools/call the SDK gets a message
// of ours, with the tool's name and what the protocol itself needs; the rest is
// kept as it was sent until the middleware takes it. So the SDK can neither read
// another name than the pipeline, nor refuse arguments or _meta before anybody
// has decided whether the caller may know the tool, nor decode them seven times.
type intake struct {
	reader envelope.Reader
	key    string // of the entry of the handed-on _meta that holds a token

	mu   sync.Mutex
	kept map[string]sentCall // by token
	last uint64
}

// sentCall is a tools/call as it was sent.
type sentCall struct {
	id   any    // string or int64
	name string // empty if there is none
	args []byte // nil if absent
	meta []byte // nil if absent
	call *Call  // granted already; nil if that is still to be decided

	sound bool // args are known to be JSON, without a name twice

	wanted context.Context // ends when the client gives up; nil if the SDK alone learns of that

	opening opening // without the peer
}

// arrival is what becomes of a text that came in.
type arrival struct {
	data     []byte    // what the SDK gets; nil if it gets nothing
	refusal  []byte    // the answer to a text that is refused; nil if it has none
	named    bool      // the refusal names the message it answers
	revision string    // what the refused message says of its protocol
	requests []awaited // those of data
	nameless bool      // a tools/call among them has no name
}

// awaited is a request that wants an answer.
type awaited struct {
	id     any                     // string or int64
	token  string                  // of the kept call; empty if it is none
	begun  chan struct{}           // of an initialize, closed when it is answered; nil of any other
	cancel context.CancelCauseFunc // of one that the lane decided; nil of any other

	granted bool // it was answered with a result
}

func newIntake() *intake {
	return &intake{key: "mcpgen/" + rand.Text(), kept: map[string]sentCall{}}
}

// receive reads a text, one message or a batch. A batch with a message in it that
// is refused is refused as a whole. The error is the envelope package's, for a
// text that is no message at all.
func (in *intake) receive(text []byte) (arrival, error) {
	var a arrival
	messages, isBatch := in.reader.Split(text)
	for i, message := range messages {
		m, err := in.reader.Read(message)
		if err == nil && ambiguous(&m) {
			err = envelope.ErrDuplicate
		}
		if err != nil {
			in.forget(a.requests)
			return refusedArrival(&m, isBatch, err)
		}
		if !isBatch && answersNobody(&m) {
			return arrival{}, nil
		}
		messages[i] = in.handOn(&a, &m, message)
	}
	a.data = joinMessages(messages, isBatch)
	return a, nil
}

// refusedArrival is the arrival of a message with a duplicate member, the same
// for every message and whatever it is about (catalogue X1). A notification has
// no answer.
func refusedArrival(m *envelope.Message, isBatch bool, err error) (arrival, error) {
	if !errors.Is(err, envelope.ErrDuplicate) {
		return arrival{}, err
	}
	if isBatch {
		m.ID = envelope.Value{} // the answer is to all of them
	}
	a := arrival{revision: m.Protocol.Version.Text()}
	if m.IsRequest() || isBatch {
		a.named = m.ID.Exists()
		a.refusal = envelope.AppendError(nil, m.ID, jsonrpc.CodeInvalidParams, textDuplicate)
	}
	return a, nil
}

// handOn returns what the SDK gets of one message.
func (in *intake) handOn(a *arrival, m *envelope.Message, message []byte) []byte {
	id := requestID(m.ID)
	if !m.IsRequest() || id == nil {
		return message
	}
	request := awaited{id: id}
	if m.Method.Is(methodInit) {
		request.begun = make(chan struct{})
	}
	if m.Method.Is(methodCallTool) {
		name, ok := m.ToolName()
		if !ok {
			name, a.nameless = "", true
		}
		request.token = in.keep(sentCall{id: id, name: name, args: m.Arguments.Raw, sound: m.Sound, meta: m.Meta.Raw, opening: openingOf(m)})
		message = appendCall(nil, m, name, in.key, request.token)
	} else if m.Meta.Exists() && m.Meta.Kind != '{' {
		message = withoutMeta(m, message)
	}
	a.requests = append(a.requests, request)
	return message
}

// withoutMeta returns a message whose _meta, which is no object, is an empty one
// (contract: S0-26).
func withoutMeta(m *envelope.Message, message []byte) []byte {
	behind := m.Meta.At + len(m.Meta.Raw)
	return slices.Concat(message[:m.Meta.At], []byte("{}"), message[behind:])
}

func (in *intake) keep(call sentCall) (token string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.last++
	token = strconv.FormatUint(in.last, 36)
	in.kept[token] = call
	return token
}

// grant notes that a kept call was granted, so that nothing is decided twice, and
// how long it is wanted: it may have been given up before the SDK knew of it.
func (in *intake) grant(request awaited, call *Call, wanted context.Context) {
	in.mu.Lock()
	defer in.mu.Unlock()
	sent := in.kept[request.token]
	sent.call, sent.wanted = call, wanted
	in.kept[request.token] = sent
}

// forget drops what is kept of requests that are over.
func (in *intake) forget(requests []awaited) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, request := range requests {
		delete(in.kept, request.token)
	}
}

// take returns, once, the call that the SDK hands back as req, without the trace
// of its having been kept. It reports false for a call that did not come in
// here, which must not run.
func (in *intake) take(req mcp.Request) (sentCall, bool) {
	params, ok := req.GetParams().(*mcp.CallToolParamsRaw)
	if !ok || params == nil {
		return sentCall{}, false
	}
	token, _ := params.Meta[in.key].(string)
	delete(params.Meta, in.key)
	in.mu.Lock()
	defer in.mu.Unlock()
	call, found := in.kept[token]
	delete(in.kept, token)
	return call, found
}

// end releases what would cancel a request that is over.
func (a awaited) end() {
	if a.cancel != nil {
		a.cancel(nil)
	}
}

// requestID returns an id as the SDK understands it: it cuts fractions off. What
// it does not understand is nil.
func requestID(id envelope.Value) any {
	switch id.Kind {
	case '"':
		return id.Text()
	case '0':
		number, err := strconv.ParseFloat(string(id.Raw), 64)
		if err != nil || math.IsInf(number, 0) {
			return nil
		}
		return int64(number)
	}
	return nil
}
