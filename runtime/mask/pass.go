package mask

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	hidden = `"` + Replacement + `"`

	// maxDepth bounds the open containers that are looked into.
	maxDepth = 100
)

var errTrailing = errors.New("text after the value")

// pass is one reading of one text. It is reused.
type pass struct {
	*Masker
	texts int // the text lies in so many other texts
	src   bytes.Buffer
	dec   jsontext.Decoder
	out   []byte
	name  []byte // scratch
}

func (p *pass) start(m *Masker, dst, raw []byte, texts int) {
	p.Masker, p.texts, p.out = m, texts, dst
	p.src = *bytes.NewBuffer(raw)
	p.dec.Reset(&p.src)
}

// forget lets go of both texts, so that the pool keeps no secret.
func (p *pass) forget() {
	p.out = nil
	p.src = bytes.Buffer{}
	p.dec.Reset(&p.src)
	clear(p.name[:cap(p.name)])
}

// value copies the only value of the text.
func (p *pass) value() error {
	for {
		if err := p.token(); err != nil {
			return err
		}
		if p.dec.StackDepth() == 0 {
			return p.end()
		}
	}
}

// end wants nothing to follow.
func (p *pass) end() error {
	_, err := p.dec.ReadToken()
	switch {
	case err == nil:
		return errTrailing
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// token copies the next bracket, name or scalar.
func (p *pass) token() error {
	kind := p.dec.PeekKind()
	if kind != '}' && kind != ']' {
		p.separate()
	}
	switch {
	case kind == '}', kind == ']':
		return p.bracket(byte(kind))
	case kind != '{' && kind != '[':
		return p.scalar(kind)
	case p.dec.StackDepth() >= maxDepth:
		return p.hide()
	}
	return p.bracket(byte(kind))
}

// separate writes what stands before the next name or value.
func (p *pass) separate() {
	parent, n := p.dec.StackIndex(p.dec.StackDepth())
	switch {
	case p.dec.StackDepth() == 0, n == 0:
	case parent == '{' && n%2 == 1:
		p.out = append(p.out, ':')
	default:
		p.out = append(p.out, ',')
	}
}

func (p *pass) bracket(c byte) error {
	_, err := p.dec.ReadToken()
	p.out = append(p.out, c)
	return err
}

// scalar copies a name, with its hidden value if it is a sensitive one, or a
// value that is no container.
func (p *pass) scalar(kind jsontext.Kind) error {
	isName := p.atName()
	raw, err := p.dec.ReadValue()
	if err != nil {
		return err
	}
	if kind == '"' && p.strings && !isName {
		p.out = p.appendString(p.out, raw)
		return nil
	}
	p.out = append(p.out, raw...)
	if isName && (p.isSensitive(raw) || p.isUndeclared(raw)) {
		p.out = append(p.out, ':')
		return p.hide()
	}
	return nil
}

func (p *pass) atName() bool {
	parent, n := p.dec.StackIndex(p.dec.StackDepth())
	return parent == '{' && n%2 == 0
}

// hide writes the replacement of the next value.
func (p *pass) hide() error {
	p.out = append(p.out, hidden...)
	return p.dec.SkipValue()
}

// isUndeclared tells members of the outermost object that are not to be shown.
func (p *pass) isUndeclared(quoted []byte) bool {
	return p.known != nil && p.dec.StackDepth() == 1 && !p.known[string(p.unquoted(quoted))]
}

// unquoted is a name without its quotes and escapes.
func (p *pass) unquoted(quoted []byte) []byte {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') < 0 {
		return name
	}
	p.name, _ = jsontext.AppendUnquote(p.name[:0], quoted)
	return p.name
}

// isSensitive compares a quoted name with the list.
func (p *pass) isSensitive(quoted []byte) bool {
	name := p.unquoted(quoted)
	if len(name) > p.longest {
		return false
	}
	var lower [64]byte
	_, found := p.keys[string(appendLower(lower[:0], name))]
	return found
}
