package main

import (
	"context"
	"database/sql"
	"fmt"
)

// migrations bring the schema from one version to the next; a file's version
// is how many it has had. An entry that has shipped never changes.
func migrations() []string {
	return []string{
		`CREATE TABLE task (
			id       INTEGER PRIMARY KEY AUTOINCREMENT,
			title    TEXT NOT NULL,
			status   TEXT NOT NULL CHECK (status IN ('open', 'done', 'archived')),
			priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high')),
			due      INTEGER,          -- microseconds since 1970, as all times here
			tags     TEXT NOT NULL,    -- a JSON array
			created  INTEGER NOT NULL,
			archived INTEGER CHECK ((archived IS NOT NULL) = (status = 'archived'))
		) STRICT;
		CREATE INDEX task_by_status ON task (status, id);`,
		`CREATE TABLE ledger (
			caller      TEXT NOT NULL,
			key         TEXT NOT NULL,
			fingerprint BLOB NOT NULL,     -- of tool and arguments
			owner       TEXT NOT NULL,     -- the call that holds the claim
			claimed     INTEGER NOT NULL,
			lease       INTEGER NOT NULL,  -- until when its owner is taken to be at work
			answer      TEXT,              -- a JSON result, once there is one
			PRIMARY KEY (caller, key)
		) STRICT, WITHOUT ROWID;
		CREATE INDEX ledger_by_age ON ledger (claimed) WHERE answer IS NOT NULL;`,
	}
}

// migrate applies what the file has not had. Two programs that start at once
// queue for the transaction, and the second finds nothing left to do.
func migrate(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing once committed
	var version int
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	steps := migrations()
	if version < 0 || version > len(steps) {
		return fmt.Errorf("schema version %d is not of this program, which knows up to %d", version, len(steps))
	}
	for i, step := range steps[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migration %d: %w", version+i+1, err)
		}
	}
	// A pragma takes no parameter; the number is ours.
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, len(steps))); err != nil {
		return err
	}
	return tx.Commit()
}
