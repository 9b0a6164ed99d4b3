package directive

import (
	"cmp"
	"fmt"
	"go/token"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// reader turns the lines of a file into sets and problems.
type reader struct {
	specs  []Spec
	report Report
	fset   *token.FileSet
	// refused counts the problems of the place at hand: what follows from a problem is not worth another.
	refused int
}

func newReader(fset *token.FileSet, report Report) *reader {
	r := &reader{specs: Registry(), fset: fset}
	r.report = func(pos, end token.Pos, code diag.Code, message, fix string) {
		r.refused++
		report(pos, end, code, message, fix)
	}
	return r
}

// read looks at one line of a comment: prose, a near-miss, or a directive, whose arguments go into the set.
func (r *reader) read(l line, at site, set *Set) {
	name, ok := l.name()
	if !ok {
		r.readProse(l)
		return
	}
	spec, ok := find(r.specs, name)
	nameEnd := len(prefix) + len(name)
	switch {
	case !ok:
		r.unknownDirective(l, name)
	case !spec.Available && at.place != Nowhere:
		r.notYet(l.pos, l.at(nameEnd), prefix+name)
	case !spec.legal(at.place):
		r.misplaced(l, spec, at)
	default:
		r.apply(spec, l, at, set)
	}
}

// readProse reports a near-miss; anything else is none of our business.
func (r *reader) readProse(l line) {
	n, ok := l.nearMiss(r.specs)
	switch {
	case !ok:
	case n.fixed == "":
		r.report(l.pos, l.end(), diag.CodeNearMiss, fmt.Sprintf("%q looks like a directive and is none", n.written),
			"write a directive's name, or put a blank after // if it is prose")
	default:
		r.report(l.pos, l.end(), diag.CodeNearMiss, fmt.Sprintf("%q is no directive", n.written), n.fixed)
	}
}

func (r *reader) unknownDirective(l line, name string) {
	known := make([]string, len(r.specs))
	for i, s := range r.specs {
		known[i] = s.Name
	}
	fix := "see mcpgen help directives"
	if nearest := diag.Nearest(name, known); nearest != "" {
		fix = prefix + nearest + l.text[len(prefix)+len(name):]
	}
	r.report(l.at(len(prefix)), l.at(len(prefix)+len(name)), diag.CodeUnknownDirective,
		"unknown directive "+prefix+name+diag.DidYouMean(name, known), fix)
}

func (r *reader) notYet(pos, end token.Pos, what string) {
	r.report(pos, end, diag.CodeNotYet, what+" is not available in this version of mcpgen", "remove it")
}

// misplaced says where the directive stands and where it belongs.
func (r *reader) misplaced(l line, spec Spec, at site) {
	code, fix := diag.CodeMisplaced, at.fix
	if fix == "" {
		fix = "move it into the doc comment of " + spec.home()
	}
	if spec.Name == "tool" && at.method {
		code = diag.CodeBadSignature
	}
	r.report(l.pos, l.at(len(prefix)+len(spec.Name)), code, fmt.Sprintf("%s%s is misplaced: %s", prefix, spec.Name, at.where), fix)
}

// apply reads the arguments of a directive that may stand where it stands.
func (r *reader) apply(spec Spec, l line, at site, set *Set) {
	args, comment, err := r.scan(spec, l)
	if err != nil {
		r.report(l.at(err.pos), l.at(err.end), diag.CodeSyntax, fmt.Sprintf("%s in %s%s", err.message, prefix, spec.Name), err.fix)
	}
	r.readComment(l, comment, spec)
	a := arguments{reader: r, line: l, merger: newMerger(r.specs, spec.Name, slots{}, r.report)}
	pos, end := l.pos, l.at(endOf(args, len(prefix)+len(spec.Name)))
	switch spec.Name {
	case "server":
		a.into(set.server(pos, end).slots(), args)
	case "section":
		a.section(set, args, err != nil)
	case "tool":
		a.into(set.tool(pos, end).slots(), args)
	case "hint":
		a.into(set.hint(pos, end).slots(), args)
	case "param":
		a.param(set, args, at, pos, end, err != nil)
	case "cache":
		a.into(set.cache(pos, end).slots(), args)
	case "limit":
		a.into(set.limit(pos, end).slots(), args)
	case "scope":
		a.scope(set, args, err != nil)
	case "meta":
		a.meta(set, args, err != nil)
	case "prompt":
		a.into(set.prompt(pos, end).slots(), args)
	case "resource":
		a.into(set.resource(pos, end).slots(), args)
	case "complete":
		a.into(set.complete(pos, end).slots(), args)
	case "new":
		set.New = cmp.Or(set.New, &New{Pos: pos, End: end})
		a.into(slots{}, args)
	}
}

func (r *reader) scan(spec Spec, l line) ([]arg, int, *syntaxError) {
	off := len(prefix) + len(spec.Name)
	switch spec.Name {
	case "meta":
		return scanMeta(l.text, off)
	case "scope":
		return scanWords(l.text, off)
	}
	return scan(l.text, off, spec.isList)
}

// endOf is where the last argument ends.
func endOf(args []arg, none int) int {
	if len(args) == 0 {
		return none
	}
	return args[len(args)-1].end
}

// readComment looks for a second directive in the comment behind the arguments: it would be lost there.
func (r *reader) readComment(l line, offset int, spec Spec) {
	rest := line{text: l.text[offset:], pos: l.at(offset)}
	if d, ok := rest.parse(); ok {
		r.report(rest.pos, rest.at(len(prefix)+len(d.Name)), diag.CodeMisplaced,
			fmt.Sprintf("%s%s is misplaced: behind %s%s", prefix, d.Name, prefix, spec.Name), "put it on a line of its own")
		return
	}
	r.readProse(rest)
}
