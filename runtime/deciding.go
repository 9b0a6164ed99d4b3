package runtime

import (
	"context"
	"fmt"
	"time"
)

// deciding is the strict decision on one call. Policy and list listeners run one
// behind the other on one goroutine, of which a vigil is kept: whatever goes wrong
// with one of them fails the decision, so that nobody has to go on behind it.
type deciding struct {
	vigil    vigil
	done     chan struct{}
	returned bool // run came to its end; then these hold
	decision decision
	err      error
}

// decideStrict decides for a call: a policy or a listener that fails in any way
// fails the decision, which must then be read as neither yes nor no, whatever
// was said before it failed (contract: S0-11, S0-18, S0-19).
func (s *Server) decideStrict(ctx context.Context, caller *Caller) (decision, error) {
	d := &deciding{done: make(chan struct{})}
	go d.run(ctx, s, caller)
	limit := s.on.timeout
	dog := s.timers.start(limit)
	defer s.timers.stop(dog)
	leave, cut := ends(ctx)
	for {
		select {
		case <-d.done:
			return d.came()
		case <-dog.C:
			again, lost := d.vigil.giveUp(limit)
			if lost {
				return decision{}, d.lost(errOverdue)
			}
			dog.Reset(again)
			continue
		case <-leave:
		case <-cut:
		}
		time.AfterFunc(limit, func() { d.outlive(limit) })
		return decision{}, causeOf(ctx)
	}
}

// run asks policy and listeners in order, until one fails.
func (d *deciding) run(ctx context.Context, s *Server, caller *Caller) {
	defer close(d.done)
	d.err = d.ask(ctx, s, caller)
	d.returned = true
}

func (d *deciding) ask(ctx context.Context, s *Server, caller *Caller) error {
	grant, err := s.askPolicy(ctx, caller, &d.vigil)
	if err != nil {
		return err
	}
	d.decision.grant = grant
	for _, l := range s.on.list {
		if err := s.narrow(ctx, l, caller, &d.decision, &d.vigil); err != nil {
			return fmt.Errorf("%s: %w", l.what, err)
		}
	}
	return nil
}

// came is what the decision came to.
func (d *deciding) came() (decision, error) {
	switch {
	case !d.returned:
		return decision{}, d.lost(errExited)
	case d.err != nil:
		return decision{}, d.err
	}
	return d.decision, nil
}

// lost is the failure of the one whose goroutine was lost.
func (d *deciding) lost(cause error) error {
	at, _ := d.vigil.where()
	return fmt.Errorf("%s: %w", at.what, cause)
}

// outlive goes on keeping the vigil when nobody waits for the decision any more:
// only a deadline that passes counts against a listener, so that callers who go
// away cannot make it look broken.
func (d *deciding) outlive(limit time.Duration) {
	select {
	case <-d.done:
		return
	default:
	}
	if again, lost := d.vigil.giveUp(limit); !lost {
		time.AfterFunc(again, func() { d.outlive(limit) })
	}
}
