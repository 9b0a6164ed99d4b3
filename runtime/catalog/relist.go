package catalog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// maxPages bounds how many pages are read when the tools are listed again.
const maxPages = 100

var errNoPage = errors.New("server did not answer with a page of tools")

// relist lists the tools again in the name of a call that was refused: with its
// credentials, its session and what it says about the client. Pages are recorded,
// nobody else sees them.
func (t *transport) relist(call *http.Request, m message) error {
	cursor, seen := json.RawMessage(nil), map[string]bool{}
	for n := range maxPages {
		id := "mcpgen-relist-" + strconv.Itoa(n+1)
		list, err := listMessage(id, cursor, field(m.params, "_meta"))
		if err != nil {
			return err
		}
		page, err := t.page(call, list, id)
		if err != nil {
			return err
		}
		if _, err := t.catalog.Record(page); err != nil {
			return err
		}
		cursor = json.RawMessage(field(page, "nextCursor"))
		// A cursor that comes again would lead round and round.
		if len(cursor) == 0 || cursor[0] != '"' || seen[string(cursor)] {
			return nil
		}
		seen[string(cursor)] = true
	}
	return nil
}

// listMessage returns a tools/list. Of the call's _meta it takes what each
// request has to say about the client, and nothing that is about the call.
func listMessage(id string, cursor json.RawMessage, meta []byte) (message, error) {
	kept := map[string]json.RawMessage{}
	for _, key := range []string{"protocolVersion", "clientInfo", "clientCapabilities"} {
		key = "io.modelcontextprotocol/" + key
		if value := field(meta, key); value != nil {
			kept[key] = json.RawMessage(value)
		}
	}
	params := map[string]any{"_meta": kept}
	if cursor != nil {
		params["cursor"] = cursor
	}
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params})
	return readMessage(raw), err
}

// page sends a tools/list and returns the result.
func (t *transport) page(call *http.Request, m message, id string) ([]byte, error) {
	resp, err := t.base.RoundTrip(t.request(call, m))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // it is read, or given up
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: status %d", errNoPage, resp.StatusCode)
	}
	body := io.LimitReader(resp.Body, maxPage+1)
	if mediaType(resp) != "text/event-stream" {
		raw, err := readAll(body)
		return resultOf(raw, id), err
	}
	for stream := bufio.NewReader(body); ; {
		raw, err := readEvent(stream)
		if result := resultOf(eventData(raw), id); result != nil {
			return result, nil
		}
		if err != nil {
			return nil, errNoPage
		}
	}
}

// resultOf returns the result of the answer to id, nil if raw is something else.
func resultOf(raw []byte, id string) []byte {
	if got, ok := unquote(field(raw, "id")); !ok || got != id {
		return nil
	}
	return field(raw, "result")
}
