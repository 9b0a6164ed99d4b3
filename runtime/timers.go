package runtime

import (
	"sync"
	"time"
)

// timers are those that vigils are kept with: most are stopped long before they
// fire, and used again.
type timers struct{ pool sync.Pool }

// start returns a timer that fires after d.
func (t *timers) start(d time.Duration) *time.Timer {
	timer, ok := t.pool.Get().(*time.Timer)
	if !ok {
		return time.NewTimer(d)
	}
	timer.Reset(d)
	return timer
}

// stop takes a timer back, whether it fired or not.
func (t *timers) stop(timer *time.Timer) {
	timer.Stop()
	t.pool.Put(timer)
}
