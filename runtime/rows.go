package runtime

import (
	"errors"
	"iter"
)

// Options returns one option that applies all of opts, in order. Packages that
// have several things to say to a server return one.
func Options(opts ...Option) Option {
	return optionFunc(func(o *options) {
		for _, opt := range opts {
			if opt == nil {
				o.problems = append(o.problems, errNilOption)
				continue
			}
			opt.apply(o)
		}
	})
}

// CheckRows lets a host refuse rows: check is asked once, by [NewServer], with
// copies of all rows of the server, and what it returns is an error of NewServer.
// So an entry of a configuration that names no tool is found at the start.
func CheckRows(check func(rows iter.Seq[Row]) error) Option {
	return optionFunc(func(o *options) {
		if check == nil {
			o.problems = append(o.problems, errors.New("check of rows is nil"))
			return
		}
		o.checks = append(o.checks, check)
	})
}

// InvalidOption returns an option that is an error of [NewServer]: for
// packages whose options can be wrong.
func InvalidOption(err error) Option {
	return optionFunc(func(o *options) { o.problems = append(o.problems, err) })
}
