// Package mask hides secrets in JSON before it is recorded.
//
// One [Masker] serves events, logs and audit, so that a secret cannot be hidden
// in one of them and shown in another. It goes by the name of a member: the
// whole value of a sensitive one becomes "***", at every level, and everything
// else stays as it was written. Text that is no JSON, in which nothing can be
// found, becomes "***" as a whole.
//
//	m := mask.New().With("pin")
//	m.JSON([]byte(`{"user":"ada","PIN":1234}`)) // {"user":"ada","PIN":"***"}
//
// A masked text is for reading only. It must never stand for the value it hides:
// two secrets look alike once they are masked.
package mask
