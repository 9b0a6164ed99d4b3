package schema

import (
	"go/types"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// knownKinds are types whose wire form is not what their structure or their
// methods say.
var knownKinds = map[string]ir.Kind{
	"time.Time":                    ir.KindTime,
	"time.Duration":                ir.KindDuration,
	"net/url.URL":                  ir.KindURL,
	"math/big.Int":                 ir.KindBigInt,
	"encoding/json.RawMessage":     ir.KindRaw,
	"encoding/json/jsontext.Value": ir.KindRaw,
	"github.com/go-json-experiment/json/jsontext.Value": ir.KindRaw,
}

// optionalFields names the value inside the database's nullable types; sql.Null
// is generic.
var optionalFields = map[string]string{
	"database/sql.Null":        "V",
	"database/sql.NullBool":    "Bool",
	"database/sql.NullByte":    "Byte",
	"database/sql.NullFloat64": "Float64",
	"database/sql.NullInt16":   "Int16",
	"database/sql.NullInt32":   "Int32",
	"database/sql.NullInt64":   "Int64",
	"database/sql.NullString":  "String",
	"database/sql.NullTime":    "Time",
}

func (r *Resolver) known(t types.Type, at Site) *ir.Type {
	name := qualifiedName(t)
	if kind, ok := knownKinds[name]; ok {
		return &ir.Type{Kind: kind}
	}
	field, ok := optionalFields[name]
	if !ok {
		return nil
	}
	s := t.Underlying().(*types.Struct)
	for v := range s.Fields() {
		if v.Name() == field {
			out := r.wrap(ir.KindOptional, v.Type(), at)
			if out != nil {
				out.Field = field
			}
			return out
		}
	}
	return nil
}

// qualifiedName is the import path and name of a named type, or "".
func qualifiedName(t types.Type) string {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// IsKnown tells types that are one value on the wire although they are structs:
// a parameter of such a type is not flattened into the arguments.
func (r *Resolver) IsKnown(t types.Type) bool {
	t = types.Unalias(t)
	name := qualifiedName(t)
	_, kind := knownKinds[name]
	_, optional := optionalFields[name]
	return kind || optional || r.marshalsItself(t) != ""
}

// textRules gives the format of text types that have one: the uuid packages all
// call their type UUID and make it 16 bytes.
func textRules(t types.Type) *ir.Rules {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Name() != "UUID" || n.Obj().Pkg() == nil || !strings.Contains(n.Obj().Pkg().Path(), "uuid") {
		return nil
	}
	if a, ok := n.Underlying().(*types.Array); ok && a.Len() == 16 {
		return &ir.Rules{Format: "uuid"}
	}
	return nil
}
