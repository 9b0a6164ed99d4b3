package catalog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
)

// maxPage bounds a page and an event, in bytes. It is what the SDK's client takes
// of an event.
const maxPage = 16 << 20

var errTooLarge = errors.New("page of tools is larger than 16 MiB")

// filter makes resp, which answers a tools/list, say only what may be offered.
// A body that is not read here (compressed, or of an unknown type) passes.
func (c *Catalog) filter(resp *http.Response) {
	if resp.Header.Get("Content-Encoding") != "" {
		return
	}
	filtered := &filtered{Closer: resp.Body}
	switch mediaType(resp) {
	case "application/json":
		filtered.next = c.nextMessage(resp.Body)
	case "text/event-stream":
		filtered.next = c.nextEvent(bufio.NewReader(resp.Body))
	default:
		return
	}
	resp.Body = filtered
	resp.ContentLength = -1
	resp.Header.Del("Content-Length")
}

// mediaType returns the type of the body without its parameters.
func mediaType(resp *http.Response) string {
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return media
}

// filtered is a body that next makes piece by piece, the last one with an error.
type filtered struct {
	io.Closer
	next  func() ([]byte, error)
	piece []byte
	err   error
}

func (f *filtered) Read(p []byte) (int, error) {
	for len(f.piece) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.piece, f.err = f.next()
	}
	n := copy(p, f.piece)
	f.piece = f.piece[n:]
	return n, nil
}

// nextMessage returns the message that body is, filtered, as one piece.
func (c *Catalog) nextMessage(body io.Reader) func() ([]byte, error) {
	return func() ([]byte, error) {
		raw, err := readAll(body)
		if err != nil {
			return nil, err
		}
		return c.filterMessage(raw), io.EOF
	}
}

// readAll reads a page.
func readAll(body io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(body, maxPage+1))
	if err == nil && len(raw) > maxPage {
		err = errTooLarge
	}
	return raw, err
}

// filterMessage returns a JSON-RPC message with a filtered result. One that is no
// answer, or is broken, is the SDK's to judge.
func (c *Catalog) filterMessage(raw []byte) []byte {
	var out []byte
	copied := 0
	dec := lenient(raw)
	err := members(dec, func(key string) error {
		value, err := dec.ReadValue()
		if err != nil || key != "result" {
			return err
		}
		end := int(dec.InputOffset())
		start := end - len(value)
		page, err := c.Record(raw[start:end:end])
		if err != nil {
			return err
		}
		out = append(append(out, raw[copied:start]...), page...)
		copied = end
		return nil
	})
	if err != nil {
		return raw
	}
	return append(out, raw[copied:]...)
}

// nextEvent returns the events of a stream, one by one.
func (c *Catalog) nextEvent(stream *bufio.Reader) func() ([]byte, error) {
	return func() ([]byte, error) {
		raw, err := readEvent(stream)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		return c.filterEvent(raw), err
	}
}

// readEvent reads up to the empty line that ends an event.
func readEvent(stream *bufio.Reader) ([]byte, error) {
	var event []byte
	for start := 0; ; start = len(event) {
		for {
			part, err := stream.ReadSlice('\n')
			event = append(event, part...)
			if len(event) > maxPage {
				return nil, errTooLarge
			}
			if err == nil {
				break
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				return event, err
			}
		}
		if isEmpty(event[start:]) {
			return event, nil
		}
	}
}

// filterEvent returns an event with filtered data.
func (c *Catalog) filterEvent(raw []byte) []byte {
	data := eventData(raw)
	message := c.filterMessage(data)
	if bytes.Equal(message, data) {
		return raw
	}
	var out []byte
	for line := range bytes.Lines(raw) {
		if !isData(line) && !isEmpty(line) {
			out = append(out, line...)
		}
	}
	for line := range bytes.SplitSeq(message, []byte("\n")) {
		out = append(append(append(out, "data: "...), line...), '\n')
	}
	return append(out, '\n')
}

// eventData returns the data of an event.
func eventData(raw []byte) []byte {
	var data []byte
	for line := range bytes.Lines(raw) {
		if isData(line) {
			data = append(append(data, bytes.TrimSpace(line[len("data:"):])...), '\n')
		}
	}
	return bytes.TrimSuffix(data, []byte("\n"))
}

func isData(line []byte) bool { return bytes.HasPrefix(line, []byte("data:")) }

func isEmpty(line []byte) bool { return len(bytes.TrimRight(line, "\r\n")) == 0 }
