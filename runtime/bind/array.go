package bind

import (
	"iter"
	"slices"
)

// Elements reads an array into s, one element per iteration: the body reads
// the value into the pointer it is given, which is valid for that iteration.
// An empty array gives an empty slice that is not nil. Elements beyond the
// rule's maximum are counted, not stored.
func Elements[S ~[]T, T any](d *Decoder, s *S, r *Rule) iter.Seq[*T] {
	return func(yield func(*T) bool) { elements(d, s, r, yield) }
}

func elements[S ~[]T, T any](d *Decoder, s *S, r *Rule, yield func(*T) bool) {
	a, ok := d.array(r.itemSpan())
	if !ok {
		return
	}
	list := S{}
	for a.next() {
		var zero T
		list = append(list, zero)
		if !yield(&list[len(list)-1]) {
			break
		}
	}
	*s = list
	a.end()
}

// Tuple reads an array of exactly n elements, one index per iteration.
func Tuple(d *Decoder, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		a, ok := d.array(span[int]{n, n, true, true})
		if !ok {
			return
		}
		for i := 0; a.next(); i++ {
			if !yield(i) {
				break
			}
		}
		a.end()
	}
}

// An array walks over the elements of one JSON array.
type array struct {
	d       *Decoder
	items   span[int]
	n       int  // elements so far, the current one included
	reading bool // the body is reading element n-1
	start   int  // of the notes of this array
	from    int  // of the notes of the current element
	at      mark
}

func (d *Decoder) array(items span[int]) (array, bool) {
	a := array{d: d, items: items, start: len(d.notes)}
	if !d.open('[') {
		d.refuse(itemText(items))
		return a, false
	}
	a.at.level, a.at.depth = len(d.outer), d.depth
	return a, true
}

// next ends the current element and moves to the one that is stored next.
func (a *array) next() bool {
	a.settle()
	if a.items.hasMax && a.n == a.items.max || !a.d.next(']') {
		return false
	}
	a.n++
	a.reading = true
	a.at.pos, a.from = a.d.pos, len(a.d.notes)
	return true
}

// settle ends the current element.
func (a *array) settle() {
	if !a.reading {
		return
	}
	a.reading = false
	a.d.settle(a.at)
	if len(a.d.notes) == a.from {
		return
	}
	if a.d.cut(a.start); len(a.d.notes) > a.from {
		a.d.stamp(a.from, a.n-1, indexStep(a.n-1))
	}
}

// end passes over what the loop left, leaves the array and checks how many
// elements it has.
func (a *array) end() {
	for a.settle(); a.d.next(']'); a.n++ {
		a.d.skip()
	}
	a.d.close()
	if !a.items.holds(a.n) {
		a.d.notes = slices.Insert(a.d.notes, a.start, note{kind: invalid, want: itemText(a.items)})
		a.d.cut(a.start)
	}
}
