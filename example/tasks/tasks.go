package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// Service is the tools over a store. Every method leaves bounds and defaults
// to its directives: the arguments it gets are those of its schema.
type Service struct {
	store *Store
}

// NewService opens the default file, for `mcpgen serve` and `mcpgen call`.
//
//mcp:new
func NewService(ctx context.Context) (*Service, error) {
	store, err := Open(ctx, defaultFile, time.Now)
	if err != nil {
		return nil, err
	}
	return &Service{store}, nil
}

// refused makes a task that is not there something the caller reads, where its
// tool says opaque=false. Any other error stays inside.
func refused(err error, format string, id int64) error {
	if !errors.Is(err, ErrNoTask) {
		return err
	}
	return &mcprt.Refusal{Code: event.ReasonResult, Text: fmt.Sprintf(format, id), Cause: err}
}

// List returns the newest tasks first, without the archived ones unless they
// are asked for.
//
// Over HTTP a client of the newest revision says the status in a header, too, so
// that a proxy can send whoever reads the archive to a copy of it.
//
//mcp:tool name=tasks_list title="List tasks"
//mcp:hint readOnly idempotent closedWorld
//mcp:param status header=Status
//mcp:param limit default=20 min=1 max=100
func (s *Service) List(
	ctx context.Context,
	status *Status, // only tasks in this state
	limit int, // how many at most
) ([]Task, error) {
	return s.store.List(ctx, status, limit)
}

// Get returns one task.
//
//mcp:tool name=tasks_get title="Get a task" opaque=false
//mcp:hint readOnly idempotent closedWorld
//mcp:param id min=1
func (s *Service) Get(
	ctx context.Context,
	id int64, // the task's id
) (Task, error) {
	task, err := s.store.Get(ctx, id)
	return task, refused(err, "There is no task %d.", id)
}

// Create adds an open task and returns it with its id.
//
//mcp:tool name=tasks_create title="Create a task"
//mcp:hint additive closedWorld
//mcp:param title minlen=1 maxlen=200
//mcp:param priority default=normal
//mcp:param tags maxitems=10
func (s *Service) Create(
	ctx context.Context,
	title string, // what is to be done
	priority Priority, // how much it matters
	due *time.Time, // until when
	tags ...string, // words to find it by, at most 50 characters each
) (Task, error) {
	tasks, err := s.store.Create(ctx, Draft{title, priority, due, tags})
	if err != nil {
		return Task{}, err
	}
	return tasks[0], nil
}

// Change says which task changes and how.
type Change struct {
	// The task's id.
	//
	//mcp:param min=1
	ID    int64 `json:"id"`
	Patch Patch `json:"patch"` // what changes; the rest stays
}

// Update changes a task that is not archived and returns it.
//
//mcp:tool name=tasks_update title="Update a task" opaque=false
//mcp:hint additive idempotent closedWorld
func (s *Service) Update(ctx context.Context, change Change) (Task, error) {
	task, err := s.store.Update(ctx, change.ID, change.Patch)
	return task, refused(err, "There is no task %d, or it is archived.", change.ID)
}

// Archive puts a task away for good and returns it. One that is archived
// already stays as it is.
//
//mcp:tool name=tasks_archive title="Archive a task" opaque=false
//mcp:hint destructive idempotent closedWorld
//mcp:param id min=1
func (s *Service) Archive(
	ctx context.Context,
	id int64, // the task's id
) (Task, error) {
	task, err := s.store.Archive(ctx, id)
	return task, refused(err, "There is no task %d.", id)
}

// Import adds several open tasks, all or none, and returns them with their
// ids in the order sent.
//
//mcp:tool name=tasks_import title="Import tasks"
//mcp:hint additive closedWorld
//mcp:param items minitems=1 maxitems=100
func (s *Service) Import(
	ctx context.Context,
	items []Draft, // the tasks
) ([]Task, error) {
	return s.store.Create(ctx, items...)
}

// Purged is what a purge did.
type Purged struct {
	Tasks int64 `json:"tasks"` // how many tasks are gone
}

// Purge removes the tasks that were archived before a moment. Nothing brings
// them back.
//
//mcp:tool name=admin_purge title="Purge archived tasks"
//mcp:section admin
//mcp:hint destructive idempotent closedWorld
//mcp:scope tasks:purge
func (s *Service) Purge(
	ctx context.Context,
	before time.Time, // the moment
) (Purged, error) {
	n, err := s.store.Purge(ctx, before)
	return Purged{n}, err
}

// Panic panics, to show that the server survives and that nothing from inside
// it gets out.
//
//mcp:tool name=debug_panic title="Panic on purpose"
//mcp:section admin
//mcp:hint readOnly closedWorld
func (s *Service) Panic(context.Context) error {
	panic("debug_panic was called")
}
