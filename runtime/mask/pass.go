package mask

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/internal/sound"
)

const (
	hidden = `"` + Replacement + `"`

	// maxDepth bounds the open containers that are looked into.
	maxDepth = 100
)

// pass is one reading of one text. It is reused.
type pass struct {
	*Masker
	checker sound.Checker
	texts   int // the text lies in so many other texts
	src     []byte
	pos     int
	out     []byte
	name    []byte // scratch
}

// run appends the text, which is sound, to dst with its secrets hidden.
func (p *pass) run(dst, raw []byte, texts int) []byte {
	p.texts, p.src, p.pos, p.out = texts, raw, 0, dst
	p.value(0)
	return p.out
}

// release lets go of both texts, so that the pool keeps no secret.
func (p *pass) release() {
	p.src, p.out = nil, nil
	clear(p.name[:cap(p.name)])
	p.passes.Put(p)
}

// peek moves to the next character that is not a blank, and returns 0 at the end.
func (p *pass) peek() byte {
	p.pos = sound.SkipBlank(p.src, p.pos)
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

// read moves behind the next value and returns it as it was sent.
func (p *pass) read() []byte {
	p.peek()
	start := p.pos
	p.pos = sound.EndOfValue(p.src, start)
	return p.src[start:p.pos]
}

// copied copies the next character, which is c.
func (p *pass) copied(c byte) {
	if p.peek() == c {
		p.pos++
	}
	p.out = append(p.out, c)
}

// value copies the next value, which lies in so many containers.
func (p *pass) value(depth int) {
	switch c := p.peek(); {
	case (c == '{' || c == '[') && depth >= maxDepth:
		p.hide()
	case c == '{':
		p.container('}', depth+1, (*pass).member)
	case c == '[':
		p.container(']', depth+1, (*pass).value)
	case c == '"' && p.strings:
		p.out = p.appendString(p.out, p.read())
	default:
		p.out = append(p.out, p.read()...)
	}
}

// container copies brackets and what is between them, part by part.
func (p *pass) container(end byte, depth int, part func(*pass, int)) {
	p.copied(p.peek())
	for c := p.peek(); c != end && c != 0; c = p.peek() {
		if c == ',' {
			p.copied(',')
		}
		part(p, depth)
	}
	p.copied(end)
}

// member copies a name and its value, which is hidden if the name is a sensitive one.
func (p *pass) member(depth int) {
	name := p.read()
	p.out = append(p.out, name...)
	p.copied(':')
	if p.isSensitive(name) || depth == 1 && p.isUndeclared(name) {
		p.hide()
	} else {
		p.value(depth)
	}
}

// hide writes the replacement of the next value.
func (p *pass) hide() {
	p.read()
	p.out = append(p.out, hidden...)
}

// isUndeclared tells members of the outermost object that are not to be shown.
func (p *pass) isUndeclared(quoted []byte) bool {
	return p.known != nil && !p.known[string(p.unquoted(quoted))]
}

// unquoted is a name without its quotes and escapes.
func (p *pass) unquoted(quoted []byte) []byte {
	if len(quoted) < 2 {
		return nil // of a text that is not sound
	}
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
	if !p.outline.mayHold(name) {
		return false
	}
	var lower [64]byte
	_, found := p.keys[string(appendLower(lower[:0], name))]
	return found
}
