package runtime

import "time"

// ShutdownGrace is how long [Server.Shutdown] waits for the calls in flight, as
// set by [WithShutdownGrace]: what shuts down around the server waits longer.
func (s *Server) ShutdownGrace() time.Duration { return s.grace }
