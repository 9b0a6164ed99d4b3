package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Extension is what a definition gets beyond its row: entries of _meta and
// annotations. It is immutable; the zero Extension adds nothing. A host that
// extends many tools makes a map of them once and adds them with
// [DefinitionEvent.Extend].
type Extension struct {
	meta        map[string]json.RawMessage
	annotations map[string]json.RawMessage
}

// NewExtension returns an extension with the JSON of these values. It refuses
// every annotation that [DefinitionEvent.SetAnnotation] refuses; all problems
// are returned joined.
func NewExtension(meta, annotations map[string]any) (Extension, error) {
	var x Extension
	var problems []error
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		problems = append(problems, x.setMeta(key, meta[key]))
	}
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		problems = append(problems, x.setAnnotation(key, annotations[key]))
	}
	if err := errors.Join(problems...); err != nil {
		return Extension{}, err
	}
	return x, nil
}

func (x *Extension) setMeta(key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("_meta entry %q: %w", key, err)
	}
	x.meta = with(x.meta, key, data)
	return nil
}

// setAnnotation is the only way an annotation gets in. The three hints a caller
// is protected by come from the declaration and from nowhere else.
func (x *Extension) setAnnotation(key string, value any) error {
	switch key {
	case "readOnlyHint", "destructiveHint", "openWorldHint":
		return fmt.Errorf("annotation %q follows from the declaration and cannot be set", key)
	}
	if err := checkAnnotation(key, value); err != nil {
		return err
	}
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("annotation %q: %w", key, err)
	}
	x.annotations = with(x.annotations, key, data)
	return nil
}

// checkAnnotation refuses values that no client could read: one of them would
// spoil the whole listing.
func checkAnnotation(key string, value any) error {
	ok := true
	switch key {
	case "title":
		_, ok = value.(string)
	case "idempotentHint":
		_, ok = value.(bool)
	}
	if !ok {
		return fmt.Errorf("annotation %q cannot be a %T", key, value)
	}
	return nil
}

// merge returns x with what y adds or overrides.
func (x Extension) merge(y Extension) Extension {
	for key, value := range y.meta {
		x.meta = with(x.meta, key, value)
	}
	for key, value := range y.annotations {
		x.annotations = with(x.annotations, key, value)
	}
	return x
}

func (x Extension) empty() bool { return len(x.meta) == 0 && len(x.annotations) == 0 }

// with returns a copy of entries with one more: an extension never changes.
func with(entries map[string]json.RawMessage, key string, value json.RawMessage) map[string]json.RawMessage {
	entries = maps.Clone(entries)
	if entries == nil {
		entries = map[string]json.RawMessage{}
	}
	entries[key] = value
	return entries
}
