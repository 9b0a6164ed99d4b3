// Package odd has types that are rarely seen in tools, and are seen.
//
//mcp:section demo
//mcp:hint readOnly
package odd

import (
	"encoding/json"
	"html/template"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"sync"
	"sync/atomic"
	"time"
)

// Nested has containers of containers.
type Nested struct {
	RawTo   *json.RawMessage           `json:"rawTo,omitempty"`
	Raws    []json.RawMessage          `json:"raws"`
	RawBy   map[string]json.RawMessage `json:"rawBy"`
	Anys    []any                      `json:"anys"`
	AnyBy   map[string]any             `json:"anyBy"`
	AnyTo   *any                       `json:"anyTo"`
	Blobs   [][]byte                   `json:"blobs"`
	Sum     [4]byte                    `json:"sum"`
	Strings []*string                  `json:"strings"`
	IntBy   map[string]*int            `json:"intBy"`
	Ints    []**int                    `json:"ints"`
	Maps    map[string]map[int]any     `json:"maps"`
	Grid    [2][3]int                  `json:"grid"`
	Lists   [2][]string                `json:"lists"`
	ListTo  *[]*string                 `json:"listTo"`
	Empty   struct{}                   `json:"empty"`
	EmptyTo *struct{}                  `json:"emptyTo"`
	Empties map[string]*struct{}       `json:"empties"`
	Nothing Nothing                    `json:"nothing"`
	Struct  []map[string]struct {
		A []struct {
			B *struct {
				C string `json:"c"`
			} `json:"b"`
		} `json:"a"`
	} `json:"struct"`
}

// Nothing has no field that JSON sees.
type Nothing struct {
	hidden int
	Func   func()   `json:"-"`
	Chan   chan int `json:"-"`
	mu     *sync.Mutex
}

// Library has types of the standard library.
type Library struct {
	Month  time.Month       `json:"month"`
	Day    time.Weekday     `json:"day"`
	Level  slog.Level       `json:"level"`
	Net    net.IPNet        `json:"net"`
	MAC    net.HardwareAddr `json:"mac"`
	Prefix netip.Prefix     `json:"prefix"`
	Port   netip.AddrPort   `json:"port"`
	Header http.Header      `json:"header"`
	Query  url.Values       `json:"query"`
	Float  *big.Float       `json:"float"`
	Rat    big.Rat          `json:"rat"`
	Mode   os.FileMode      `json:"mode"`
	Expr   *regexp.Regexp   `json:"expr"`
	HTML   template.HTML    `json:"html"`
	Mail   *mail.Address    `json:"mail"`
	Flag   *atomic.Bool     `json:"flag"`
	Cookie http.SameSite    `json:"cookie"`
}

// Stamped embeds a type that marshals itself, which then is all of it.
type Stamped struct {
	time.Time
	Lost string
}

// PtrTo is a named pointer.
type PtrTo *int

// Named has named containers.
type Named struct {
	Ptr   PtrTo            `json:"ptr"`
	Ptrs  []PtrTo          `json:"ptrs"`
	List  List             `json:"list"`
	Map   Map              `json:"map"`
	Arr   Arr              `json:"arr"`
	Float Float            `json:"float"`
	Bool  Bool             `json:"bool"`
	Nums  map[Num]Bool     `json:"nums"`
	Stamp Stamped          `json:"stamp"`
	Boxes Box[Box[string]] `json:"box"`
	Box[int]
	Omit string `json:"omitempty"`
}

// Named containers and scalars.
type (
	List  []Float
	Map   map[Text]List
	Arr   [2]Map
	Text  string
	Float float32
	Bool  bool
	Num   uint16
	// Box is generic and embedded.
	Box[T any] struct {
		V T  `json:"v"`
		P *T `json:"p,omitempty"`
	}
)

// EchoNested returns its argument.
//
//mcp:tool
func EchoNested(in Nested) Nested { return in }

// EchoLibrary returns its argument.
//
//mcp:tool
func EchoLibrary(in *Library) *Library { return in }

// EchoNamed returns its argument.
//
//mcp:tool
func EchoNamed(in Named) (*Named, error) { return &in, nil }

// EchoPlain takes odd types as plain parameters.
//
//mcp:tool
func EchoPlain(at Stamped, ptr PtrTo, set map[string]struct{}, nothing Nothing, box Box[[]string], anon *struct{ A int }, empty struct{}, arr *[2]*int, list ...map[string]Box[int]) (Box[[]string], error) {
	return box, nil
}

// EchoStamped takes one struct that marshals itself.
//
//mcp:tool
func EchoStamped(at Stamped) Stamped { return at }

// EchoEmpty takes one struct without fields.
//
//mcp:tool strict
func EchoEmpty(in struct{}) struct{} { return in }

// EchoSet returns a set.
//
//mcp:tool
func EchoSet(in Nothing) map[string]struct{} { return map[string]struct{}{"a": {}} }
