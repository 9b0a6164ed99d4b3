package header

// longestInteger is how many digits of an integer are mirrored: more than any Go
// integer has, and few enough that "1e999999" does not become a header.
const longestInteger = 64

// Value is what an argument says in a header.
type Value struct {
	// Name is the header's name without [Prefix].
	Name string
	// Text is not encoded yet, see [Encode].
	Text string
}

// Values returns what a call with these arguments has to mirror, in the order of
// params. A text is mirrored as it is, an integer in decimal digits (5.0 and 5e0
// are 5), a boolean as true or false, by what was sent, whatever the schema asks
// for: if it does not fit the server says so, and better. Nothing is mirrored
// where the argument is absent, null, an object, an array, a number with a
// fraction or an integer of more than 64 digits, nor where args are no object
// (contract: S4-6, S4-15, S4-16).
func Values(params []Param, args []byte) []Value {
	var values []Value
	for i := range params {
		raw, shape := argument(args, params[i].Path)
		if shape != primitive {
			continue
		}
		if text, ok := textOf(raw); ok {
			values = append(values, Value{Name: params[i].Name, Text: text})
		}
	}
	return values
}

// textOf returns the text of a primitive.
func textOf(raw []byte) (string, bool) {
	switch raw[0] {
	case '"':
		text, _ := unquote(nil, raw)
		return string(text), true
	case 't', 'f':
		return string(raw), true
	}
	number, _ := parse(raw)
	digits, ok := number.appendInteger(nil, longestInteger)
	return string(digits), ok
}
