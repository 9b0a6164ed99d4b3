package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// apply carries all changes out, or none: the new contents are written to
// temporary files beside their targets first, and only when all of them are
// there do the cheap renames begin.
func apply(changes []change) diag.List {
	staged := make([]string, len(changes))
	defer func() {
		for _, temp := range staged {
			if temp != "" {
				_ = os.Remove(temp) // left only if something went wrong before
			}
		}
	}()
	var problems diag.List
	for i, c := range changes {
		var err error
		if staged[i], err = stage(c); err != nil {
			problems = append(problems, *unwritable(c.name, err))
		}
	}
	if len(problems) > 0 {
		problems.Sort()
		return problems
	}
	for i, c := range changes {
		if err := c.finish(staged[i]); err != nil {
			return diag.List{*unwritable(c.name, err)}
		}
		staged[i] = ""
	}
	return nil
}

// stage writes the new content beside the target. For a removal it writes an
// empty file: that shows whether the folder allows it. The name begins with a
// dot, so that no go command takes it for source.
func stage(c change) (temp string, err error) {
	if c.old != nil {
		if err := openForWriting(c.path); err != nil {
			return "", err
		}
	}
	f, err := os.CreateTemp(filepath.Dir(c.target()), "."+parser.Generated+".*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(c.new)
	if !c.removes() {
		err = errors.Join(err, f.Chmod(c.mode))
	}
	return f.Name(), errors.Join(err, f.Close())
}

// target is where the file really lies: a link stays a link.
func (c change) target() string {
	if real, err := filepath.EvalSymlinks(c.path); err == nil {
		return real
	}
	return c.path
}

// openForWriting finds out whether the owner of the file lets us write: a
// rename would not ask.
func openForWriting(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func (c change) finish(temp string) error {
	if c.removes() {
		return errors.Join(os.Remove(c.path), os.Remove(temp))
	}
	return os.Rename(temp, c.target())
}
