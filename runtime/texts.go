package runtime

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// bindTexts binds values that are all sent as texts: the arguments of a prompt,
// the variables of a template. What is meant to be a number is read as one; a
// string stays as it is.
func bindTexts[A any](values map[string]string, bindArgs func(*bind.Decoder, *A)) (*A, error) {
	args := new(A)
	_, err := bind.Arguments(objectOf(values), bind.Options{Coerce: true, Text: true}, bindArgs, args)
	if err != nil {
		return nil, refusedArguments(err)
	}
	return args, nil
}

// objectOf writes texts as one JSON object, by name.
func objectOf(values map[string]string) []byte {
	data := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(values)) {
		if i > 0 {
			data = append(data, ',')
		}
		data, _ = jsontext.AppendQuote(data, name) // invalid UTF-8 is replaced
		data = append(data, ':')
		data, _ = jsontext.AppendQuote(data, values[name])
	}
	return append(data, '}')
}
