package wild

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"time"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"
)

// random fills a value of any type of this package.
func random[T any](seed uint64) *T {
	v := new(T)
	(&filler{rand.New(rand.NewPCG(seed, 1))}).fill(reflect.ValueOf(v).Elem(), 4)
	return v
}

type filler struct{ *rand.Rand }

// fill sets everything that can be set; containers end at depth 0.
func (f *filler) fill(v reflect.Value, depth int) {
	if !v.CanSet() && v.Kind() != reflect.Struct || f.known(v) {
		return // a field that is not exported, except for what it promotes
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.integer() >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(f.integer()) >> (64 - v.Type().Bits()))
	case reflect.Float32:
		v.SetFloat(float64(float32(f.float())))
	case reflect.Float64:
		v.SetFloat(f.float())
	case reflect.String:
		v.SetString(f.text())
	case reflect.Slice, reflect.Array:
		f.list(v, depth)
	case reflect.Map:
		f.mapping(v, depth)
	case reflect.Pointer:
		f.pointer(v, depth)
	case reflect.Interface:
		v.Set(reflect.ValueOf(f.text()))
	case reflect.Struct:
		for _, field := range v.Fields() {
			f.fill(field, depth)
		}
	}
}

// known sets types that have rules of their own.
func (f *filler) known(v reflect.Value) bool {
	if !v.CanAddr() || !v.Addr().CanInterface() {
		return false
	}
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = time.Unix(f.Int64N(2e11)-6e10, f.Int64N(1e9)).In(time.FixedZone("", 60*(f.IntN(1400)-700)))
	case *url.URL:
		*p = url.URL{Scheme: "https", Host: "example.com", Path: "/" + fmt.Sprint(f.Uint32()), RawQuery: "a=%3C&b"}
	case *big.Int:
		p.Exp(big.NewInt(f.Int64N(100)-50), big.NewInt(f.Int64N(30)), nil)
	case *json.RawMessage:
		*p = json.RawMessage(fmt.Sprintf(`{"n":%d,"x":[true,"é"]}`, f.Uint64()))
	case *net.IP:
		*p = net.IPv4(10, byte(f.Uint32()), 0, 1)
	case *netip.Addr:
		*p = netip.AddrFrom4([4]byte{10, byte(f.Uint32()), 0, 1})
	case *Moment:
		*p = Moment(f.Int64N(1e9))
	case *Status:
		*p = []Status{Open, Done}[f.IntN(2)]
	case *Level:
		*p = []Level{Low, Mid, High}[f.IntN(3)]
	case *dep.Mode:
		*p = []dep.Mode{dep.Fast, dep.Slow}[f.IntN(2)]
	case *dep.Weight:
		*p = []dep.Weight{dep.Light, dep.Heavy}[f.IntN(2)]
	case *dep.User:
		*p = dep.User{Name: f.text(), Age: int8(f.Uint32()), Stars: 1 + f.IntN(5)}
	case *Color:
		*p = Color{byte(f.Uint32()), 2, 3}
	default:
		return f.inner(v)
	}
	return true
}

// inner sets the enum that has no name here.
func (f *filler) inner(v reflect.Value) bool {
	if v.Type().Name() != "Kind" {
		return false
	}
	v.SetString([]string{"a", "b"}[f.IntN(2)])
	return true
}

func (f *filler) list(v reflect.Value, depth int) {
	if !v.CanSet() {
		return
	}
	if v.Kind() == reflect.Slice && (depth > 0 && f.IntN(4) > 0 || v.Type().Elem().Kind() == reflect.Uint8) {
		v.Set(reflect.MakeSlice(v.Type(), f.IntN(4), 4))
	}
	for i := range v.Len() {
		f.present(v.Index(i), depth-1)
	}
}

func (f *filler) mapping(v reflect.Value, depth int) {
	if depth <= 0 || f.IntN(4) == 0 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range f.IntN(4) {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, 0)
		f.present(value, depth-1)
		v.SetMapIndex(key, value)
	}
}

// present fills an element, which must not be nil.
func (f *filler) present(v reflect.Value, depth int) {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if valid := v.Kind() == reflect.Struct && v.Type().PkgPath() == "database/sql"; valid {
		f.fill(v, depth)
		v.FieldByName("Valid").SetBool(true)
		return
	}
	f.fill(v, depth)
}

func (f *filler) pointer(v reflect.Value, depth int) {
	if depth > 0 && f.IntN(2) == 0 && v.CanSet() {
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), depth-1)
	}
}

// integer is small or large, zero now and then.
func (f *filler) integer() int64 {
	switch f.IntN(4) {
	case 0:
		return 0
	case 1:
		return int64(f.IntN(5)-2) << 56
	}
	return int64(f.Uint64())
}

func (f *filler) float() float64 {
	switch f.IntN(5) {
	case 0:
		return 0
	case 1:
		return float64(f.IntN(1000)) / 8
	case 2:
		return f.NormFloat64() * 1e-9
	case 3:
		return f.NormFloat64() * 1e25
	}
	return math.Round(f.NormFloat64() * 1e6)
}

func (f *filler) text() string {
	parts := []string{"", "a", "<&>", "é", "\"\\/", "\x00\t\n", "\u2028", "😀", "0"}
	return parts[f.IntN(len(parts))] + parts[f.IntN(len(parts))]
}
