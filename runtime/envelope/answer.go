package envelope

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// AppendError appends the answer to a message that is refused. Without an id it
// is for a message that cannot be named. An error text that is not valid UTF-8
// is repaired.
func AppendError(dst []byte, id Value, code int, text string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0",`...)
	if id.Exists() {
		dst = append(dst, `"id":`...)
		dst = append(dst, id.Raw...)
		dst = append(dst, ',')
	}
	dst = append(dst, `"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(code), 10)
	dst = append(dst, `,"message":`...)
	dst, _ = jsontext.AppendQuote(dst, text)
	return append(dst, "}}"...)
}
