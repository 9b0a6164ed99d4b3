package runtime

// Call is one accepted call as a tool function sees it. A function that wants
// it declares a parameter of type *Call, which is never part of the schema.
// It is immutable and may be used by any number of goroutines.
type Call struct {
	caller *Caller
	row    *Row
	args   []byte // as sent, looked at by step 10 only
}

// Name returns the name of the called tool.
func (c *Call) Name() string { return c.row.Name }

// Section returns the section of the called tool.
func (c *Call) Section() string { return c.row.Section }

// Hints returns the effects of the called tool.
func (c *Call) Hints() Hints { return c.row.Hints }

// Caller returns a copy of who called.
func (c *Call) Caller() Caller { return c.caller.clone() }
