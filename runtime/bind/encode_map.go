package bind

import (
	"cmp"
	"encoding"
	"errors"
	"iter"
	"slices"
	"strconv"
)

// Sorted writes the keys of a map one by one, sorted as encoding/json sorts
// them; the body writes the value. The caller writes the brackets.
func Sorted[M ~map[K]V, K ~string, V any](e *Encoder, m M) iter.Seq[V] {
	return func(yield func(V) bool) {
		keys := make([]K, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			e.key(string(k))
			if !yield(m[k]) {
				return
			}
		}
	}
}

// SortedInts is [Sorted] for integer keys, which are written in decimal and
// sorted by that text.
func SortedInts[M ~map[K]V, K Integer, V any](e *Encoder, m M) iter.Seq[V] {
	return sortedTexts(e, m, func(k K) string {
		if k < 0 {
			return strconv.FormatInt(int64(k), 10)
		}
		return strconv.FormatUint(uint64(k), 10)
	})
}

// SortedTexts is [Sorted] for keys that marshal themselves, sorted by their text.
func SortedTexts[M ~map[K]V, K interface {
	comparable
	encoding.TextMarshaler
}, V any](e *Encoder, m M) iter.Seq[V] {
	return sortedTexts(e, m, func(k K) string {
		text, err := k.MarshalText()
		if err != nil {
			e.fail(err)
		}
		return string(text)
	})
}

func sortedTexts[M ~map[K]V, K comparable, V any](e *Encoder, m M, text func(K) string) iter.Seq[V] {
	type entry struct {
		text string
		key  K
	}
	return func(yield func(V) bool) {
		entries := make([]entry, 0, len(m))
		for k := range m {
			entries = append(entries, entry{text(k), k})
		}
		slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.text, b.text) })
		for i, x := range entries {
			if i > 0 && entries[i-1].text == x.text {
				e.fail(errSameKey)
			}
			e.key(x.text)
			if !yield(m[x.key]) {
				return
			}
		}
	}
}

// errSameKey is an error because the order of such members would be random, and
// readers refuse a name that comes twice.
var errSameKey = errors.New("two keys of a map have the same text")

// Zero reports whether v is the zero value of its type, which the option
// ",omitzero" leaves out.
func Zero[T comparable](v T) bool {
	var zero T
	return v == zero
}
