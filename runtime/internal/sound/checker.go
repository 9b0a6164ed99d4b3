package sound

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

var errTrailing = errors.New("text after the value")

// A Checker decides whether a text is sound: one JSON value in UTF-8, with no name
// twice in an object (RFC 8259, RFC 7493). The zero Checker is ready, and is used
// again for the next text; it is not for several goroutines at once.
type Checker struct {
	json jsontext.Decoder
	src  bytes.Buffer
}

// Check returns nil if text is sound, else what is wrong with it: jsontext's
// errors quote the text, so that they are not to be shown.
func (c *Checker) Check(text []byte) error {
	c.src = *bytes.NewBuffer(text) // read in place, not copied
	c.json.Reset(&c.src)
	defer c.forget()
	if _, err := c.json.ReadValue(); err != nil {
		return err
	}
	if len(bytes.Trim(c.json.UnreadBuffer(), " \t\r\n")) > 0 {
		return errTrailing
	}
	return nil
}

// forget lets go of the text.
func (c *Checker) forget() {
	c.src = bytes.Buffer{}
	c.json.Reset(&c.src)
}
