package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite" // also the driver "sqlite"
)

const (
	maxReaders  = 4                     // queries that run at once
	busyTimeout = 5 * time.Second       // how long to wait for another program
	busyPause   = 20 * time.Millisecond // between two tries of ours
	busyCode    = 5                     // SQLITE_BUSY
)

// ErrNoTask is returned for an id that no task has, or none in a state that
// allows what was asked.
var ErrNoTask = errors.New("no such task")

// Store keeps tasks in a SQLite file. SQLite takes one writer at a time, so
// there is one connection that writes and callers queue for it here, where
// their context counts; readers never wait for it.
type Store struct {
	write *sql.DB
	read  *sql.DB
	now   func() time.Time
}

// Open opens the file, makes it if it is not there, and brings it to the
// present schema. now is the clock of what is stored.
func Open(ctx context.Context, file string, now func() time.Time) (*Store, error) {
	s := &Store{now: now}
	if err := s.open(ctx, file); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", file, err), s.Close())
	}
	return s, nil
}

// open goes first with the connection that writes: a reader can make neither
// the file nor its tables.
func (s *Store) open(ctx context.Context, file string) (err error) {
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	if s.write, err = sql.Open("sqlite", source(file, "journal_mode(wal)", "synchronous(normal)")); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if err := whileBusy(ctx, func() error { return migrate(ctx, s.write) }); err != nil {
		return err
	}
	if s.read, err = sql.Open("sqlite", source(file, "query_only(1)")); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(maxReaders)
	return s.read.PingContext(ctx)
}

// source names the file to the driver. It is written as a URL because a path
// may hold a question mark. A transaction takes the write lock when it begins:
// taking it later can fail without any wait.
func source(file string, pragmas ...string) string {
	options := url.Values{
		"_txlock": {"immediate"},
		"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds())}, pragmas...),
	}
	path := "/" + strings.TrimPrefix(filepath.ToSlash(file), "/") // a drive letter is no host
	name := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return name.String()
}

// whileBusy tries again while another program has the file. SQLite waits by
// itself, except when several connections turn a new file to WAL at once.
func whileBusy(ctx context.Context, do func() error) error {
	enough := time.After(busyTimeout)
	for {
		err := do()
		if e, ok := errors.AsType[*sqlite.Error](err); !ok || e.Code()&0xff != busyCode {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-enough:
			return err
		case <-time.After(busyPause):
		}
	}
}

// Close closes the file. What was opened in part is closed in part.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// within runs do in one transaction that writes.
func (s *Store) within(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing once committed
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}
