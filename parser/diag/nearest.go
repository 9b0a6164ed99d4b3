package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDistance is the number of edits up to which a word counts as a misspelling of another.
const maxDistance = 2

// Nearest returns the known word that the given one was probably meant to be: the one with the smallest edit
// distance, at most 2 and less than the length of the word, the earlier of two that are equally near. A word that
// differs in case only is nearest of all (readonly → readOnly). Nearest returns "" when nothing is near.
func Nearest(word string, known []string) string {
	best, nearest := min(maxDistance+1, utf8.RuneCountInString(word)), ""
	for _, candidate := range known {
		if d := Distance(word, candidate); d < best {
			best, nearest = d, candidate
		}
	}
	return nearest
}

// DidYouMean returns ` (did you mean "title"?)` for the [Nearest] known word, to be put behind a message, and ""
// when nothing is near.
func DidYouMean(word string, known []string) string {
	nearest := Nearest(word, known)
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", nearest)
}

// Distance is the number of runes to insert, remove or replace, or of neighbours to swap, that make one word from
// the other; swapping counts once because it is the commonest slip (titel → title). Case
// does not count, and what is further away than 2 is 3.
func Distance(from, to string) int {
	if strings.EqualFold(from, to) {
		return 0
	}
	a, b := []rune(strings.ToLower(from)), []rune(strings.ToLower(to))
	if diff := len(a) - len(b); diff > maxDistance || -diff > maxDistance {
		return maxDistance + 1 // hostile or hopeless: the table is not worth its memory
	}
	return min(editTable(a, b), maxDistance+1)
}

// editTable is the dynamic programme of Damerau and Levenshtein (optimal string alignment) on three rows.
func editTable(a, b []rune) int {
	older, old, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			row[j+1] = min(old[j+1]+1, row[j]+1, old[j]+cost(a[i] != b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
		older, old, row = old, row, older
	}
	return old[len(b)]
}

func cost(differs bool) int {
	if differs {
		return 1
	}
	return 0
}
