package bind

import (
	"encoding"
	"encoding/json"
)

// Text reads a string with the type's own UnmarshalText, whose error is never
// shown. The method copies what it keeps.
func Text[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](d *Decoder, p P) {
	readText(d, p, "string", "")
}

// TextFormat is [Text] for a type whose text form has a name: want is what a
// caller is told to send, such as uuid.
func TextFormat[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](d *Decoder, p P, want string) {
	readText(d, p, want, want)
}

func readText(d *Decoder, p encoding.TextUnmarshaler, kind, want string) {
	text, ok := d.stringOf(kind)
	if ok && p.UnmarshalText(text) != nil {
		d.invalid(want)
	}
}

// JSON reads any value, null too, with the type's own UnmarshalJSON, whose
// error is never shown. The method copies what it keeps.
func JSON[T any, P interface {
	*T
	json.Unmarshaler
}](d *Decoder, p P) {
	if p.UnmarshalJSON(d.value()) != nil {
		d.invalid("")
	}
}

// Raw reads any value, null too, as a copy of what was sent.
func Raw[T ~[]byte](d *Decoder, p *T) {
	*p = append(T{}, d.value()...)
}
