// Package uri tells which URIs a resource answers to: one URI, or all that an
// RFC 6570 template can be expanded to.
//
//	p, err := uri.Parse("tasks://{id}{?lang}")
//	vars, ok := p.Match("tasks://7?lang=de") // id: 7, lang: de
//
// Variables are single texts, since they become the parameters of a function:
// the modifiers of RFC 6570 for lists and prefixes are refused. What a caller
// sends is hostile: matching is linear for what does not match, and what is
// longer than [MaxLength] never does.
package uri
