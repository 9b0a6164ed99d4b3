package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLogData bounds the JSON of one log message.
const maxLogData = 16 << 10

var errLogData = errors.New("log data is larger than 16 KiB")

// WithLogging lets functions send log messages to clients, see [Call.Log], and
// declares the capability. Without it nothing is declared and nothing sent: the
// feature is deprecated as of the newest revision (SEP-2577), and what a server
// has to say belongs into its own log, see [WithLogger].
func WithLogging() Option {
	return optionFunc(func(o *options) { o.logging = true })
}

// Log sends a message to the client's log: data is any value that encodes as
// JSON, of 16 KiB at most. It does nothing without [WithLogging], below the level
// that the client set with logging/setLevel, and on the newest revision below the
// one that the request names; a request that names none gets nothing.
//
// In a call of a row that is not [Row.Interactive] it is an error.
//
// Members of data that the server's masker knows, and the secret parameters of
// its tools, are masked. Data that does not encode is an error, and so is a
// message when the call has been answered, cancelled or timed out; nothing is
// sent then.
func (d *dialog) Log(ctx context.Context, level mcp.LoggingLevel, logger string, data any) error {
	if err := d.live(ctx); err != nil {
		return err
	}
	if d.server == nil || !d.server.logging || d.opening.peer == nil {
		return nil
	}
	encoded, err := json.Marshal(data)
	switch {
	case err != nil:
		return fmt.Errorf("encode log data: %w", err)
	case len(encoded) > maxLogData:
		return errLogData
	}
	params := &mcp.LoggingMessageParams{
		Level: level, Logger: cut(logger, maxNameShown), Data: json.RawMessage(d.server.masks.rest.JSON(encoded)),
	}
	return d.speak(ctx, func() error { return d.opening.peer.log(ctx, params) })
}
