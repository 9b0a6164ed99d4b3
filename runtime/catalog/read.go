package catalog

import "github.com/go-json-experiment/json/jsontext"

// members calls f for each member of the object that is next, in order. f reads
// the value.
func members(dec *jsontext.Decoder, f func(key string) error) error {
	if dec.PeekKind() != '{' {
		return errPage
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		key, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if err := f(key.String()); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// readEntry returns the name of a tool and its input schema, nil if that is no
// object. It reports false without a name that is a text.
func readEntry(entry []byte) (name string, schema []byte, isNamed bool) {
	dec := lenient(entry)
	err := members(dec, func(key string) error {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		switch key {
		case "name":
			name, isNamed = unquote(value)
		case "inputSchema":
			schema = nil
			if value.Kind() == '{' {
				schema = value.Clone()
			}
		}
		return nil
	})
	return name, schema, isNamed && err == nil
}

// unquote returns the text of a string; false for another value. Broken UTF-8
// becomes U+FFFD, as typed parsers have it.
func unquote(value jsontext.Value) (string, bool) {
	if value.Kind() != '"' {
		return "", false
	}
	text, _ := jsontext.AppendUnquote(nil, value)
	return string(text), true
}

// field returns the last member of object that is called name, nil if there is
// none or object is none.
func field(object []byte, name string) jsontext.Value {
	var found jsontext.Value
	dec := lenient(object)
	err := members(dec, func(key string) error {
		value, err := dec.ReadValue()
		if key == name {
			found = value.Clone()
		}
		return err
	})
	if err != nil {
		return nil
	}
	return found
}
