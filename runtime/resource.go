package runtime

import (
	"errors"
	"iter"
)

// ErrNotFound is returned, wrapped or not, by the function of a resource for
// something that is not there. The answer is that of a resource that does not
// exist, to the byte.
var ErrNotFound = errors.New("not found")

// Resource is the static data of one resource, or of one resource template, as
// [Row] is a tool's. Reading changes nothing, so that it counts as readOnly.
type Resource struct {
	// URI is what the resource is read under: an absolute URI, or an RFC 6570
	// template whose variables are single texts; unique in the server.
	URI string
	// Name is the published name; never empty.
	Name string
	// Title is the human-readable name; empty publishes none.
	Title string
	// Description tells what can be read.
	Description string
	// MIMEType is published, and stands for contents that have none of their
	// own; empty is unknown.
	MIMEType string
	// Section is the unit of permission the resource belongs to; never empty.
	Section string
	// Source is the import path and function behind the resource, never published.
	Source string
	// Handler binds the variables, runs and shapes; made by [ResourceText],
	// [ResourceBlob], [ResourceJSON] or [ResourceResult].
	Handler ResourceHandler
}

// Resources is the [Part] of a registry that holds resources and templates.
type Resources []Resource

func (rs Resources) join(p *part) { p.resources = append(p.resources, rs...) }

// Resources yields a copy of every resource and template, in the order of
// registration.
func (r *Registry) Resources() iter.Seq[Resource] {
	return func(yield func(Resource) bool) {
		for p := range r.all() {
			for _, one := range p.resources {
				if !yield(one) {
					return
				}
			}
		}
	}
}
