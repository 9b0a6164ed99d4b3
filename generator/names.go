package generator

import (
	"fmt"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// The import paths of what generated code always uses.
const (
	runtimePath = "github.com/mcpgen-go/mcpgen/runtime"
	bindPath    = "github.com/mcpgen-go/mcpgen/runtime/bind"
	contextPath = "context"
	timePath    = "time"
	sdkPath     = "github.com/modelcontextprotocol/go-sdk/mcp"

	headerPath      = "github.com/mcpgen-go/mcpgen/runtime/header"
	predeclaredPath = "github.com/mcpgen-go/mcpgen/runtime/predeclared"
)

// ownNames are the names of packages that need no alias in an import.
var ownNames = map[string]string{contextPath: "context", timePath: "time", bindPath: "bind", sdkPath: "mcp", headerPath: "header"}

// names hands out identifiers that clash with nothing in the host's package.
type names struct {
	taken   map[string]bool
	aliases map[string]string // import path to the name it has in the file
	locals  map[string]string
}

func newNames(s *ir.Server) *names {
	n := &names{taken: map[string]bool{s.Registry: true}, aliases: map[string]string{}, locals: map[string]string{}}
	for _, id := range s.Taken {
		n.taken[id] = true
	}
	n.alias(runtimePath, "mcprt")
	n.alias(bindPath, "bind")
	n.alias(contextPath, "context")
	n.alias(timePath, "time")
	n.alias(sdkPath, "mcp")
	n.alias(headerPath, "header")
	n.alias(predeclaredPath, "predeclared")
	for _, p := range slices.Sorted(maps.Keys(s.Imports)) {
		n.alias(p, s.Imports[p])
	}
	return n
}

// alias gives a package a name in the file: its own if that is free.
func (n *names) alias(importPath, name string) {
	if n.aliases[importPath] == "" {
		n.aliases[importPath] = n.fresh(identifier(name, importPath))
	}
}

// identifier makes a package name usable; the path's last element stands in for
// an unknown one.
func identifier(name, importPath string) string {
	if name == "" {
		name = path.Base(importPath)
	}
	name = strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' {
			return c
		}
		return -1
	}, name)
	if !token.IsIdentifier(name) || predeclared[name] {
		name = "pkg" + name
	}
	return name
}

// fresh takes an identifier, numbered if it is taken.
func (n *names) fresh(base string) string {
	id := base
	for i := 2; n.taken[id] || token.IsKeyword(id); i++ {
		id = fmt.Sprintf("%s%d", base, i)
	}
	n.taken[id] = true
	return id
}

// local is the name of a parameter or variable in generated functions: the same
// everywhere in the file, and never one that hides something.
func (n *names) local(base string) string {
	if n.locals[base] == "" {
		id := base
		for i := 2; !n.free(id); i++ {
			id = fmt.Sprintf("%s%d", base, i)
		}
		n.locals[base] = id
	}
	return n.locals[base]
}

// free tells whether a local may have this name.
func (n *names) free(id string) bool {
	return !n.taken[id] && !predeclared[id] && !token.IsKeyword(id)
}

// predeclared are identifiers that no local may hide, since generated code uses
// them.
var predeclared = map[string]bool{
	"any": true, "bool": true, "byte": true, "error": true, "false": true, "float32": true, "float64": true,
	"int": true, "int64": true, "iota": true, "len": true, "new": true, "nil": true, "string": true,
	"true": true, "uint64": true,
}

// builtin prints a predeclared identifier, by its second name if the host's
// package declares the first one itself.
func (n *names) builtin(id string) *jen.Statement {
	if n.taken[id] {
		return jen.Qual(predeclaredPath, exported(id))
	}
	return jen.Id(id)
}

// exported writes a name with a capital, so that prefixes read as words.
func exported(name string) string {
	c := []rune(name)
	c[0] = unicode.ToUpper(c[0])
	return string(c)
}

// quoteJSON writes a JSON string.
func quoteJSON(s string) []byte {
	b, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		panic(fmt.Sprintf("name %q is not valid UTF-8: %v", s, err)) // Go source is
	}
	return b
}
