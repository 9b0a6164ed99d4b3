package wild

import (
	"database/sql"
	"encoding/json"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"time"

	"github.com/google/uuid"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"
)

// Scalars has every basic kind.
type Scalars struct {
	Bool    bool    `json:"bool"`
	Int     int     `json:"int"`
	Int8    int8    `json:"int8"`
	Int16   int16   `json:"int16"`
	Int32   int32   `json:"int32"`
	Int64   int64   `json:"int64"`
	Uint    uint    `json:"uint"`
	Uint8   uint8   `json:"uint8"`
	Uint16  uint16  `json:"uint16"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Uintptr uintptr `json:"uintptr"`
	Float32 float32 `json:"float32"`
	Float64 float64 `json:"float64"`
	String  string  `json:"string"`
	Rune    rune    `json:"rune"`
	Byte    byte    `json:"byte"`
	Status  Status  `json:"status"`
	Level   Level   `json:"level"`
	Flags   Flags   `json:"flags"`
	Huge    Huge    `json:"huge"`
	Mode    dep.Mode
	Weight  dep.Weight
}

// Blob is a named byte slice.
type Blob []byte

// Anything is a named empty interface.
type Anything interface{}

// Known has every type that the wire knows by name.
type Known struct {
	When   time.Time               `json:"when"`
	Due    *time.Time              `json:"due"`
	Wait   time.Duration           `json:"wait"`
	Link   url.URL                 `json:"link"`
	LinkTo *url.URL                `json:"linkTo"`
	Big    big.Int                 `json:"big"`
	BigTo  *big.Int                `json:"bigTo"`
	Raw    json.RawMessage         `json:"raw"`
	Any    any                     `json:"any"`
	Thing  Anything                `json:"thing"`
	Bytes  []byte                  `json:"bytes"`
	Blob   Blob                    `json:"blob"`
	ID     uuid.UUID               `json:"id"`
	IP     net.IP                  `json:"ip"`
	Addr   netip.Addr              `json:"addr"`
	Money  Money                   `json:"money"`
	Color  Color                   `json:"color"`
	Paint  *Color                  `json:"paint"`
	Null   sql.NullString          `json:"null"`
	NullT  sql.Null[Status]        `json:"nullT"`
	NullAt *sql.NullTime           `json:"nullAt"`
	Nulls  []sql.NullInt64         `json:"nulls"`
	NullTo sql.Null[sql.NullInt32] `json:"nullTo"`
}

// Containers has every way to hold values.
type Containers struct {
	ByInt   map[int8]string                `json:"byInt"`
	ByUint  map[uint64]bool                `json:"byUint"`
	ByText  map[uuid.UUID]*Base            `json:"byText"`
	ByEnum  map[Status][]int               `json:"byEnum"`
	ByTime  map[Moment]int                 `json:"byTime"`
	Set     map[string]struct{}            `json:"set"`
	Arr     [3]float32                     `json:"arr"`
	Points  [2]struct{ X, Y int }          `json:"points"`
	Empties []struct{}                     `json:"empties"`
	Pair    [2]struct{}                    `json:"pair"`
	Ptrs    []*Base                        `json:"ptrs"`
	Deep    map[string][]map[string]Status `json:"deep"`
	PtrTo   **int                          `json:"ptrTo"`
	ArrTo   *[2]int                        `json:"arrTo"`
	AnonTo  *struct{ X, Y int }            `json:"anonTo"`
	ListTo  *[]string                      `json:"listTo"`
	MapTo   *map[string]int                `json:"mapTo"`
	Anon    struct {
		Key  string `json:"key"` // inside
		Rows []struct {
			On *bool `json:"on"`
		} `json:"rows"`
	} `json:"anon"`
	Held dep.Holder   `json:"held"`
	Prom dep.Promoted `json:"prom"`
	List ListOfLists  `json:"list"`
}

// ListOfLists contains itself with a struct in between.
type ListOfLists []struct {
	More ListOfLists `json:"more,omitempty"`
}

// Tagged has every option of a struct tag.
type Tagged struct {
	Plain   string
	Skip    string `json:"-"`
	Dash    string `json:"-,"`
	hidden  string
	Odd     int             `json:"odd name/é"`
	Bad     int             `json:"bad,name\""`
	B       bool            `json:"b,omitempty"`
	I       int             `json:"i,omitempty"`
	F       float64         `json:"f,omitempty"`
	S       string          `json:"s,omitempty"`
	E       Status          `json:"e,omitempty"`
	L       []int           `json:"l,omitempty"`
	M       map[string]int  `json:"m,omitempty"`
	A       any             `json:"a,omitempty"`
	P       *int            `json:"p,omitempty"`
	Y       []byte          `json:"y,omitempty"`
	R       json.RawMessage `json:"r,omitempty"`
	D       time.Duration   `json:"d,omitempty"`
	T       time.Time       `json:"t,omitempty"`
	Base    Base            `json:"base,omitempty"`
	None    [0]int          `json:"none,omitempty"`
	Zero    [2]int          `json:"zero,omitzero"`
	ZTime   time.Time       `json:"ztime,omitzero"`
	ZPtr    *time.Time      `json:"zptr,omitzero"`
	ZInt    int             `json:"zint,omitzero"`
	ZStr    string          `json:"zstr,omitzero"`
	ZBool   bool            `json:"zbool,omitzero"`
	ZList   []int           `json:"zlist,omitzero"`
	ZMap    map[string]int  `json:"zmap,omitzero"`
	ZAny    any             `json:"zany,omitzero"`
	ZBase   Base            `json:"zbase,omitzero"`
	ZMoney  Money           `json:"zmoney,omitzero"`
	ZBoth   int             `json:"zboth,omitempty,omitzero"`
	QInt    int64           `json:"qint,string"`
	QUint   uint8           `json:"quint,string"`
	QFloat  float64         `json:"qfloat,string"`
	QFloat3 float32         `json:"qfloat32,string"`
	QBool   bool            `json:"qbool,string"`
	QPtr    *int            `json:"qptr,string"`
	QEmpty  int             `json:"qempty,string,omitempty"`
	QList   []string        `json:"qlist,string"`
	QTime   time.Time       `json:"qtime,string"`
}

// Node is a tree.
type Node struct {
	Name string           `json:"name"`
	Kids []*Node          `json:"kids,omitempty"`
	Link *Edge            `json:"link,omitempty"`
	By   map[string]*Node `json:"by,omitempty"`
}

// Edge closes a second circle.
type Edge struct {
	To  *Node `json:"to,omitempty"`
	Alt Nodes `json:"alt,omitempty"`
}

// Nodes is a named list.
type Nodes []Node

// Page is generic.
type Page[T any] struct {
	Items []T   `json:"items"`
	Next  *T    `json:"next,omitempty"`
	Total int64 `json:"total"`
}

// Aliases.
type (
	UserID     = int64
	Bag[T any] = map[string]T
	Users      = Page[dep.User]
	Rec        = record
)

type record struct {
	R rune `json:"r"`
}
