package runtime

// callStack is, in bytes, about what a call takes of its goroutine's stack.
const callStack = 12 << 10

// roomy gives the goroutine that calls it, first of all, the stack that a call
// takes anyway: one that grows while it is used is copied each time, with all that
// stands on it. The argument keeps the compiler from seeing through it.
//
//go:noinline
func roomy(at int) byte {
	var room [callStack]byte
	return room[at%callStack]
}
