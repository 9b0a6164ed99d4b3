package schema

import (
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// header lays x-mcp-header over an argument (specification 2026-07-28, tools,
// "x-mcp-header"). Whether a client can reach it, and whether it is the only one
// of its name, is decided for every tool.
func (a *applier) header(p *directive.Param) {
	h := p.Header
	switch {
	case !h.Given():
	case strings.ContainsFunc(h.Value, noTokenRune):
		a.bad(h, diag.CodeBadHeader, "use letters, digits and -, such as Tenant-Id", "header name %q", h.Value)
	case p.Secret.Given():
		a.bad(h, diag.CodeBadHeader, "remove header=: whatever stands between client and server reads and logs headers", "a secret in a header")
	case HeaderKind(a.f) == "":
		a.bad(h, diag.CodeBadHeader, "use header on strings, integers and booleans", "header does not fit %s", words(leaf(a.f.Type).Kind))
	default:
		a.f.Header = h.Value
		a.r.headers[a.f.Type] = h
		a.withinExact(h)
	}
}

// noTokenRune tells what a token does not have (RFC 9110, section 5.6.2).
func noTokenRune(r rune) bool {
	alphanumeric := '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
	return !alphanumeric && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// Integers in headers lie between these, since clients hold them as float64.
const (
	leastExact = "-9007199254740991"
	mostExact  = "9007199254740991"
)

// withinExact bounds an integer by what a header can hold. Clients send no header for a
// number beyond, and the call then fails for want of it: the schema says so
// before. Narrower types and enums have bounds of their own.
func (a *applier) withinExact(h directive.Text) {
	t := leaf(a.f.Type)
	if HeaderKind(a.f) != ir.HeaderInteger || t.Bits != 0 && t.Bits != 64 {
		return
	}
	r := rules(t)
	for _, v := range r.Enum {
		if !isExact(string(v)) {
			a.bad(h, diag.CodeBadHeader, "use a string", "a header holds no integer beyond %s, and the enum has %s", mostExact, v)
		}
	}
	if r.Enum != nil {
		return
	}
	if r.Min == "" && t.Kind == ir.KindInt {
		r.Min = leastExact
	}
	if r.Max == "" {
		r.Max = mostExact
	}
	if !isExact(r.Max) || r.Min != "" && !isExact(r.Min) {
		a.bad(h, diag.CodeBadHeader, "stay within, or use a string", "a header holds no integer beyond %s, and the bounds are wider", mostExact)
	}
}

func isExact(s string) bool { return exact(s).Num().CmpAbs(exact(mostExact).Num()) <= 0 }

// HeaderOf returns where the source says that a field is mirrored into a header.
func (r *Resolver) HeaderOf(f *ir.Field) directive.Text { return r.headers[f.Type] }

// HeaderKind is the type that the schema gives a mirrored argument; "" for one
// that cannot be mirrored.
func HeaderKind(f *ir.Field) ir.HeaderKind {
	if f.Quoted {
		return ir.HeaderString
	}
	switch leaf(f.Type).Kind {
	case ir.KindBool:
		return ir.HeaderBoolean
	case ir.KindInt, ir.KindUint:
		return ir.HeaderInteger
	case ir.KindString, ir.KindBytes, ir.KindTime, ir.KindDuration, ir.KindURL, ir.KindBigInt, ir.KindText:
		return ir.HeaderString
	}
	return ""
}
