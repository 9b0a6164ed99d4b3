package bind

// A Field is one member of an object, as the published schema declares it.
type Field struct {
	Name string
	// Required makes an absent field a problem. A null is then a value; for
	// every other field it means absent.
	Required bool
	// Default is the JSON that is bound where the field is absent; a field
	// that has one is never missing. Empty: none.
	Default string
}

// Fields are the members of an object in the order of their declaration, which
// is also the order of problems. Names are unique and compared byte by byte.
type Fields []Field

// An Object walks over the members of one JSON object:
//
//	for o := d.Object(fields); o.Next(); {
//		switch o.Name {
//		case "id":
//			bind.Int(d, &v.ID, nil)
//		}
//	}
//
// Unknown members and nulls that mean absent are passed over. Fields with a
// default that were not sent come after the others, with the decoder at the
// default.
type Object struct {
	// Name is the name of the current field, the string of its Fields.
	Name string

	d       *Decoder
	fields  Fields
	current int // field that the body is reading, or -1
	likely  int // field to compare the next name with first
	absent  int // field to look at next, once all members are read
	seen    bitset
	unknown int

	isOpen    bool
	allRead   bool
	at        mark
	start     int // of the notes of this object
	fromValue int // of the notes of the current value
}

// Object begins to read a value that is an object with the given fields.
func (d *Decoder) Object(fields Fields) Object {
	o := Object{d: d, fields: fields, current: -1, start: len(d.notes)}
	if o.isOpen = d.open('{'); !o.isOpen {
		d.refuse("object")
		return o
	}
	o.at.level, o.at.depth = len(d.outer), d.depth
	return o
}

// Next moves to the next field and reports whether there is one.
func (o *Object) Next() bool {
	if !o.isOpen {
		return false
	}
	o.leave()
	if !o.allRead && o.member() {
		return true
	}
	o.allRead = true
	if o.fallback() {
		return true
	}
	o.end()
	return false
}

// leave ends the value of the current field.
func (o *Object) leave() {
	if o.current < 0 {
		return
	}
	if o.allRead { // a default, read from its own source
		if len(o.d.outer) > o.at.level {
			o.d.pop(o.at.level)
		}
	} else {
		o.d.settle(o.at)
	}
	o.d.stamp(o.fromValue, o.current, o.Name)
	o.current = -1
}

// enter makes field i the current one.
func (o *Object) enter(i int) {
	o.current, o.Name = i, o.fields[i].Name
	o.at.pos = o.d.pos
	o.fromValue = len(o.d.notes)
}

// member moves to the value of the next member that a field declares.
func (o *Object) member() bool {
	for d := o.d; d.next('}'); {
		name := d.unquote(d.quotedName())
		i := o.find(name)
		switch {
		case i < 0:
			o.strange(string(name))
			d.skip()
		case d.peek() == 'n' && o.fields[i].nullable():
			d.skip()
		default:
			o.seen.add(i)
			o.enter(i)
			return true
		}
	}
	return false
}

// nullable reports whether a null means that the field is absent.
func (f *Field) nullable() bool { return !f.Required || f.Default != "" }

// find returns the index of the field with this name, or -1. Most callers send
// fields in the order of the schema.
func (o *Object) find(name []byte) int {
	n := len(o.fields)
	for k := range n {
		i := o.likely + k
		if i >= n {
			i -= n
		}
		if o.fields[i].Name == string(name) {
			o.likely = i + 1
			return i
		}
	}
	return -1
}

// strange notes a member that no field declares.
func (o *Object) strange(name string) {
	d, order := o.d, len(o.fields)
	switch o.unknown++; {
	case !d.opt.Strict:
		d.ignore(order, nameStep(name))
	case o.unknown > maxProblems:
		d.more++
	default:
		d.notes = append(d.notes, note{unknown, order, nameStep(name), suggest(o.fields, name)})
	}
}

// fallback moves to the next default of a field that is absent, and notes the
// required ones.
func (o *Object) fallback() bool {
	for ; o.absent < len(o.fields); o.absent++ {
		f := &o.fields[o.absent]
		switch {
		case o.seen.has(o.absent):
		case f.Default != "":
			push(o.d, f.Default)
			o.enter(o.absent)
			o.absent++
			return true
		case f.Required:
			o.d.notes = append(o.d.notes, note{kind: missing, order: o.absent, path: f.Name})
		}
	}
	return false
}

// end leaves the object.
func (o *Object) end() {
	o.isOpen = false
	o.d.close()
	if len(o.d.notes) > o.start {
		o.d.sort(o.start)
		o.d.cut(o.start)
	}
}
