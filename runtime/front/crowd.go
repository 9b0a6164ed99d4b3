package front

import (
	"sync"
	"time"
)

// crowdedWait is what a caller with too many requests under way is told to wait:
// nobody knows when one of them ends.
const crowdedWait = time.Second

// crowd counts the requests under way. It holds callers that have some.
type crowd struct {
	most int

	mu    sync.Mutex
	count map[key]int
}

func newCrowd(most int) *crowd { return &crowd{most: most, count: map[key]int{}} }

// enter counts one more, unless there are enough already.
func (c *crowd) enter(of key) (leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count[of] >= c.most {
		return nil, false
	}
	c.count[of]++
	return func() { c.leave(of) }, true
}

func (c *crowd) leave(of key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count[of]--; c.count[of] == 0 {
		delete(c.count, of)
	}
}
