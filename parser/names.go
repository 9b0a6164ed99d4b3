package parser

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// DefaultRegistry is the name of the generated constructor.
const DefaultRegistry = "MCPRegistry"

// toolName is what every client and every model provider accepts.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

const toolNameFix = "use 1 to 64 of the letters A-Z a-z, digits, _ and -"

// snake derives a tool's name from its function's: GetURLByID is get_url_by_id.
func snake(goName string) string {
	runes := []rune(goName)
	var b strings.Builder
	for i, c := range runes {
		if i > 0 && unicode.IsUpper(c) && startsWord(runes, i) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// startsWord: an upper-case letter after a lower-case letter or digit, and the
// last capital of a run that a lower-case letter follows.
func startsWord(r []rune, i int) bool {
	before := r[i-1]
	if unicode.IsLower(before) || unicode.IsDigit(before) {
		return true
	}
	return unicode.IsUpper(before) && i+1 < len(r) && unicode.IsLower(r[i+1])
}

// identity starts the server with what its package says.
func (h *host) identity() *ir.Server {
	s := &ir.Server{
		Package:  ir.Package{Path: h.Path, Name: h.Name, Dir: h.Dir},
		Name:     h.defaultName(),
		Registry: DefaultRegistry,
		Taken:    h.taken(),
		Tools:    []ir.Tool{},
	}
	if d := h.doc.Server; d != nil {
		h.describe(s, d)
	}
	return s
}

// defaultName is the package's name, or its folder's for a command.
func (h *host) defaultName() string {
	if h.Name == "main" {
		return path.Base(h.Path)
	}
	return h.Name
}

func (h *host) describe(s *ir.Server, d *directive.Server) {
	if d.Name.Given() {
		s.Name = d.Name.Value
	}
	if s.Name == "" || strings.ContainsFunc(s.Name, unicode.IsControl) {
		h.report(d.Name.Pos, d.Name.End, diag.CodeBadName, "the server's name is empty or has control characters", "give it a name that people can read")
	}
	s.Version, s.Title, s.Instructions = d.Version.Value, d.Title.Value, d.Instructions.Value
	if d.Registry.Given() {
		s.Registry = d.Registry.Value
		if !token.IsIdentifier(s.Registry) || s.Registry == "_" {
			h.report(d.Registry.Pos, d.Registry.End, diag.CodeBadName, "registry="+s.Registry+" is no Go identifier", "use a name such as "+DefaultRegistry)
		}
	}
}

// sectionOf is the section of the nearest place: func, receiver's type, package.
func (h *host) sectionOf(set *directive.Set, receiver string) *directive.Text {
	for _, place := range h.places(set, receiver) {
		if place.Section != nil {
			return place.Section
		}
	}
	return nil
}

// hintOf is the hint of the nearest place; it wins as a whole.
func (h *host) hintOf(set *directive.Set, receiver string) *directive.Hint {
	for _, place := range h.places(set, receiver) {
		if place.Hint != nil {
			return place.Hint
		}
	}
	return nil
}

func (h *host) places(set *directive.Set, receiver string) []*directive.Set {
	places := []*directive.Set{set}
	if t := h.types[receiver]; t != nil {
		places = append(places, t)
	}
	return append(places, h.doc)
}

// taken lists the package-level identifiers of the whole folder, so that
// generated names step aside in every build and in tests too.
func (h *host) taken() []string {
	var out []string
	for _, f := range h.Files {
		if f.Syntax.Name.Name == h.Name {
			out = append(out, declared(f.Syntax)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func declared(f *ast.File) []string {
	var out []string
	eachDeclared(f, func(id *ast.Ident) { out = append(out, id.Name) })
	return out
}

// eachDeclared visits the names that a file declares at package level.
func eachDeclared(f *ast.File, visit func(*ast.Ident)) {
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" && d.Name.Name != "_" {
				visit(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				eachSpecified(spec, visit)
			}
		}
	}
}

func eachSpecified(spec ast.Spec, visit func(*ast.Ident)) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		visit(s.Name)
	case *ast.ValueSpec:
		for _, id := range s.Names {
			if id.Name != "_" {
				visit(id)
			}
		}
	}
}

// registryClash reports a host identifier that has the constructor's name.
func (h *host) registryClash(s *ir.Server) {
	for _, f := range h.Files {
		if f.Syntax.Name.Name != h.Name {
			continue
		}
		eachDeclared(f.Syntax, func(id *ast.Ident) {
			pos, end := name(id)
			switch id.Name {
			case s.Registry:
				h.report(pos, end, diag.CodeRegistryClash, "the generated constructor is called "+s.Registry+" too", "choose another name with //mcp:server registry=NAME in the package doc")
			case "nil":
				h.report(pos, end, diag.CodeRegistryClash, "a package-level nil hides the predeclared one, which generated code needs", "give it another name")
			}
		})
	}
}
