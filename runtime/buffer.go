package runtime

import "sync"

// maxBuffer bounds, in bytes, the buffers that are used again.
const maxBuffer = 4 << 20

// buffers is a cache, not state: whether it is empty can never be observed.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 0, 4<<10)) }}

// takeBuffer returns an empty buffer to encode into.
func takeBuffer() *[]byte {
	buffer := buffers.Get().(*[]byte)
	*buffer = (*buffer)[:0]
	return buffer
}

// giveBuffer takes a buffer back that nothing refers to any more.
func giveBuffer(buffer *[]byte) {
	if cap(*buffer) <= maxBuffer {
		buffers.Put(buffer)
	}
}
