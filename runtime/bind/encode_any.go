package bind

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// maxAnyDepth ends values that contain themselves.
const maxAnyDepth = 1000

// Any writes a value whose type generated code does not know, as encoding/json
// does. What [Any] reads is written directly; encoding/json, and so reflection,
// serves all other types.
func (e *Encoder) Any(v any) { e.any(v, 0) }

func (e *Encoder) any(v any, depth int) {
	if depth > maxAnyDepth {
		e.fail(fmt.Errorf("value nested deeper than %d levels", maxAnyDepth))
		return
	}
	switch v := v.(type) {
	case nil:
		e.buf = append(e.buf, "null"...)
	case bool:
		e.Bool(v)
	case string:
		e.String(v)
	case float64:
		e.Float(v)
	case json.Number:
		e.number(v)
	case json.RawMessage:
		e.Raw(v)
	case map[string]any:
		e.anyObject(v, depth)
	case []any:
		e.anyArray(v, depth)
	default:
		e.anyInteger(v)
	}
}

func (e *Encoder) anyInteger(v any) {
	switch v := v.(type) {
	case int:
		e.Int(int64(v))
	case int64:
		e.Int(v)
	case int32:
		e.Int(int64(v))
	case uint64:
		e.Uint(v)
	case uint:
		e.Uint(uint64(v))
	default:
		e.reflected(v)
	}
}

func (e *Encoder) anyObject(m map[string]any, depth int) {
	if m == nil {
		e.buf = append(e.buf, "null"...)
		return
	}
	e.Object()
	for v := range Sorted(e, m) {
		e.any(v, depth+1)
	}
	e.EndObject()
}

func (e *Encoder) anyArray(list []any, depth int) {
	if list == nil {
		e.buf = append(e.buf, "null"...)
		return
	}
	e.Array()
	for _, v := range list {
		e.Element()
		e.any(v, depth+1)
	}
	e.EndArray()
}

func (e *Encoder) number(n json.Number) {
	switch {
	case n == "":
		e.Int(0)
	case !isNumber([]byte(n)):
		e.fail(fmt.Errorf("invalid number literal"))
	default:
		e.buf = append(e.buf, n...)
	}
}

// reflected writes what only encoding/json knows how to.
func (e *Encoder) reflected(v any) {
	var b bytes.Buffer
	j := json.NewEncoder(&b)
	j.SetEscapeHTML(false)
	if err := j.Encode(v); err != nil {
		e.fail(err)
		return
	}
	e.buf = append(e.buf, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
