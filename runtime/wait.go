package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// abortGrace is how long the after-event of a call that a shutdown cut off waits
// for its function: nothing waits for the server any longer than that.
const abortGrace = 500 * time.Millisecond

// wait returns how the call ended, as soon as it ended or its context did.
func (f *frame) wait(ctx context.Context) *ending {
	over, cut := ends(ctx)
	for {
		select {
		case end := <-f.done:
			if end = f.came(ctx, end); end != nil {
				return end
			}
		case <-f.watch():
			if end := f.look(ctx); end != nil {
				return end
			}
		case <-over:
			if end := f.leave(ctx); end != nil {
				return end
			}
			over = nil // it has come to an end, and is being told of
		case <-cut:
			if end := f.leave(ctx); end != nil {
				return end
			}
			cut = nil
		}
	}
}

// came is the end that the goroutine came to, or what is made of its loss.
func (f *frame) came(ctx context.Context, end *ending) *ending {
	if end == nil {
		return f.takeOver(ctx, errExited)
	}
	return end
}

// leave ends the waiting: the caller is answered now. The end is nil if the call
// came to one before.
func (f *frame) leave(ctx context.Context) *ending {
	f.mu.Lock()
	f.left = f.final == nil
	begun := f.call != nil
	f.mu.Unlock()
	switch {
	case !f.left:
		return nil
	case !begun:
		return f.forsake(ctx)
	}
	end := interrupted(ctx)
	end.loose = true
	return &end
}

// watch tells when to look after the vigil.
func (f *frame) watch() <-chan time.Time {
	if f.dog == nil {
		return nil
	}
	return f.dog.C
}

// look takes the call from a listener whose time has passed. The end is nil if
// the call goes on.
func (f *frame) look(ctx context.Context) *ending {
	again, lost := f.vigil.giveUp(f.server.on.timeout)
	if lost {
		f.dog = nil // it has no vigil any more
		return f.takeOver(ctx, errOverdue)
	}
	f.dog.Reset(again)
	return nil
}

// takeOver goes on with a call whose goroutine was lost, behind the listener that
// it was lost in. The end is nil if the call goes on, on a goroutine of its own.
func (f *frame) takeOver(ctx context.Context, cause error) *ending {
	at, returned := f.vigil.where()
	f.kept = nil
	lost := fmt.Errorf("%s: %w", at.what, cause)
	plain := context.WithoutCancel(ctx)
	if f.call == nil {
		return undecided(lost)
	}
	switch at.stage {
	case stageStarted:
		f.events.lost(plain, at, returned, cause)
		f.start(ctx, at.index+1)
		f.vigil, f.done = new(vigil), make(chan *ending, 1)
		go f.work(ctx, f.done, stageBefore)
		return nil
	case stageBefore:
		return new(failed(lost))
	case stageAfter:
		f.server.afterFailed(plain, f.call, at.what, cause)
	case stageTerminal:
		f.events.lost(plain, at, returned, cause)
	default: // the function, or an interceptor
		return new(failed(errExited))
	}
	at.index++
	end := f.final
	f.settle(plain, end, at, nil)
	end.settled = true
	return end
}

// judge decides between an end and the end of the context, which may come
// together: a call whose context has ended is over, so that it does not depend
// on luck what its caller reads. What was decided before the function ran, and a
// panic, stay what they are.
func judge(ctx context.Context, end ending) ending {
	if ctx.Err() == nil {
		return end
	}
	if _, panicked := errors.AsType[*panicError](end.err); panicked {
		return end
	}
	switch end.outcome {
	case OutcomeExecuted, OutcomeInputRequired, OutcomeFailed:
		cut := interrupted(ctx)
		return *cut.and(&end)
	}
	return end
}

// close ends the frame: at once, or when a function that still runs has
// returned. Nobody waits for that who only wants the answer.
func (f *frame) close(ctx context.Context, end *ending) {
	f.report(ctx, end)
	switch {
	case end.settled, len(f.server.on.after) == 0 && f.events == nil:
	case !end.loose:
		f.settle(context.WithoutCancel(ctx), end, place{}, nil)
	default:
		leave := f.tracker.retain()
		go func() {
			defer leave()
			f.settle(context.WithoutCancel(ctx), end.and(f.linger(ctx)), place{}, nil)
		}()
		return
	}
	f.rest()
}

// rest ends the watch over a frame that nothing runs in any more.
func (f *frame) rest() {
	if f.dog != nil {
		f.server.timers.stop(f.dog)
	}
}

// report logs the failure of a call, once.
func (f *frame) report(ctx context.Context, end *ending) {
	switch end.outcome {
	case OutcomeFailed:
		f.server.logFailure(ctx, "tool failed", end.err, "tool", f.call.row.Name, "source", f.call.row.Source)
	case OutcomeCancelled, OutcomeTimedOut:
		f.server.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelInfo, "tool call ended early", slog.String("outcome", string(end.outcome)),
			slog.String("tool", f.call.row.Name), slog.String("source", f.call.row.Source), slog.Any("cause", end.err))
	}
}

// linger waits for the function of a call that is over, at most for the grace,
// and returns how it ended; nil if it did not.
func (f *frame) linger(ctx context.Context) *ending {
	grace := time.NewTimer(f.server.on.grace)
	defer grace.Stop()
	cut := f.tracker.cutOff()
	for {
		select {
		case end := <-f.done:
			if end = f.came(ctx, end); end != nil {
				return end
			}
		case <-f.watch():
			if end := f.look(ctx); end != nil {
				return end
			}
		case <-cut:
			cut = nil
			grace.Reset(min(abortGrace, f.server.on.grace))
		case <-grace.C:
			f.abandoned.Store(true)
			return nil
		}
	}
}

// settle sends the after-event, if there was a before-event, and the terminal
// event, from that place on.
func (f *frame) settle(ctx context.Context, end *ending, from place, kept *vigil) {
	if from.stage != stageTerminal {
		if f.dispatched.Load() {
			f.server.after(ctx, f.call, end, from.index, kept)
		}
		from.index = 0
	}
	if f.events != nil {
		f.events.send(ctx, f.subject.terminal(f.call, end), from.index, kept, stageTerminal)
	}
}
