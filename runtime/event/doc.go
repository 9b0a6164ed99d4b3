// Package event holds the lifecycle events of tool calls as plain values.
//
// A call that is accepted sends [Started] and then exactly one of [Succeeded]
// and [Failed]. A call that is refused before it is accepted sends one [Failed]
// alone. Whoever wants them implements [Sink]; [SlogSink] writes them to a log
// and [FanOut] hands them to several sinks.
//
// The package depends on the standard library only, so that what records events
// need not know what made them:
//
//	type counter struct{ blocked atomic.Int64 }
//
//	func (c *counter) Emit(_ context.Context, e event.Event) error {
//		if f, ok := e.(event.Failed); ok && f.IsPolicyFailure() {
//			c.blocked.Add(1)
//		}
//		return nil
//	}
//
// Arguments have been sanitised by whoever made the event; an event masks
// nothing itself (contract: S3-6).
package event
