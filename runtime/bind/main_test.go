package bind_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

var (
	strict = bind.Options{Strict: true}
	coerce = bind.Options{Coerce: true}
)

// A leaf reads one value, whatever its type.
type leaf func(d *bind.Decoder) any

func leafOf[T any](read func(*bind.Decoder, *T)) leaf {
	return func(d *bind.Decoder) any {
		var v T
		read(d, &v)
		return v
	}
}

// withRule is leafOf for the functions that take a rule.
func withRule[T any](read func(*bind.Decoder, *T, *bind.Rule), constraints ...bind.Constraint) leaf {
	var r *bind.Rule
	if len(constraints) > 0 {
		r = bind.NewRule(constraints...)
	}
	return leafOf(func(d *bind.Decoder, p *T) { read(d, p, r) })
}

// readX binds {"x": value} with a required field x.
func readX(opt bind.Options, read leaf, value string) (any, bind.Report, error) {
	fields := bind.Fields{{Name: "x", Required: true}}
	var got any
	report, err := bind.Arguments([]byte(`{"x":`+value+`}`), opt, func(d *bind.Decoder, v *any) {
		for o := d.Object(fields); o.Next(); {
			*v = read(d)
		}
	}, &got)
	return got, report, err
}

// expected is the text for a wrong value of x.
func expected(want string) string {
	return "Error: Invalid value for argument 'x': expected " + want + "."
}

const invalidX = "Error: Invalid value for argument 'x'."

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func bindOrder(t *testing.T, opt bind.Options, raw string) (order, bind.Report, string) {
	t.Helper()
	var v order
	report, err := bind.Arguments([]byte(raw), opt, mcpBindOrder, &v)
	return v, report, errorText(err)
}

// lines joins the lines of an error.
func lines(text ...string) string { return strings.Join(text, "\n") }

func check(t *testing.T, want, got any, opts ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, opts...); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
