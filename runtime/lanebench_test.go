package runtime

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// What a governed call costs over HTTP, beside a handler that does nothing and
// beside the SDK's typed tool behind its own handler: the same requests, the
// same arguments, the same result, in one process.

type (
	benchLine struct {
		SKU   string  `json:"sku"`
		Qty   int     `json:"qty"`
		Price float64 `json:"price"`
	}
	benchOrder struct {
		ID       int64       `json:"id"`
		Customer string      `json:"customer"`
		Priority string      `json:"priority" jsonschema:"how soon"`
		Lines    []benchLine `json:"lines"`
		Tags     []string    `json:"tags,omitempty"`
	}
)

const (
	benchArguments = `{"id":9007199254740,"customer":"ACME Trading & Söhne","priority":"high","lines":[` +
		`{"sku":"A-1001","qty":2,"price":19.99},{"sku":"B-2002","qty":1,"price":5},{"sku":"C-3003","qty":10,"price":0.75}],` +
		`"tags":["new","export"]}`
	benchMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}`
	benchCall   = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"place_order","arguments":` + benchArguments + `,` + benchMeta + `}}`
	benchSchema = `{"type":"object","properties":{"id":{"type":"integer"},"customer":{"type":"string","minLength":1,"maxLength":200},` +
		`"priority":{"type":"string","enum":["low","high"]},"lines":{"type":"array","minItems":1,"maxItems":10,"items":{"type":"object",` +
		`"properties":{"sku":{"type":"string"},"qty":{"type":"integer","minimum":1,"maximum":100},"price":{"type":"number"}},` +
		`"required":["sku","qty","price"]}},"tags":{"type":"array","items":{"type":"string"}}},"required":["id","customer","priority","lines"]}`
)

var (
	benchFieldsLine  = bind.Fields{{Name: "sku", Required: true}, {Name: "qty", Required: true}, {Name: "price", Required: true}}
	benchFieldsOrder = bind.Fields{{Name: "id", Required: true}, {Name: "customer", Required: true}, {Name: "priority", Required: true}, {Name: "lines", Required: true}, {Name: "tags"}}

	benchRuleCustomer = bind.NewRule(bind.MinLen(1), bind.MaxLen(200))
	benchRulePriority = bind.NewRule(bind.OneOf("low", "high"))
	benchRuleLines    = bind.NewRule(bind.MinItems(1), bind.MaxItems(10))
	benchRuleQty      = bind.NewRule(bind.MinInt(1), bind.MaxInt(100))
)

func bindBenchLine(d *bind.Decoder, v *benchLine) {
	for o := d.Object(benchFieldsLine); o.Next(); {
		switch o.Name {
		case "sku":
			bind.String(d, &v.SKU, nil)
		case "qty":
			bind.Int(d, &v.Qty, benchRuleQty)
		case "price":
			bind.Float(d, &v.Price, nil)
		}
	}
}

func bindBenchOrder(d *bind.Decoder, v *benchOrder) {
	for o := d.Object(benchFieldsOrder); o.Next(); {
		switch o.Name {
		case "id":
			bind.Int(d, &v.ID, nil)
		case "customer":
			bind.String(d, &v.Customer, benchRuleCustomer)
		case "priority":
			bind.String(d, &v.Priority, benchRulePriority)
		case "lines":
			for p := range bind.Elements(d, &v.Lines, benchRuleLines) {
				bindBenchLine(d, p)
			}
		case "tags":
			for p := range bind.Elements(d, &v.Tags, nil) {
				bind.String(d, p, nil)
			}
		}
	}
}

func encodeBenchLine(e *bind.Encoder, v *benchLine) {
	e.Object()
	e.Name("sku")
	e.String(v.SKU)
	e.Name("qty")
	e.Int(int64(v.Qty))
	e.Name("price")
	e.Float(v.Price)
	e.EndObject()
}

func encodeBenchOrder(e *bind.Encoder, v benchOrder) {
	e.Object()
	e.Name("id")
	e.Int(v.ID)
	e.Name("customer")
	e.String(v.Customer)
	e.Name("priority")
	e.String(v.Priority)
	e.Name("lines")
	e.Array()
	for i := range v.Lines {
		e.Element()
		encodeBenchLine(e, &v.Lines[i])
	}
	e.EndArray()
	if len(v.Tags) > 0 {
		e.Name("tags")
		e.Array()
		for i := range v.Tags {
			e.Element()
			e.String(v.Tags[i])
		}
		e.EndArray()
	}
	e.EndObject()
}

func benchRow() Row {
	return Row{
		Name: "place_order", Section: "s", Input: benchSchema, Output: benchSchema,
		Handler: Structured(bindBenchOrder,
			func(_ context.Context, _ *Call, a *benchOrder) (benchOrder, error) { return *a, nil },
			encodeBenchOrder),
	}
}

func benchCaller() *Caller { return &Caller{ID: "ada", Sections: []string{"s"}} }

// governed returns a server with a grant, a section and one listener of each kind
// that is told of calls.
func governed(tb testing.TB, rows ...Row) *Server {
	tb.Helper()
	srv, err := NewServer(NewRegistry(Identity{Name: "bench", Version: "1"}, nil, rows), WithSections(BySections),
		WithLogger(slog.New(slog.DiscardHandler)),
		OnList(func(context.Context, *ListEvent) error { return nil }),
		OnBeforeCall(func(context.Context, *BeforeCall) error { return nil }),
		OnAfterCall(func(context.Context, *AfterCall) error { return nil }),
		WithEvents(event.SinkFunc(func(context.Context, event.Event) error { return nil })))
	if err != nil {
		tb.Fatal(err)
	}
	return srv
}

func governedHTTP(tb testing.TB, rows ...Row) http.Handler {
	tb.Helper()
	handler, err := governed(tb, rows...).HTTPHandler(func(*http.Request) (*Caller, error) { return benchCaller(), nil })
	if err != nil {
		tb.Fatal(err)
	}
	return handler
}

// typed returns a server of the SDK with typed tools.
func typed(rows int) *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, &mcp.ServerOptions{Logger: slog.New(slog.DiscardHandler)})
	place := func(_ context.Context, _ *mcp.CallToolRequest, a benchOrder) (*mcp.CallToolResult, benchOrder, error) {
		return nil, a, nil
	}
	for i := range rows {
		mcp.AddTool(srv, &mcp.Tool{Name: benchName(i)}, place)
	}
	return srv
}

func typedHTTP(rows int) http.Handler {
	srv := typed(rows)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, Logger: slog.New(slog.DiscardHandler)})
}

func benchName(i int) string {
	if i == 0 {
		return "place_order"
	}
	return "place_order_" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + jsonNumber(i)
}

func jsonNumber(i int) string {
	data, _ := json.Marshal(i)
	return string(data)
}

// idle reads the body and writes a constant.
func idle(answer []byte) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		if _, err := io.ReadAll(req.Body); err != nil {
			return
		}
		rw.Header().Set("Content-Type", "application/json")
		_, _ = rw.Write(answer)
	})
}

func benchRequest(method, name, body string) *http.Request {
	req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body)) //nolint:noctx // as net/http makes it
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", revision2026)
	req.Header.Set("Mcp-Method", method)
	if name != "" {
		req.Header.Set("Mcp-Name", name)
	}
	return req
}

func benchHandler(b *testing.B, handler http.Handler, method, name, body string) []byte {
	b.Helper()
	var last []byte
	b.ReportAllocs()
	for b.Loop() {
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, benchRequest(method, name, body))
		if response.Code != http.StatusOK {
			b.Fatalf("%d: %s", response.Code, response.Body)
		}
		last = response.Body.Bytes()
	}
	b.SetBytes(int64(len(last)))
	return last
}

func BenchmarkHTTPCall(b *testing.B) {
	var answer []byte
	b.Run("governed", func(b *testing.B) {
		answer = benchHandler(b, governedHTTP(b, benchRow()), methodCallTool, "place_order", benchCall)
	})
	b.Run("idle", func(b *testing.B) { benchHandler(b, idle(answer), methodCallTool, "place_order", benchCall) })
	b.Run("sdk", func(b *testing.B) { benchHandler(b, typedHTTP(1), methodCallTool, "place_order", benchCall) })
}

// lines is a client that sends one line and reads one.
type lines struct {
	in  *io.PipeWriter
	out *bufio.Reader
}

// pipes connects a client with whatever serve serves.
func pipes(b *testing.B, serve func(in io.ReadCloser, out io.WriteCloser)) lines {
	b.Helper()
	fromClient, in := io.Pipe()
	out, toClient := io.Pipe()
	served := make(chan struct{})
	go func() { defer close(served); serve(fromClient, toClient) }()
	b.Cleanup(func() { _ = in.Close(); <-served })
	return lines{in, bufio.NewReaderSize(out, 64<<10)}
}

func (l lines) round(b *testing.B, message []byte) {
	b.Helper()
	if _, err := l.in.Write(message); err != nil {
		b.Fatal(err)
	}
	answer, err := l.out.ReadSlice('\n')
	if err != nil || !bytes.Contains(answer, []byte(`"structuredContent"`)) {
		b.Fatalf("%s, %v", answer, err)
	}
}

func BenchmarkStdioCall(b *testing.B) {
	message := []byte(benchCall + "\n")
	b.Run("governed", func(b *testing.B) {
		client := pipes(b, func(in io.ReadCloser, out io.WriteCloser) {
			_ = governed(b, benchRow()).ServeIO(context.Background(), benchCaller(), in, out)
		})
		b.ReportAllocs()
		for b.Loop() {
			client.round(b, message)
		}
	})
	b.Run("sdk", func(b *testing.B) {
		client := pipes(b, func(in io.ReadCloser, out io.WriteCloser) {
			_ = typed(1).Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
		})
		b.ReportAllocs()
		for b.Loop() {
			client.round(b, message)
		}
	})
}

func BenchmarkHTTPList(b *testing.B) {
	const tools = 1000
	rows := make([]Row, tools)
	for i := range rows {
		rows[i] = benchRow()
		rows[i].Name = benchName(i)
	}
	list := `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + benchMeta + `}}`
	b.Run("governed", func(b *testing.B) { benchHandler(b, governedHTTP(b, rows...), methodListTools, "", list) })
	b.Run("sdk", func(b *testing.B) { benchHandler(b, typedHTTP(tools), methodListTools, "", list) })
}
