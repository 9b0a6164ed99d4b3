package runtime

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// Server is a governed MCP server. It serves any number of transports at once;
// what a caller may see and call is the same on all of them. A Server is made
// by [NewServer] and never changes.
type Server struct {
	identity Identity
	card     []byte // the identity as results of the newest revision carry it
	table    *table
	lookup   func(name string) (*Row, bool) // the table's find: one read a call
	on       listeners
	purse    *purse   // nil: calls are free
	cache    *caching // nil: nothing is cached
	masks    maskers
	log      *slog.Logger
	pageSize int
	grace    time.Duration

	interceptors []ToolInterceptor
	resultLimit  int64 // 0: none
	states       *sealer
	logging      bool // clients may read what functions log

	web      *tracker // requests in flight of all HTTP handlers
	mu       sync.Mutex
	sessions []*sessions // of all HTTP handlers that have some

	vetted vetted
	timers timers
	noLane bool // everything goes through the SDK: for tests that compare

	running atomic.Int64 // tool functions that have not returned
	onStdio atomic.Bool  // the process's standard streams are taken

	readables          *readables
	interceptPrompts   []PromptInterceptor
	interceptResources []ResourceInterceptor

	changes *changes // nil: nobody is told of any
}

// NewServer returns a server for the rows of reg. It fails closed: whatever is
// wrong with a row, a receiver or an option is an error, and all of them are
// returned joined.
func NewServer(reg *Registry, opts ...Option) (*Server, error) {
	set := defaultOptions()
	problems := checkRegistry(reg)
	for _, opt := range opts {
		if opt == nil {
			problems = append(problems, errNilOption)
			continue
		}
		opt.apply(&set)
	}
	problems = append(problems, set.check()...)
	problems = append(problems, set.checkScopes(reg)...)
	problems = append(problems, set.checkRows(reg)...)
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return newServer(reg, set), nil
}

func newServer(reg *Registry, set options) *Server {
	s := &Server{
		identity:    reg.Identity(),
		table:       newTable(reg),
		on:          set.on,
		masks:       newMaskers(set.masker, reg),
		log:         set.logger,
		pageSize:    set.pageSize,
		grace:       set.grace,
		resultLimit: set.resultLimit,
		states:      set.states.sealer(),
		logging:     set.logging,
		web:         newTracker(),

		readables:          newReadables(reg),
		interceptPrompts:   set.prompts,
		interceptResources: set.resources,
	}
	s.lookup = s.table.find
	s.changes = s.changesOf(set.listChanged, set.resourceUpdates)
	s.on.policy = &listener[*question]{what: "policy", run: set.policy.ask}
	if s.identity.Version == "" {
		s.identity.Version = buildVersion()
	}
	s.card = newCard(s.identity)
	s.purse = set.budget.purse(s.identity.Name)
	s.cache = set.cache.caching(s)
	for _, build := range set.interceptors {
		s.interceptors = append(s.interceptors, build(s))
	}
	s.warnOfReach()
	s.warnOfNoCache()
	return s
}

// checkRows asks the host's own checks.
func (o options) checkRows(reg *Registry) []error {
	var problems []error
	for _, check := range o.checks {
		problems = append(problems, check(reg.Rows()))
	}
	return problems
}

func (o options) check() []error {
	problems := o.problems
	if o.policy == nil {
		problems = append(problems, errNoPolicy)
	}
	if o.pageSize < 0 {
		problems = append(problems, fmt.Errorf("page size %d is negative", o.pageSize))
	}
	if o.grace < 0 {
		problems = append(problems, fmt.Errorf("shutdown grace %s is negative", o.grace))
	}
	if o.on.timeout < 0 {
		problems = append(problems, fmt.Errorf("listener timeout %s is negative", o.on.timeout))
	}
	if o.on.grace < 0 {
		problems = append(problems, fmt.Errorf("after grace %s is negative", o.on.grace))
	}
	if o.resultLimit < 0 {
		problems = append(problems, fmt.Errorf("result limit %d is negative", o.resultLimit))
	}
	problems = append(problems, o.states.check()...)
	return append(problems, o.budget.check()...)
}

// buildVersion is the main module's version, as far as the build knows it.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "dev"
	}
	return info.Main.Version
}
