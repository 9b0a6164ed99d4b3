package catalog

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// maxWarnings bounds how many rejected tools of one page are logged one by one.
const maxWarnings = 100

// reasonFull is why an annotated tool is not offered for which there is no room.
const reasonFull = "there are too many annotated tools to remember this one"

var errPage = errors.New("page is no well-formed JSON object")

// Record takes a page of tools, the result of tools/list as JSON, and returns it
// without the tools that must not be offered, else byte for byte. It is called
// before the page is parsed into types, since one bad tool would spoil the page
// for a typed parser (contract: S4-2, S4-14).
//
// What the page says about a tool replaces what was known; tools that it does not
// name stay known (contract: S4-11). An entry whose name is not a string or whose
// inputSchema is not an object passes, and nothing is known about it (contract:
// S4-12). Each rejected tool is logged (contract: S4-8), from the hundredth of a
// page on only their number.
//
// About 4 MiB are remembered, of annotated and of rejected tools. An annotated
// tool that finds no room is dropped like a rejected one, so that no call goes out
// without its headers; a rejected one that finds none is dropped and forgotten.
//
// With an error the page is returned as it was; tools before the place of the
// error are recorded.
func (c *Catalog) Record(page []byte) ([]byte, error) {
	r := recording{catalog: c, page: page, dec: lenient(page)}
	if err := r.object(); err != nil {
		return page, errPage
	}
	r.report()
	return r.filtered(), nil
}

// lenient returns a decoder that leaves names that come twice and broken UTF-8 to
// the parser after it. Of two members the last counts here as it does there.
func lenient(src []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(src), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// recording is the reading of one page.
type recording struct {
	catalog *Catalog
	page    []byte
	dec     *jsontext.Decoder

	out      []byte // the page without dropped tools, up to copied
	copied   int
	rejected int
}

func (r *recording) filtered() []byte {
	if r.copied == 0 {
		return r.page
	}
	return append(r.out, r.page[r.copied:]...)
}

func (r *recording) object() error {
	return members(r.dec, func(key string) error {
		if key != "tools" || r.dec.PeekKind() != '[' {
			return r.dec.SkipValue()
		}
		return r.tools()
	})
}

// tools reads the array and drops what must not be offered.
func (r *recording) tools() error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	start, dropped := int(r.dec.InputOffset()), false
	var kept [][]byte
	for r.dec.PeekKind() != ']' {
		entry, err := r.entry()
		if err != nil {
			return err
		}
		if !r.isOffered(entry) {
			dropped = true
			continue
		}
		kept = append(kept, entry)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	if dropped {
		r.out = append(r.out, r.page[r.copied:start]...)
		r.out = append(r.out, bytes.Join(kept, []byte(","))...)
		r.copied = int(r.dec.InputOffset()) - 1
	}
	return nil
}

// entry returns the next element as a part of the page: the decoder's own slice
// is valid until the next read only.
func (r *recording) entry() ([]byte, error) {
	value, err := r.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	end := int(r.dec.InputOffset())
	return r.page[end-len(value) : end], nil
}

// isOffered records an entry and reports whether it stays in the page.
func (r *recording) isOffered(entry []byte) bool {
	name, schema, isNamed := readEntry(entry)
	if !isNamed {
		return true
	}
	if schema == nil {
		return r.catalog.remember(name, tool{})
	}
	params, err := header.Params(schema)
	if err != nil {
		r.warn(name, err.Error())
		r.catalog.remember(name, tool{reason: err.Error()})
		return false
	}
	if !r.catalog.remember(name, tool{params: params}) {
		r.warn(name, reasonFull)
		return false
	}
	return true
}

func (r *recording) warn(name, reason string) {
	r.rejected++
	if r.rejected < maxWarnings {
		r.catalog.log.Warn("tool is not offered", "tool", cut(name), "reason", reason)
	}
}

// report logs what was too much to log.
func (r *recording) report() {
	if more := r.rejected - maxWarnings + 1; more > 0 {
		r.catalog.log.Warn("more tools are not offered", "tools", more)
	}
}
