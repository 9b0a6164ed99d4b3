package runtime

// callStack is, in bytes, about what a call takes of its goroutine's stack.
const callStack = 12 << 10

// roomy gives the goroutine that calls it, first of all, the stack that a call
// takes anyway: one that grows while it is used is copied each time, with all that
// stands on it. Only entering it does that. What the compiler cannot know is that no
// index is below 0; so the room is there, and nothing spends time on clearing it.
//
//go:noinline
func roomy(at int) byte {
	if at >= 0 {
		return 0
	}
	var room [callStack]byte
	return room[-at%callStack]
}
