package wild

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Money marshals itself as JSON.
type Money struct{ Cents int64 }

// MarshalJSON writes an array.
func (m Money) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[ %d ]", m.Cents), nil }

// UnmarshalJSON reads one.
func (m *Money) UnmarshalJSON(b []byte) error {
	var list []int64
	if err := json.Unmarshal(b, &list); err != nil || len(list) != 1 {
		return errors.New("money: password=hunter2")
	}
	m.Cents = list[0]
	return nil
}

// IsZero tells nothing.
func (m Money) IsZero() bool { return m.Cents == 0 }

// Color marshals itself as text, by pointer.
type Color [3]byte

// MarshalText writes hex.
func (c *Color) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(c[:])), nil }

// UnmarshalText reads hex.
func (c *Color) UnmarshalText(b []byte) error {
	d, err := hex.DecodeString(string(bytes.ToLower(b)))
	if err != nil || len(d) != 3 {
		return errors.New("color: password=hunter2")
	}
	copy(c[:], d)
	return nil
}

// Moment has a JSON form and a text form, like time.Time; as a key the text
// counts.
type Moment int64

// MarshalJSON writes a number.
func (m Moment) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", int64(m)), nil }

// UnmarshalJSON reads a number.
func (m *Moment) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, (*int64)(m)) }

// MarshalText writes a date.
func (m Moment) MarshalText() ([]byte, error) {
	return []byte(time.Unix(int64(m), 0).UTC().Format(time.DateTime)), nil
}

// UnmarshalText reads a date.
func (m *Moment) UnmarshalText(b []byte) error {
	t, err := time.Parse(time.DateTime, string(b))
	*m = Moment(t.Unix())
	return err
}
