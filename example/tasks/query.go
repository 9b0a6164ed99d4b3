package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

const columns = `id, title, status, priority, due, tags, created`

// List returns the newest tasks first, at most limit of them; without a
// status, those that are not archived.
func (s *Store) List(ctx context.Context, status *Status, limit int) ([]Task, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+columns+` FROM task
		WHERE CASE WHEN ?1 IS NULL THEN status <> 'archived' ELSE status = ?1 END
		ORDER BY id DESC LIMIT ?2`, status, limit)
	if err != nil {
		return nil, fmt.Errorf("list tasks: %w", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	tasks := []Task{}
	for rows.Next() {
		task, err := scanTask(rows)
		if err != nil {
			return nil, fmt.Errorf("list tasks: %w", err)
		}
		tasks = append(tasks, task)
	}
	return tasks, rows.Err()
}

// Stats counts the tasks in each state.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	var n Stats
	err := s.read.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE status = 'open'),
		count(*) FILTER (WHERE status = 'done'), count(*) FILTER (WHERE status = 'archived')
		FROM task`).Scan(&n.Open, &n.Done, &n.Archived)
	if err != nil {
		return Stats{}, fmt.Errorf("count tasks: %w", err)
	}
	return n, nil
}

// Get returns a task, or [ErrNoTask].
func (s *Store) Get(ctx context.Context, id int64) (Task, error) {
	return one(id, s.read.QueryRowContext(ctx, `SELECT `+columns+` FROM task WHERE id = ?`, id))
}

// Create adds the drafts as open tasks, all or none, and returns them in
// order.
func (s *Store) Create(ctx context.Context, drafts ...Draft) ([]Task, error) {
	tasks := make([]Task, 0, len(drafts))
	created := s.now().UnixMicro()
	err := s.within(ctx, func(tx *sql.Tx) error {
		for i, draft := range drafts {
			task, err := insert(ctx, tx, draft, created)
			if err != nil {
				return fmt.Errorf("create task %d of %d: %w", i+1, len(drafts), err)
			}
			tasks = append(tasks, task)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return tasks, nil
}

func insert(ctx context.Context, tx *sql.Tx, d Draft, created int64) (Task, error) {
	due, err := storedTime(d.Due)
	if err != nil {
		return Task{}, err
	}
	tags, err := storedTags(d.Tags)
	if err != nil {
		return Task{}, err
	}
	return scanTask(tx.QueryRowContext(ctx, `INSERT INTO task (title, status, priority, due, tags, created)
		VALUES (?, 'open', ?, ?, ?, ?) RETURNING `+columns, d.Title, d.Priority, due, tags, created))
}

// Update changes what p names and returns the task; [ErrNoTask] if there is
// none or it is archived.
func (s *Store) Update(ctx context.Context, id int64, p Patch) (Task, error) {
	due, err := storedTime(p.Due)
	if err != nil {
		return Task{}, err
	}
	var tags *string
	if p.Tags != nil {
		text, err := storedTags(p.Tags)
		if err != nil {
			return Task{}, err
		}
		tags = &text
	}
	return one(id, s.write.QueryRowContext(ctx, `UPDATE task SET
			title = coalesce(?, title), status = coalesce(?, status), priority = coalesce(?, priority),
			due = coalesce(?, due), tags = coalesce(?, tags)
		WHERE id = ? AND status <> 'archived' RETURNING `+columns,
		p.Title, p.Status, p.Priority, due, tags, id))
}

// Archive puts a task away and returns it; the moment that counts for
// [Store.Purge] is that of the first time.
func (s *Store) Archive(ctx context.Context, id int64) (Task, error) {
	return one(id, s.write.QueryRowContext(ctx, `UPDATE task SET
			status = 'archived', archived = coalesce(archived, ?)
		WHERE id = ? RETURNING `+columns, s.now().UnixMicro(), id))
}

// Purge removes the tasks archived before a moment and returns how many.
func (s *Store) Purge(ctx context.Context, before time.Time) (int64, error) {
	result, err := s.write.ExecContext(ctx, `DELETE FROM task WHERE archived < ?`, before.UnixMicro())
	if err != nil {
		return 0, fmt.Errorf("purge: %w", err)
	}
	return result.RowsAffected()
}

// one reads the only row of a statement about one task.
func one(id int64, row *sql.Row) (Task, error) {
	task, err := scanTask(row)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoTask
	}
	if err != nil {
		return Task{}, fmt.Errorf("task %d: %w", id, err)
	}
	return task, nil
}
