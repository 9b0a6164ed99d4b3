package event

import (
	"context"
	"log/slog"
)

// SlogSink returns a sink that writes one record for every event, its type as
// the message: started at level Debug, succeeded at Info, a refusal on purpose
// at Warn, any other failure at Error. Results are never written. A nil logger
// is [slog.Default] as it is when an event arrives.
func SlogSink(logger *slog.Logger) Sink {
	return SinkFunc(func(ctx context.Context, e Event) error {
		target := logger
		if target == nil {
			target = slog.Default()
		}
		if level := Level(e); target.Enabled(ctx, level) {
			target.LogAttrs(ctx, level, e.Type(), attributes(e)...)
		}
		return nil
	})
}

// Level is the level an event deserves in a log (contract: S3-15).
func Level(e Event) slog.Level {
	switch e := e.(type) {
	case Started:
		return slog.LevelDebug
	case Failed:
		if e.IsPolicyFailure() {
			return slog.LevelWarn
		}
		return slog.LevelError
	}
	return slog.LevelInfo
}

// attributes are the fields of the event's JSON, under the same names.
func attributes(e Event) []slog.Attr {
	switch e := e.(type) {
	case Started:
		return append(subject(newCall("", e.Tool, e.Plugin, e.Arguments), e.RequestID),
			slog.Float64("timestamp", e.Timestamp()))
	case Succeeded:
		return append(subject(newCall("", e.Tool, e.Plugin, e.Arguments), e.RequestID),
			slog.Float64("duration_ms", e.DurationMilliseconds()))
	case Failed:
		attrs := append(subject(newCall("", e.Tool, e.Plugin, e.Arguments), e.RequestID),
			slog.String("reason", string(e.Reason)),
			slog.Float64("duration_ms", e.DurationMilliseconds()))
		if e.HasException() {
			attrs = append(attrs,
				slog.String("exception_class", e.exceptionClass()),
				slog.String("exception_message", e.exceptionMessage()))
		}
		return attrs
	}
	return nil
}

func subject(c call, id any) []slog.Attr {
	return []slog.Attr{
		slog.String("tool_name", c.Tool),
		slog.String("plugin_id", c.Plugin),
		slog.String("arguments", string(c.Arguments)),
		slog.Any("request_id", id),
	}
}
