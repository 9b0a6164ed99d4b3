package main

import (
	"encoding/json"
	"fmt"
	"io"
)

// writeJSON writes a value and a newline; <, > and & stand as they are.
func writeJSON(w io.Writer, v any, indent string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}
