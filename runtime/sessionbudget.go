package runtime

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/budget"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

const (
	defaultBudgetWindow = time.Hour
	defaultBudgetKeys   = 10_000

	textBudget = "Session tool-call budget of %d is exhausted; start a new session or raise the budget"
)

// budgeting is what a host said of the session budget.
type budgeting struct {
	given  bool
	limit  int64
	window time.Duration
	store  budget.Store
}

// WithSessionBudget gives every session so many calls of tools. Each accepted
// call takes one, whatever becomes of it, a call with wrong arguments and one
// that a listener denies included: it stops an agent that loops. It is exact,
// however many calls come at once, and no quota, since a new session begins anew.
// A client's answer to what a function asked it belongs to the call that was paid:
// such a round is free once, for ten rounds of one call.
//
// A session is that of the transport where there is one. On stdio, over HTTP
// without sessions and on the newest revision of the protocol there is none; the
// budget is then the caller's, and begins anew after [WithBudgetWindow].
//
// A budget below 1 is an error of [NewServer]. Without this option there is no
// bound.
func WithSessionBudget(n int64) Option {
	return optionFunc(func(o *options) { o.budget.given, o.budget.limit = true, n })
}

// WithBudgetWindow sets how long a session budget lasts where there is no
// session, from the first call on, and how long that of a session is kept after
// its last call. The default, and what 0 means, is one hour; a negative duration
// is an error of [NewServer].
func WithBudgetWindow(d time.Duration) Option {
	return optionFunc(func(o *options) { o.budget.window = d })
}

// WithBudgetStore sets where session budgets are counted. The default, and what
// nil means, is 10,000 counts in memory. Replicas that serve the same callers
// share a store, or each of them grants the whole budget. A store that fails
// refuses every call.
func WithBudgetStore(store budget.Store) Option {
	return optionFunc(func(o *options) { o.budget.store = store })
}

func (b budgeting) check() []error {
	var problems []error
	if b.given && b.limit < 1 {
		problems = append(problems, fmt.Errorf("session budget %d is below 1", b.limit))
	}
	if b.window < 0 {
		problems = append(problems, fmt.Errorf("budget window %s is negative", b.window))
	}
	return problems
}

// purse pays for calls.
type purse struct {
	limit     int64
	window    time.Duration
	namespace string
	store     *listener[*payment]
}

// payment is one question to a store.
type payment struct {
	charge  budget.Charge
	granted bool // the answer
}

// purse returns what pays for the calls of a server; nil if they are free.
func (b budgeting) purse(namespace string) *purse {
	if !b.given {
		return nil
	}
	if b.window == 0 {
		b.window = defaultBudgetWindow
	}
	if b.store == nil {
		b.store = budget.NewMemory(defaultBudgetKeys)
	}
	pay := func(ctx context.Context, p *payment) (err error) {
		p.granted, err = b.store.Spend(ctx, p.charge)
		return err
	}
	return &purse{b.limit, b.window, namespace, &listener[*payment]{what: "budget store", run: pay}}
}

// charge takes one of the session's budget, and reports whether the call ends
// here because none was left, or that could not be found out. A round that an
// earlier one paid for is free.
func (s *Server) charge(ctx context.Context, call *Call) (ending, bool) {
	if s.purse == nil {
		return ending{}, false
	}
	if number := call.resumedRound(); number > 0 && number <= maxRounds {
		free, end := s.spend(ctx, s.purse.round(call.opening.state, s.states.ttl))
		if free || end.outcome != "" {
			return end, !free
		}
	}
	granted, end := s.spend(ctx, s.purse.charge(call))
	if !granted && end.outcome == "" {
		end = denied(&Refusal{Code: event.ReasonPolicyBudget, Text: fmt.Sprintf(textBudget, s.purse.limit)})
	}
	return end, !granted
}

// spend asks the store. The end is that of a call for which it failed.
func (s *Server) spend(ctx context.Context, c budget.Charge) (granted bool, _ ending) {
	p := &payment{charge: c}
	err := s.purse.store.visit(ctx, s.on.timeout, false, p)
	switch {
	case err != nil && ctx.Err() != nil:
		return false, interrupted(ctx)
	case err != nil:
		return false, failed(fmt.Errorf("%s: %w", s.purse.store.what, err))
	}
	return p.granted, ending{}
}

// round is the one free use of a state. A client that presents it again pays as
// for a new call, or one call would be as good as any number of them.
func (p *purse) round(state string, ttl time.Duration) budget.Charge {
	digest := sha256.Sum256([]byte(state))
	key, _ := json.Marshal([]any{"mcpgen-round-1", p.namespace, digest[:]}) // plain values do encode
	return budget.Charge{Key: string(key), Limit: 1, TTL: ttl}
}

// charge names whose budget a call is on. A list of texts in JSON has one
// reading only, so that no two sessions share a count.
func (p *purse) charge(call *Call) budget.Charge {
	session := call.Session()
	key, _ := json.Marshal([]string{"mcpgen-budget-1", p.namespace, call.caller.ID, session}) // texts do encode
	return budget.Charge{Key: string(key), Limit: p.limit, TTL: p.window, Renew: session != ""}
}
