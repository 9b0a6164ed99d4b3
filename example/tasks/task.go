package main

import "time"

// Status is where a task stands.
type Status string

const (
	StatusOpen     Status = "open"     // to be done
	StatusDone     Status = "done"     // finished
	StatusArchived Status = "archived" // put away, can only be purged
)

// Priority is how much a task matters.
type Priority string

const (
	PriorityLow    Priority = "low"    // can wait
	PriorityNormal Priority = "normal" // in its turn
	PriorityHigh   Priority = "high"   // before all others
)

// Task is something to be done.
type Task struct {
	// The task's number, never used again.
	ID       int64      `json:"id"`
	Title    string     `json:"title"` // what is to be done
	Status   Status     `json:"status"`
	Priority Priority   `json:"priority"`
	Due      *time.Time `json:"due,omitempty"` // until when, in UTC
	Tags     []string   `json:"tags"`
	Created  time.Time  `json:"created"` // since when it is tracked, in UTC
}

// Draft is a task before it has an id.
type Draft struct {
	// What is to be done.
	//
	//mcp:param minlen=1 maxlen=200
	Title string `json:"title"`
	// How much it matters.
	//
	//mcp:param default=normal
	Priority Priority   `json:"priority"`
	Due      *time.Time `json:"due"` // until when
	// Words to find it by, at most 50 characters each.
	//
	//mcp:param maxitems=10
	Tags []string `json:"tags,omitempty"`
}

// Patch is what changes in a task. What is left out stays as it is.
type Patch struct {
	// What is to be done.
	//
	//mcp:param minlen=1 maxlen=200
	Title *string `json:"title"`
	// Where it stands now.
	//
	//mcp:param enum=open,done
	Status   *Status    `json:"status"`
	Priority *Priority  `json:"priority"` // how much it matters now
	Due      *time.Time `json:"due"`      // until when now
	// All tags from now on; an empty list removes them.
	//
	//mcp:param maxitems=10
	Tags []string `json:"tags,omitempty"`
}
