package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// maxExported is how many tasks an export reads. The shortest task takes more than
// 66 bytes, so that so many of them never fit into the 64 KiB of the result: an
// export is whole or refused.
const maxExported = 1000

// Stats is how many tasks there are in each state.
type Stats struct {
	Open     int64 `json:"open"`     // to be done
	Done     int64 `json:"done"`     // finished
	Archived int64 `json:"archived"` // put away
}

// Stats counts the tasks by status. The numbers are up to half a minute old.
//
//mcp:tool name=tasks_stats title="Count tasks"
//mcp:hint readOnly idempotent closedWorld
//mcp:cache ttl=30s
func (s *Service) Stats(ctx context.Context) (Stats, error) {
	return s.store.Stats(ctx)
}

// Export returns all tasks that are not archived, the newest first.
//
//mcp:tool name=tasks_export title="Export tasks"
//mcp:hint readOnly idempotent closedWorld
//mcp:limit result=64KiB timeout=5s
func (s *Service) Export(ctx context.Context) ([]Task, error) {
	return s.store.List(ctx, nil, maxExported)
}

// Sealed is a text and the proof of who wrote it.
type Sealed struct {
	Text string `json:"text"` // the task in one line
	Seal string `json:"seal"` // HMAC-SHA256 of the text in hex
}

// Seal writes a task down for somebody who shares a passphrase with the caller,
// and can tell by the seal that nobody changed the text. Nothing is stored.
//
//mcp:tool name=tasks_seal title="Seal a task" opaque=false
//mcp:hint readOnly idempotent closedWorld
//mcp:param id min=1
//mcp:param passphrase minlen=16 maxlen=200 secret
func (s *Service) Seal(
	ctx context.Context,
	id int64, // the task's id
	passphrase string, // the key of the seal, known to both sides
) (Sealed, error) {
	task, err := s.store.Get(ctx, id)
	if err != nil {
		return Sealed{}, refused(err, "There is no task %d.", id)
	}
	text := fmt.Sprintf("Task %d is %s: %s", task.ID, task.Status, task.Title)
	seal := hmac.New(sha256.New, []byte(passphrase))
	seal.Write([]byte(text))
	return Sealed{text, hex.EncodeToString(seal.Sum(nil))}, nil
}
