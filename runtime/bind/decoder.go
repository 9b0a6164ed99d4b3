package bind

import "github.com/mcpgen-go/mcpgen/runtime/internal/sound"

// A Decoder reads the arguments of one call. Generated code gets it from
// [Arguments] and hands it to the functions of this package; it is not kept.
//
// Every function that reads a value consumes exactly one, whatever it is, and
// reports a wrong one on the decoder: generated code checks nothing.
type Decoder struct {
	src    []byte // accepted by check
	pos    int    // of the next unread byte
	depth  int    // open containers
	inText bool   // reading JSON that was sent as text

	opt     Options
	size    int      // of the input
	outer   []source // what is read on after src
	aux     []byte   // defaults and texts that are read in place of the input
	scratch []byte   // the last unescaped string

	notes    []note
	more     int // problems that were counted, not kept
	ignored  int
	repaired int

	checker *sound.Checker
}

// A source is a text that another one interrupts.
type source struct {
	src        []byte
	pos, depth int
	inText     bool
	aux        int // length of Decoder.aux to go back to
}

func newDecoder() *Decoder { return &Decoder{checker: new(sound.Checker)} }

// load checks the whole text and moves to its object.
func (d *Decoder) load(raw []byte) *ArgumentError {
	d.src, d.size = raw, len(raw)
	if d.peek() == 0 && d.pos == len(raw) {
		d.empty()
		return nil
	}
	if err := d.check(raw, d.opt.Sound); err != nil {
		return err
	}
	switch d.peek() {
	case '{':
		return nil
	case 'n':
		d.empty()
		return nil
	default:
		return wholeError("expected object.")
	}
}

// empty makes the decoder read an object without members.
func (d *Decoder) empty() {
	d.aux = append(d.aux[:0], "{}"...)
	d.src, d.pos = d.aux, 0
}

// open enters the array or object that begins with c. It reports false, and
// has read nothing, where something else stands.
func (d *Decoder) open(c byte) bool {
	if k := d.peek(); k != c && !d.openText(k, c) {
		return false
	}
	d.pos++
	d.depth++
	return true
}

// openText is open for a container that was sent as text. Inside of it strings
// stay strings: what a caller encoded once is decoded once.
func (d *Decoder) openText(kind, c byte) bool {
	if kind != '"' || !d.opt.Coerce || d.inText {
		return false
	}
	start := d.pos
	text := d.text()
	if !beginsWith(text, c) || d.check(text, false) != nil {
		d.pos = start
		return false
	}
	d.repair()
	push(d, text)
	d.inText = true
	d.peek()
	return true
}

// beginsWith reports whether c is the first byte of text that is no blank.
func beginsWith(text []byte, c byte) bool {
	for _, b := range text {
		switch b {
		case ' ', '\t', '\r', '\n':
		default:
			return b == c
		}
	}
	return false
}

// close leaves the innermost container at its closing bracket, and the text
// that it is all of.
func (d *Decoder) close() {
	d.pos = min(d.pos+1, len(d.src))
	d.depth--
	if n := len(d.outer); n > 0 && d.outer[n-1].depth == d.depth {
		d.pop(n - 1)
	}
}

// push makes d read text next and then go on behind the current position.
func push[B []byte | string](d *Decoder, text B) {
	d.outer = append(d.outer, source{d.src, d.pos, d.depth, d.inText, len(d.aux)})
	start := len(d.aux)
	d.aux = append(d.aux, text...)
	d.src, d.pos = d.aux[start:], 0
}

// pop goes back to the given level of sources.
func (d *Decoder) pop(level int) {
	s := d.outer[level]
	d.outer = d.outer[:level]
	d.src, d.pos, d.depth, d.inText = s.src, s.pos, s.depth, s.inText
	d.aux = d.aux[:s.aux]
}

// A mark is a place before a value, for settle.
type mark struct{ level, depth, pos int }

// settle moves behind the value that began at m, however much of it the body
// of a loop has read: nothing, a part (it broke out of a loop), or all.
func (d *Decoder) settle(m mark) {
	if len(d.outer) > m.level {
		d.pop(m.level)
	}
	for d.depth > m.depth && d.pos < len(d.src) {
		d.leave()
	}
	if d.pos == m.pos {
		d.skip()
	}
}

// leave moves behind the next bracket that closes the innermost container, or
// behind one thing before it.
func (d *Decoder) leave() {
	switch d.peek() {
	case '}', ']':
		d.pos++
		d.depth--
	case ',', ':':
		d.pos++
	default:
		d.skip()
	}
}
