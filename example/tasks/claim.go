package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

const (
	claimLease  = 2 * time.Minute    // longer than a call is waited for after its end
	answerLives = 7 * 24 * time.Hour // longer than any client retries
)

// errLostClaim is returned when another call has taken over a claim, or its
// entry is gone.
var errLostClaim = errors.New("claim is no longer held")

// Claim is one call's hold on an idempotency key.
type Claim struct {
	Caller, Key string
	// Owner is unique to the call: who does not own an entry changes nothing in
	// it.
	Owner string
	// Fingerprint tells the call from others under the same key.
	Fingerprint []byte
	// Repeatable says that running twice does no more than running once.
	Repeatable bool
}

// Standing is what a key was found to be.
type Standing int

// The standings of a key.
const (
	Claimed  Standing = iota // by this call, just now
	Answered                 // there is an answer to repeat
	Running                  // the call that holds it is at work
	Mismatch                 // it belongs to another call
	Unknown                  // a call began and nobody recorded its end
)

// Claim claims a key, or says why it cannot be claimed; the answer goes with
// [Answered].
func (s *Store) Claim(ctx context.Context, c Claim) (standing Standing, answer []byte, err error) {
	now := s.now()
	err = s.within(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM ledger WHERE answer IS NOT NULL AND claimed < ?`,
			now.Add(-answerLives).UnixMicro())
		if err != nil {
			return err
		}
		made, err := affected(tx.ExecContext(ctx, `INSERT INTO ledger (caller, key, fingerprint, owner, claimed, lease)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			c.Caller, c.Key, c.Fingerprint, c.Owner, now.UnixMicro(), now.Add(claimLease).UnixMicro()))
		if made || err != nil {
			return err
		}
		standing, answer, err = found(ctx, tx, c, now)
		if err == nil && standing == Unknown && c.Repeatable {
			standing = Claimed
			err = takeOver(ctx, tx, c, now)
		}
		return err
	})
	if err != nil {
		return Unknown, nil, fmt.Errorf("claim: %w", err)
	}
	return standing, answer, nil
}

// found says how the entry of a key that was taken stands.
func found(ctx context.Context, tx *sql.Tx, c Claim, now time.Time) (Standing, []byte, error) {
	var (
		fingerprint, answer []byte
		lease               int64
	)
	err := tx.QueryRowContext(ctx, `SELECT fingerprint, lease, answer FROM ledger WHERE caller = ? AND key = ?`,
		c.Caller, c.Key).Scan(&fingerprint, &lease, &answer)
	switch {
	case err != nil:
		return Unknown, nil, err
	case !bytes.Equal(fingerprint, c.Fingerprint):
		return Mismatch, nil, nil
	case answer != nil:
		return Answered, answer, nil
	case now.UnixMicro() < lease:
		return Running, nil, nil
	}
	return Unknown, nil, nil
}

// takeOver gives the entry to another owner. The former one can then record
// nothing any more.
func takeOver(ctx context.Context, tx *sql.Tx, c Claim, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE ledger SET owner = ?, claimed = ?, lease = ? WHERE caller = ? AND key = ?`,
		c.Owner, now.UnixMicro(), now.Add(claimLease).UnixMicro(), c.Caller, c.Key)
	return err
}

// Settle records the answer of a claim's call; the lease may have passed. An
// error is returned if somebody else holds the claim by now.
func (s *Store) Settle(ctx context.Context, c Claim, answer []byte) error {
	held, err := affected(s.write.ExecContext(ctx, `UPDATE ledger SET answer = ?
		WHERE caller = ? AND key = ? AND owner = ? AND answer IS NULL`, string(answer), c.Caller, c.Key, c.Owner))
	if err == nil && !held {
		err = errLostClaim
	}
	if err != nil {
		return fmt.Errorf("settle claim: %w", err)
	}
	return nil
}

// Release forgets a claim whose call had no effect. One that is not held is left
// alone.
func (s *Store) Release(ctx context.Context, c Claim) error {
	_, err := s.write.ExecContext(ctx, `DELETE FROM ledger
		WHERE caller = ? AND key = ? AND owner = ? AND answer IS NULL`, c.Caller, c.Key, c.Owner)
	if err != nil {
		return fmt.Errorf("release claim: %w", err)
	}
	return nil
}

// Abandon ends the lease of a claim whose call may have had an effect and has no
// answer: its key is [Unknown] from now on.
func (s *Store) Abandon(ctx context.Context, c Claim) error {
	_, err := s.write.ExecContext(ctx, `UPDATE ledger SET lease = 0
		WHERE caller = ? AND key = ? AND owner = ? AND answer IS NULL`, c.Caller, c.Key, c.Owner)
	if err != nil {
		return fmt.Errorf("abandon claim: %w", err)
	}
	return nil
}

// affected reports whether a statement changed anything.
func affected(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
