package bind

import "sync"

// Options says how the arguments of one tool are read. The zero value drops
// unknown arguments and repairs nothing.
type Options struct {
	// Strict refuses arguments that no field declares, at every depth.
	Strict bool
	// Coerce accepts numbers, booleans, arrays and objects that were sent as
	// text, by the type of the field. Strings and enums are never touched.
	Coerce bool
	// Text says that whoever sends these arguments has nothing but text, as for
	// a prompt. With Coerce, numbers of an enum are then read from text, too.
	Text bool
	// Sound says that the text is known to be JSON in UTF-8 with no name twice in an
	// object; then only its depth is looked at.
	Sound bool
}

// Report names what was done to arguments before they reached the function.
// Each list holds at most 32 paths, each path at most 128 runes.
type Report struct {
	Ignored  []string // unknown arguments that were dropped
	Repaired []string // values that were sent as text and coerced
}

// Arguments binds raw, the arguments of one call as they were sent, to v. It
// first checks the text as a whole and then lets bindFunc read it; a nil
// bindFunc is a tool without parameters. Nothing and null are an empty object.
//
// The error, if any, is an [*ArgumentError]. The report is filled in both cases.
func Arguments[T any](raw []byte, opt Options, bindFunc func(*Decoder, *T), v *T) (Report, error) {
	d := acquire(opt)
	if err := d.load(raw); err != nil {
		d.release()
		return Report{}, err
	}
	if bindFunc == nil {
		d.nothing()
	} else {
		bindFunc(d, v)
	}
	report, err := d.finish()
	d.release()
	return report, err
}

// nothing reads an object that has no fields.
func (d *Decoder) nothing() {
	o := d.Object(nil)
	for o.Next() {
	}
}

// maxPooled bounds the input whose decoder is kept: what a decoder buffers
// grows with its input, and one hostile call must not hold memory for ever.
const maxPooled = 64 << 10

// decoders is a cache, not state: whether it is empty can never be observed.
var decoders = sync.Pool{New: func() any { return newDecoder() }}

func acquire(opt Options) *Decoder {
	d := decoders.Get().(*Decoder)
	d.opt = opt
	return d
}

// release returns the decoder to the pool without anything of this call. It is
// not deferred: a decoder whose call panicked is left to the collector.
func (d *Decoder) release() {
	if d.size > maxPooled {
		return
	}
	clear(d.notes)
	clear(d.outer[:cap(d.outer)])
	*d = Decoder{
		checker: d.checker,
		notes:   d.notes[:0],
		outer:   d.outer[:0],
		aux:     d.aux[:0],
		scratch: d.scratch[:0],
	}
	decoders.Put(d)
}
