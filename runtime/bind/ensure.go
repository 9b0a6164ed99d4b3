package bind

// Ensure returns what p points to, allocated if it is not there yet: the way to
// the fields of an embedded pointer.
func Ensure[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}
