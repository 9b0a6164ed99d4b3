package directive

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// arguments checks the arguments of one line against the table and hands them to the merger.
type arguments struct {
	*reader
	line   line
	merger merger
}

func (a arguments) into(s slots, args []arg) {
	a.merger.slots = s
	for _, one := range args {
		if one.key == "" {
			a.word(one)
		} else {
			a.key(one)
		}
	}
}

func (a arguments) word(one arg) {
	f := Flag{Pos: a.line.at(one.pos), End: a.line.at(one.end)}
	w, ok := a.merger.spec.word(one.word)
	switch {
	case !ok:
		a.unknownWord(one, f)
	case !w.Available:
		a.notYet(f.Pos, f.End, fmt.Sprintf("%s of %s", w.Name, a.merger.label))
	default:
		a.merger.word(w, f)
	}
}

// unknownWord assumes the nearest effect after a misspelt one: the tool does have an effect, and a second problem
// about a missing one would only confuse.
func (a arguments) unknownWord(one arg, f Flag) {
	keys, words := a.merger.spec.known()
	bare, _, hasValue := strings.Cut(one.word, "=")
	fix := a.merger.spec.Usage()
	nearest := diag.Nearest(bare, words)
	if key := diag.Nearest(bare, keys); key != "" && (hasValue || nearest == "") {
		nearest, fix = key, fmt.Sprintf("write %s=VALUE", key)
	} else if nearest != "" {
		fix = "write " + nearest
	}
	a.report(f.Pos, f.End, diag.CodeUnknownWord, fmt.Sprintf("unknown word %q in %s%s", one.word, a.merger.label, didYouMean(bare, nearest)), fix)
	if w, ok := a.merger.spec.word(nearest); ok && w.Group == effectGroup && !a.merger.slots.effect.Given() {
		a.merger.word(w, f)
	}
}

// didYouMean is silent when the word itself is right and only its form is not (strict=true).
func didYouMean(word, nearest string) string {
	if nearest == "" || nearest == word {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", nearest)
}

func (a arguments) key(one arg) {
	pos, end := a.line.at(one.pos), a.line.at(one.end)
	k, ok := a.merger.spec.key(one.key)
	switch {
	case !ok:
		a.unknownKey(one, pos, end)
	case !k.Available:
		a.notYet(pos, end, fmt.Sprintf("%s= of %s", k.Name, a.merger.label))
	case a.valid(k, one):
		a.put(k, one, end)
	}
}

func (a arguments) unknownKey(one arg, pos, end token.Pos) {
	keys, words := a.merger.spec.known()
	nearest, fix := diag.Nearest(one.key, keys), a.merger.spec.Usage()
	if nearest != "" {
		fix = formatArg(arg{key: nearest, items: one.items}, a.merger.spec.isList)
	} else if nearest = diag.Nearest(one.key, words); nearest != "" {
		fix = fmt.Sprintf("%s is a word: write it without a value", nearest)
	}
	a.report(pos, end, diag.CodeUnknownKey, fmt.Sprintf("unknown key %q in %s%s", one.key, a.merger.label, didYouMean(one.key, nearest)), fix)
}

func (a arguments) put(k Key, one arg, end token.Pos) {
	pos := a.line.at(one.valuePos())
	if k.Kind != KindList {
		a.merger.text(k.Name, Text{Value: one.items[0].value, Pos: pos, End: end})
		return
	}
	values := make([]string, len(one.items))
	for i, it := range one.items {
		values[i] = it.value
	}
	a.merger.list(k.Name, List{Values: values, Pos: pos, End: end})
}

// valid checks every item of a value on its own; whether it suits the Go type is for others to say.
func (a arguments) valid(k Key, one arg) bool {
	for _, it := range one.items {
		problem := k.check(it)
		if problem == "" {
			continue
		}
		pos, end := it.pos, it.end
		if pos == end {
			pos, end = one.pos, one.end // nothing is there to point at
		}
		a.report(a.line.at(pos), a.line.at(end), diag.CodeBadValue, fmt.Sprintf("%s= of %s %s", k.Name, a.merger.label, problem), k.fix())
		return false
	}
	return true
}
