package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

const (
	defaultLedgerKey = "festi/idempotencyKey"
	maxLedgerKey     = 255 // characters
)

// Ledger makes a call that is sent again run once: who sends a key in the
// request's _meta, and sends it again with the same tool and arguments, gets the
// answer of the first time. A key is its caller's own. Tools that only read keep
// out of it.
//
//   - What was answered is replayed for a week, tool errors that the function
//     wrote included. After that the key is a new one.
//   - What had no effect leaves no trace: a refusal, arguments that do not fit, a
//     call that ended before its function began.
//   - What may have had an effect and has no answer stays unknown, until somebody
//     looks: the function failed or its process died. Such a call is refused and
//     never run again under its key, except where the tool is idempotent.
//
// A claim keeps others away for the time of its lease, which is not renewed: a
// function that takes longer is unknown to a retry until it returns, and its
// answer is recorded then. Since the ledger is in the file of the tasks, a loss
// of power takes an effect together with the claim on it.
type Ledger struct {
	store *Store
	meta  string // the entry of _meta that holds the key
}

// claimKey is where a call keeps its [Claim].
type claimKey struct{}

// before claims the key of a call, or decides the call by what it finds. An
// error of the store fails the call: without a ledger it must not run.
func (l *Ledger) before(ctx context.Context, e *mcprt.BeforeCall) error {
	key := l.keyOf(e.Call)
	if key == "" {
		return nil
	}
	if utf8.RuneCountInString(key) > maxLedgerKey {
		return refusal("policy_idempotency_key", "Error: The idempotency key has more than 255 characters.")
	}
	claim := Claim{
		Caller: e.Caller().ID, Key: key, Owner: rand.Text(),
		Fingerprint: fingerprint(e.Name(), e.Arguments()),
		Repeatable:  e.Hints().Idempotent,
	}
	standing, answer, err := l.store.Claim(ctx, claim)
	if err != nil || standing == Claimed {
		e.Set(claimKey{}, claim) // after an error it may have been made
		return err
	}
	return decide(e, standing, answer)
}

// keyOf returns the key of a call, empty if it takes no part.
func (l *Ledger) keyOf(call *mcprt.Call) string {
	if call.Hints().ReadOnly {
		return ""
	}
	var key string
	value, found := call.MetaValue(l.meta)
	if !found || json.Unmarshal(value, &key) != nil {
		return ""
	}
	return key
}

// decide answers or refuses a call whose key was taken. No text tells of the
// call that took it.
func decide(e *mcprt.BeforeCall, standing Standing, answer []byte) error {
	switch standing {
	case Answered:
		result, err := decodeAnswer(answer)
		if err != nil {
			return fmt.Errorf("replay: %w", err)
		}
		return e.SetResult(result)
	case Running:
		return refusal("policy_idempotency_running", "Error: A call with this idempotency key is still running. Retry it with the same key in a moment.")
	case Mismatch:
		return refusal("policy_idempotency_mismatch", "Error: This idempotency key belongs to another call. Send a new key with a new call.")
	default:
		return refusal("policy_idempotency_unknown", "Error: A call with this idempotency key has begun and its outcome is not known. It is not run again: find out what it did, then send a new key.")
	}
}

func refusal(code event.Reason, text string) error {
	return &mcprt.Refusal{Code: code, Text: text}
}

// after settles the claim of a call that has ended. No interceptor stands around
// this server's calls, so a denial after the function's start is its own.
func (l *Ledger) after(ctx context.Context, e *mcprt.AfterCall) error {
	claim, ok := e.Get(claimKey{}).(Claim)
	if !ok {
		return nil
	}
	switch outcome := e.Outcome(); {
	case !e.FunctionStarted(), outcome == mcprt.OutcomeDenied, outcome == mcprt.OutcomeInputRequired:
		return l.store.Release(ctx, claim)
	case outcome == mcprt.OutcomeExecuted:
		return l.record(ctx, claim, e.Result())
	case e.Late() != nil:
		return l.record(ctx, claim, e.Late())
	case !e.FunctionReturned():
		return nil // the lease ends it
	case claim.Repeatable:
		return l.store.Release(ctx, claim)
	}
	return l.store.Abandon(ctx, claim)
}

func (l *Ledger) record(ctx context.Context, claim Claim, result *mcp.CallToolResult) error {
	answer, err := encodeAnswer(result)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return l.store.Settle(ctx, claim, answer)
}

// fingerprint tells calls apart. The order of members and the space between them
// do not count; a number is what was written, since 5 and 5.0 may differ to
// somebody and large integers do differ. What is no such JSON is compared as it
// was sent: no tool takes it.
func fingerprint(tool string, args []byte) []byte {
	canonical := jsontext.Value(args).Clone()
	if canonical.Format(jsontext.ReorderRawObjects(true)) != nil {
		canonical = args
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\x00%s", tool, canonical) // a tool's name has no NUL
	return hash.Sum(nil)
}
