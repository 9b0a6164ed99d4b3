package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// maxPlanned is how many open tasks are looked at for a plan or a completion.
const maxPlanned = 100

// PlanDay asks for a plan of one day's work on the open tasks.
//
//mcp:prompt title="Plan the day"
//mcp:param hours default=8 min=1 max=16
func (s *Service) PlanDay(
	ctx context.Context,
	hours int, // how long the day is
	focus *string, // what matters most today
) (string, error) {
	tasks, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Plan %d hours of work on these open tasks, the most urgent ones first.\n", hours)
	if focus != nil {
		fmt.Fprintf(&b, "What matters most today: %s.\n", *focus)
	}
	for _, t := range tasks {
		fmt.Fprintf(&b, "- %d: %s (%s)\n", t.ID, t.Title, t.Priority)
	}
	return b.String(), nil
}

// TaskByID is one task, for clients that keep what they read beside the
// conversation.
//
//mcp:resource uri=tasks://{id} name=task title="A task"
//mcp:param id min=1
func (s *Service) TaskByID(ctx context.Context, id int64) (Task, error) {
	task, err := s.store.Get(ctx, id)
	if errors.Is(err, ErrNoTask) {
		return Task{}, mcprt.ErrNotFound
	}
	return task, err
}

// OpenIDs completes the id of an open task, the newest first.
//
//mcp:complete uri=tasks://{id} arg=id
func (s *Service) OpenIDs(ctx context.Context, value string) ([]string, error) {
	tasks, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, t := range tasks {
		if id := strconv.FormatInt(t.ID, 10); strings.HasPrefix(id, value) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (s *Service) open(ctx context.Context) ([]Task, error) {
	status := StatusOpen
	return s.store.List(ctx, &status, maxPlanned)
}
