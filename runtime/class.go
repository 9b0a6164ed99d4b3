package runtime

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Class is an outcome as statistics count it.
type Class string

// The classes of a call.
const (
	// ClassSuccess: the caller got what it asked for.
	ClassSuccess Class = "success"
	// ClassRejected: the call was refused on purpose. It is no error and must
	// not count as one.
	ClassRejected Class = "rejected"
	// ClassError: everything else, a tool's own error and arguments that do not
	// fit included.
	ClassError Class = "error"
)

// Classify returns the class of what [Next] returned.
func Classify(result *mcp.CallToolResult, err error) Class {
	switch {
	case err != nil:
		return meant(err).class()
	case result == nil:
		return ClassError
	}
	return answered(result).class()
}

// class is the class of a call that ended so.
func (e ending) class() Class {
	switch {
	case e.outcome == OutcomeDenied:
		return ClassRejected
	case e.failure() || e.protocol != nil || e.result == nil || e.result.IsError:
		return ClassError
	}
	return ClassSuccess
}
