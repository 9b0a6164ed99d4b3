package header

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// What is read of a schema at most. A tool whose annotations lie beyond is
// invalid: it must not be offered on a guess.
const (
	maxSchema = 1 << 20 // bytes
	maxDepth  = 128     // containers within each other
	maxParams = 128     // annotations
)

// Params returns what the input schema of a tool mirrors, in the order of the
// document; none without an annotation. The error is an [*AnnotationError] with
// the reason why the tool is invalid (contract: S4-7, S4-19).
//
// An annotation counts where properties alone lead from the root; anywhere else
// (items, compositions, definitions, the root itself) it makes the tool invalid,
// except inside default, const, enum and examples, which hold data. One that is
// null is none. A schema that annotates and is not well-formed, repeats a name, or
// is larger than 1 MiB, deeper than 128 containers or has more than 128
// annotations is invalid too.
func Params(schema []byte) ([]Param, error) {
	if !mayAnnotate(schema) {
		return nil, nil
	}
	if len(schema) > maxSchema {
		return nil, invalid("the schema is larger than %d bytes", maxSchema)
	}
	r := reader{dec: jsontext.NewDecoder(bytes.NewBuffer(schema))}
	if err := r.whole(); err != nil {
		return nil, unread(err)
	}
	return judge(r.found)
}

// mayAnnotate spares most schemas the reading: the keyword is in its text, or
// hides behind an escape of a small letter or a hyphen.
func mayAnnotate(schema []byte) bool {
	for _, sign := range []string{Keyword, `\u002`, `\u006`, `\u007`} {
		if bytes.Contains(schema, []byte(sign)) {
			return true
		}
	}
	return false
}

// unread returns the reason for an error of the decoder, whose own text may
// repeat anything of the schema.
func unread(err error) error {
	var reason *AnnotationError
	switch {
	case errors.As(err, &reason):
		return reason
	case errors.Is(err, jsontext.ErrDuplicateName):
		return invalid("the schema has a name twice")
	}
	return invalid("the schema is not well-formed JSON")
}

// reader looks for annotations in one pass.
type reader struct {
	dec   *jsontext.Decoder
	path  []string // of properties, as far as they lead
	found []annotation
}

// whole reads the schema to the end of the text.
func (r *reader) whole() error {
	if err := r.schema(true); err != nil {
		return err
	}
	if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("text after the schema")
	}
	return nil
}

// schema reads what stands where a schema may stand. If reached, properties alone
// led here.
func (r *reader) schema(reached bool) error {
	switch r.dec.PeekKind() {
	case '{':
		return r.object(reached)
	case '[':
		return r.array()
	}
	return r.dec.SkipValue()
}

// object reads the keywords of a schema. The annotation is judged with the type,
// which may come after it, and before all that is inside.
func (r *reader) object(reached bool) error {
	if err := r.enter(); err != nil {
		return err
	}
	at, marked, here := len(r.found), false, annotation{}
	for r.dec.PeekKind() != '}' {
		key, err := r.name()
		if err != nil {
			return err
		}
		switch key {
		case Keyword:
			marked, err = r.annotation(&here, reached)
		case "type":
			here.kind, err = r.text()
		case "properties":
			err = r.named(reached)
		case "patternProperties", "$defs", "definitions", "dependentSchemas", "dependentRequired", "dependencies":
			err = r.named(false)
		case "default", "const", "enum", "examples":
			err = r.dec.SkipValue()
		default:
			err = r.schema(false)
		}
		if err != nil {
			return err
		}
	}
	if marked {
		r.found = slices.Insert(r.found, at, here)
	}
	return r.leave()
}

// named reads a keyword whose members are names of the host's choice, not
// keywords: a property may well be called x-mcp-header.
func (r *reader) named(reached bool) error {
	if r.dec.PeekKind() != '{' {
		return r.schema(false)
	}
	if err := r.enter(); err != nil {
		return err
	}
	for r.dec.PeekKind() != '}' {
		name, err := r.name()
		if err != nil {
			return err
		}
		r.path = append(r.path, name)
		if err := r.schema(reached); err != nil {
			return err
		}
		r.path = r.path[:len(r.path)-1]
	}
	return r.leave()
}

// array reads schemas beside each other, and what else is in arrays.
func (r *reader) array() error {
	if err := r.enter(); err != nil {
		return err
	}
	for r.dec.PeekKind() != ']' {
		if err := r.schema(false); err != nil {
			return err
		}
	}
	return r.leave()
}

// annotation reads the value of the keyword; null is no annotation.
func (r *reader) annotation(here *annotation, reached bool) (bool, error) {
	if len(r.found) >= maxParams {
		return false, invalid("the schema has more than %d annotations", maxParams)
	}
	if r.dec.PeekKind() == 'n' {
		return false, r.dec.SkipValue()
	}
	name, err := r.text()
	if err != nil {
		return false, err
	}
	here.name, here.path = name, slices.Clone(r.path)
	if !reached || len(r.path) == 0 {
		here.pointer = string(r.dec.StackPointer())
	}
	return true, nil
}

// text reads a text; anything else is passed over and the empty one.
func (r *reader) text() (string, error) {
	if r.dec.PeekKind() != '"' {
		return "", r.dec.SkipValue()
	}
	return r.name()
}

func (r *reader) name() (string, error) {
	token, err := r.dec.ReadToken()
	if err != nil {
		return "", err
	}
	return token.String(), nil
}

// enter reads an opening bracket.
func (r *reader) enter() error {
	if r.dec.StackDepth() >= maxDepth {
		return invalid("the schema is deeper than %d containers", maxDepth)
	}
	return r.leave()
}

// leave reads a bracket.
func (r *reader) leave() error {
	_, err := r.dec.ReadToken()
	return err
}
