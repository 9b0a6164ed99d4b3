package main

import "encoding/json"

// sampleText is what texts are in a sample: a region, as most examples of
// mirrored arguments have it.
const sampleText = "us-west1"

// sample returns arguments for a tool: for each property that has one of the
// simple types a value that is right for most tools.
func sample(schema any) json.RawMessage {
	raw, err := json.Marshal(schema)
	if err != nil {
		return nil
	}
	var object struct {
		Properties map[string]struct {
			Type    any               `json:"type"`
			Default json.RawMessage   `json:"default"`
			Enum    []json.RawMessage `json:"enum"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil // a property that is no object: the tool gets no arguments
	}
	args := map[string]any{}
	for name, property := range object.Properties {
		switch {
		case property.Default != nil:
			args[name] = property.Default
		case len(property.Enum) > 0:
			args[name] = property.Enum[0]
		case property.Type == "string":
			args[name] = sampleText
		case property.Type == "integer", property.Type == "number":
			args[name] = 5
		case property.Type == "boolean":
			args[name] = true
		}
	}
	raw, err = json.Marshal(args)
	if err != nil {
		return nil
	}
	return raw
}
