package runtime

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// progressInterval is the time between two notifications of a call, once
	// progressBurst of them have been sent at once.
	progressInterval = 100 * time.Millisecond
	progressBurst    = 10
	// maxProgressMessage bounds the text of a notification, in characters.
	maxProgressMessage = 500
)

var errNoProgress = errors.New("progress is not a finite number, or its total is negative")

// Progress tells the client how far the call is: done of total, which is 0 if it
// is not known, and a text for people, cut to 500 characters. It does nothing if
// the client did not ask for it.
//
// A client gets ten notifications at once, ten a second after that, and the last
// one; what comes in between is left out. A value
// that is not above the one before is dropped, so that progress never goes back,
// whatever a retrying interceptor makes of the call. A number that is not finite
// is an error, and so is progress when the call has been answered, cancelled or
// timed out; nothing is sent then. What is sent is not masked: the text must hold
// no secret.
func (d *dialog) Progress(ctx context.Context, done, total float64, message string) error {
	if err := d.live(ctx); err != nil {
		return err
	}
	if !finite(done) || !finite(total) || total < 0 {
		return errNoProgress
	}
	if d.opening.token == nil || d.opening.peer == nil {
		return nil
	}
	due := d.tracked().add(d, &mcp.ProgressNotificationParams{
		ProgressToken: d.opening.token, // the very digits: an SDK's number has fewer
		Progress:      done, Total: total, Message: cut(message, maxProgressMessage),
	})
	if !due {
		return nil
	}
	return d.report(ctx)
}

func (d *dialog) tracked() *track {
	if t := d.track.Load(); t != nil {
		return t
	}
	d.track.CompareAndSwap(nil, new(track))
	return d.track.Load()
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// report sends the newest progress that has not been sent.
func (d *dialog) report(ctx context.Context) error {
	return d.speak(ctx, func() error {
		if newest := d.tracked().take(); newest != nil {
			return d.opening.peer.progress(ctx, newest)
		}
		return nil
	})
}

// reportLast sends what waits for its turn when the function has returned.
func (d *dialog) reportLast(ctx context.Context) {
	if t := d.track.Load(); t != nil && t.waits() {
		_ = d.report(ctx) // a client that cannot be written to gets no answer either
	}
}

// track is the progress of one call.
type track struct {
	mu     sync.Mutex
	begun  bool
	last   float64
	newest *mcp.ProgressNotificationParams // not sent yet
	paid   time.Time                       // up to which the notifications sent use their share of time
	timer  *time.Timer                     // sends what waits; nil if nothing does
	ended  bool
}

// add notes progress and reports whether it may be sent at once. Else it waits
// for its turn, unless something newer comes.
func (t *track) add(d *dialog, p *mcp.ProgressNotificationParams) (due bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || t.begun && p.Progress <= t.last {
		return false
	}
	t.begun, t.last, t.newest = true, p.Progress, p
	if t.timer != nil {
		return false // it sends the newest
	}
	wait := t.wait()
	if wait <= 0 {
		t.pay()
		return true
	}
	t.timer = time.AfterFunc(wait, func() { t.turn(d) })
	return false
}

// wait returns how long the next notification has to wait. The caller holds mu.
func (t *track) wait() time.Duration {
	return time.Until(t.paid.Add(-(progressBurst - 1) * progressInterval))
}

// pay counts one notification. The caller holds mu.
func (t *track) pay() {
	if now := time.Now(); t.paid.Before(now) {
		t.paid = now
	}
	t.paid = t.paid.Add(progressInterval)
}

// turn sends what waited. It stands on a goroutine of the timer's.
func (t *track) turn(d *dialog) {
	t.mu.Lock()
	t.timer = nil
	t.pay()
	t.mu.Unlock()
	_ = d.report(context.Background()) // the function learns of a lost client by its context
}

func (t *track) take() *mcp.ProgressNotificationParams {
	t.mu.Lock()
	defer t.mu.Unlock()
	newest := t.newest
	t.newest = nil
	return newest
}

func (t *track) waits() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.newest != nil
}

// stop drops what still waits.
func (t *track) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended, t.newest = true, nil
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}
