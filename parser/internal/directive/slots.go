package directive

// slots gives the values of a directive by the name of their key or word, so that one piece of code reads and
// merges them all.
type slots struct {
	texts map[string]*Text
	lists map[string]*List
	flags map[string]*Flag
	// effect takes the word of the effect group itself.
	effect *Text
}

// The groups of words that exclude each other.
const (
	effectGroup = "EFFECT"
	worldGroup  = "WORLD"
)

func (s *Server) slots() slots {
	return slots{texts: map[string]*Text{
		"name": &s.Name, "version": &s.Version, "title": &s.Title,
		"prefix": &s.Prefix, "instructions": &s.Instructions, "registry": &s.Registry,
	}}
}

func (t *Tool) slots() slots {
	return slots{
		texts: map[string]*Text{"name": &t.Name, "title": &t.Title, "opaque": &t.Opaque},
		lists: map[string]*List{"reaches": &t.Reaches},
		flags: map[string]*Flag{"strict": &t.Strict, "coerce": &t.Coerce},
	}
}

func (h *Hint) slots() slots {
	return slots{
		effect: &h.Effect,
		flags:  map[string]*Flag{"idempotent": &h.Idempotent, "openWorld": &h.OpenWorld, "closedWorld": &h.ClosedWorld},
	}
}

func (p *Param) slots() slots {
	return slots{
		texts: map[string]*Text{
			"name": &p.Name, "desc": &p.Desc, "min": &p.Min, "max": &p.Max, "minlen": &p.MinLen, "maxlen": &p.MaxLen,
			"minitems": &p.MinItems, "maxitems": &p.MaxItems, "pattern": &p.Pattern, "format": &p.Format, "example": &p.Example, "header": &p.Header,
		},
		lists: map[string]*List{"default": &p.Default, "enum": &p.Enum},
		flags: map[string]*Flag{"secret": &p.Secret},
	}
}

func (c *Cache) slots() slots { return slots{texts: map[string]*Text{"ttl": &c.TTL}} }

func (l *Limit) slots() slots {
	return slots{texts: map[string]*Text{"result": &l.Result, "timeout": &l.Timeout}}
}

func (p *Prompt) slots() slots {
	return slots{texts: map[string]*Text{"name": &p.Name, "title": &p.Title}}
}

func (r *Resource) slots() slots {
	return slots{texts: map[string]*Text{"uri": &r.URI, "name": &r.Name, "title": &r.Title, "mime": &r.MIME}}
}

func (c *Complete) slots() slots {
	return slots{texts: map[string]*Text{"prompt": &c.Prompt, "uri": &c.URI, "arg": &c.Arg}}
}

// given reports whether a word was said.
func (s slots) given(w Word) bool {
	if w.Group == effectGroup {
		return s.effect.Given() && s.effect.Value == w.Name
	}
	return s.flags[w.Name].Given()
}
