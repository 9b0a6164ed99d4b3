package wild

// Status of a task.
type Status string

// The states.
const (
	Open Status = "open" // not done yet
	Done Status = "done"
	Same        = Done // the same value, which counts once
)

const untyped = "untyped"

// Level counts.
type Level int

// The levels.
const (
	Low Level = iota + 1
	Mid
	_
	High // as far as it goes
)

// Flags are a set and no enum.
type Flags int

// The flags.
const (
	Read Flags = 1 << iota
	Write
)

// Huge has constants beyond int64 and therefore no enum.
type Huge uint64

// The huge ones.
const (
	Small Huge = 1
	Large Huge = 1 << 63
)

// Single has one constant and is no enum.
type Single string

// Only is the only one.
const Only Single = "only"
