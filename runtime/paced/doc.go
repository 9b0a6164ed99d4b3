// Package paced bounds how long a client may take for each piece of an answer, so
// that one that reads nothing holds no goroutine for ever.
//
// The write timeout of an [http.Server] is for a whole answer, and a stream has no
// end. A [Writer] sets the deadline before each write and takes it off after it. The
// handler of a server does so by itself; this is for a host's own streams beside it:
//
//	rw, done := paced.Wrap(rw, 30*time.Second)
//	defer done()
package paced
