package header

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
		if raw, shape := argument(args, params[i].Path); shape == primitive {
			values = append(values, Value{Name: params[i].Name, Text: textOf(raw)})
		}
	}
	return values
}

// textOf returns the text of a primitive.
func textOf(raw []byte) string {
	switch raw[0] {
	case '"':
		text, _ := unquote(raw)
		return string(text)
	case 't', 'f':
		return string(raw)
	}
	number, _ := parse(raw)
	return string(number.appendInteger(nil))
}
