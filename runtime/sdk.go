package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	methodCallTool  = "tools/call"
	methodListTools = "tools/list"
	methodListen    = "subscriptions/listen"

	// revision2026 is the protocol revision that gave results a resultType.
	revision2026 = "2026-07-28"

	resultComplete      = "complete"
	resultInputRequired = "input_required"
)

// stubSchema is all the SDK learns of a tool's arguments. An annotated schema
// would make its transport check headers before anybody has decided whether
// the caller may know the tool (sdk-notes: an existence oracle).
var stubSchema = json.RawMessage(`{"type":"object"}`)

// front is where calls come from. It knows who called, and when the calls it
// brought have to end.
type front interface {
	// caller returns who sent req; nil is nobody.
	caller(req mcp.Request) *Caller
	// sent returns the tools/call that req was before the SDK got it.
	sent(req mcp.Request) (sentCall, bool)
	// aborted is cancelled when calls in flight are cut off.
	aborted() context.Context
	// closing is cancelled when what only waits, a subscription, has to end.
	closing() context.Context
	// began is told of a request that begins a session.
	began(req mcp.Request)
	// lasts reports whether a session can be written to after its first answer.
	lasts(session *mcp.ServerSession) bool
	// inFlight counts what a shutdown waits for.
	inFlight() *tracker
}

func (w *web) inFlight() *tracker  { return w.server.web }
func (l *line) inFlight() *tracker { return l.tracker }

// adapter puts the pipeline into an SDK server. The SDK keeps the transports
// and the JSON-RPC envelope; tools/list and tools/call are ours.
type adapter struct {
	server *Server
	front  front
	send   mcp.MethodHandler // sends a notification to one session
}

// sdkServer returns an SDK server for the calls of f. Every row is registered
// under its name, so that a granted call finds its handler.
func (s *Server) sdkServer(f front) *mcp.Server {
	a := adapter{server: s, front: f}
	sdk := mcp.NewServer(
		s.identity.implementation(),
		&mcp.ServerOptions{
			Instructions: s.identity.Instructions,
			Logger:       slog.New(quiet{s.log.Handler()}),
			Capabilities: s.capabilities(),
			SetCacheable: setPrivate,
		})
	for _, row := range s.table.rows {
		sdk.AddTool(&mcp.Tool{Name: row.Name, InputSchema: stubSchema}, a.execute)
	}
	sdk.AddSendingMiddleware(a.sending)
	sdk.AddReceivingMiddleware(a.receive)
	return sdk
}

// setPrivate marks a result as one caller's own. The SDK's default is public,
// which would let a cache share one caller's listing with another.
func setPrivate(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
	*c = private
}

var private = mcp.Cacheable{TTLMs: 0, CacheScope: "private"}

// receive is the outermost receiving middleware: the only way in. A panic that
// got past everything else ends here, since on the SDK's goroutine it would
// end the process.
func (a adapter) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		defer func() {
			if value := recover(); value != nil {
				a.server.logFailure(ctx, "request failed", &panicError{value, debug.Stack()}, "method", method)
				result, err = nil, internalError()
			}
		}()
		switch method {
		case methodCallTool:
			return a.callTool(ctx, req, next)
		case methodListTools:
			return a.listTools(ctx, req)
		}
		if answer, ok := a.reader(method); ok {
			return answer(ctx, req)
		}
		return a.other(ctx, method, req, next)
	}
}

// other passes what is the SDK's, but for what tells of changes.
func (a adapter) other(ctx context.Context, method string, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	switch method {
	case methodInit:
		a.front.began(req)
		return a.begin(ctx, req, next)
	case methodInitialized:
		return a.began(ctx, req, next)
	case methodSubscribe, methodUnsubscribe:
		return a.subscription(ctx, method, req, next)
	case methodListen:
		return a.listen(ctx, req, next)
	}
	return next(ctx, method, req)
}

// callTool runs the pipeline here and its step 10 in the registered handler,
// where the SDK puts the result into the shape of the revision.
func (a adapter) callTool(ctx context.Context, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	sent, ok := a.front.sent(req)
	if !ok {
		return nil, internalError() // it did not come in through the front's intake
	}
	// In a session the request that brought the call may leave before it.
	leave := a.front.inFlight().retain()
	defer leave()
	ctx, release := bound(ctx, a.front.aborted())
	defer release()
	ctx, dismiss := wanted(ctx, sent.wanted)
	defer dismiss()
	var shaped atomic.Pointer[mcp.CallToolResult] // written by the frame's goroutine
	result, err := a.govern(ctx, sent, req,
		func(ctx context.Context, call *Call) (*mcp.CallToolResult, error) {
			result, err := a.hand(ctx, call, req, next)
			shaped.Store(result)
			return result, err
		})
	if err != nil {
		return nil, err
	}
	if result == shaped.Load() {
		return result, nil
	}
	return complete(result, req)
}

// govern takes the call through the pipeline, or through what is left of it if
// the lane has decided.
func (a adapter) govern(ctx context.Context, sent sentCall, req mcp.Request, run runFunc) (*mcp.CallToolResult, error) {
	r := a.request(ctx, sent, req)
	if sent.call == nil {
		return a.server.govern(ctx, r, run)
	}
	sent.call.origin, sent.call.opening.peer = r.origin, r.opening.peer
	return a.server.enter(ctx, sent.call, r.tracker, run).split()
}

// hand gives a granted call to its registered handler. Neither an error that
// is not of the protocol's type nor a missing result may reach the SDK: it
// would publish the one and crash on the other.
func (a adapter) hand(ctx context.Context, call *Call, req mcp.Request, next mcp.MethodHandler) (*mcp.CallToolResult, error) {
	res, err := next(context.WithValue(ctx, callKey{}, call), methodCallTool, req)
	if protocol, ok := err.(*jsonrpc.Error); ok && protocol != nil { //nolint:errorlint // the SDK asks for the direct type
		return nil, protocol
	}
	result, _ := res.(*mcp.CallToolResult)
	if err == nil && result != nil {
		return result, nil
	}
	if err == nil {
		err = errNilResult
	}
	a.server.logFailure(ctx, "call was not handed on", err, "tool", call.row.Name, "source", call.row.Source)
	return nil, internalError()
}

// callKey carries the call from the middleware to the registered handler of
// the same request: the SDK offers no parameter between the two.
type callKey struct{}

// execute is the handler registered for every tool.
func (a adapter) execute(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	call, ok := ctx.Value(callKey{}).(*Call)
	if !ok {
		return nil, internalError() // reached around the middleware: refuse
	}
	result := a.server.execute(ctx, call)
	switch {
	case call.ended.protocol != nil:
		return nil, call.ended.protocol
	case asks(result): // the SDK would ask a client of an older revision itself
		return &mcp.CallToolResult{}, nil
	}
	return result, nil
}

// complete gives a result that never reaches a registered handler the
// resultType of the newest revision, which nothing but decoding can set.
func complete(result *mcp.CallToolResult, req mcp.Request) (mcp.Result, error) {
	call, ok := req.(*mcp.CallToolRequest)
	if !ok || call.ProtocolVersion() < revision2026 {
		return result, nil
	}
	kind := resultComplete
	if asks(result) {
		kind = resultInputRequired
	}
	completed := new(mcp.CallToolResult)
	if err := json.Unmarshal([]byte(`{"resultType":"`+kind+`","content":[]}`), completed); err != nil {
		return nil, internalError()
	}
	completed.Meta = maps.Clone(result.Meta) // the SDK writes to it
	completed.Content = result.Content
	completed.StructuredContent = result.StructuredContent
	completed.IsError = result.IsError
	completed.InputRequests, completed.RequestState = result.InputRequests, result.RequestState
	return completed, nil
}

// errAborted is why a call ended that a shutdown did not wait for.
var errAborted = errors.New("server is shutting down")

// bound returns ctx, cancelled when end is too.
func bound(ctx, end context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(end, func() { cancel(errAborted) })
	return ctx, func() { stop(); cancel(nil) }
}

// wanted returns ctx, ended when the client gives up; nil is never.
func wanted(ctx, until context.Context) (context.Context, func()) {
	if until == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(until, func() { cancel(context.Cause(until)) })
	return ctx, func() { stop(); cancel(nil) }
}

// quiet passes the SDK's records from level Warn, and as Debug: below it the SDK
// writes several lines for every request, and those above it too are about what
// a remote caller sends, who could fill the log with them. What fails on our side
// is logged by us.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, slog.LevelDebug)
}

func (q quiet) Handle(ctx context.Context, record slog.Record) error {
	record.Level = slog.LevelDebug
	return q.Handler.Handle(ctx, record)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }
