// Package bind holds what generated code is made of: it turns the JSON
// arguments of a call into Go values and Go values into JSON, without reflection.
//
// # Reading
//
// [Arguments] first checks the text as a whole (JSON, UTF-8, no name twice, at
// most [MaxDepth] containers deep) and then walks over it once. A generated
// binder is a loop over the fields of an object; each case reads one value:
//
//	func bindTask(d *bind.Decoder, v *Task) {
//		for o := d.Object(taskFields); o.Next(); {
//			switch o.Name {
//			case "title":
//				bind.String(d, &v.Title, titleRule)
//			case "tags":
//				for p := range bind.Elements(d, &v.Tags, nil) {
//					bind.String(d, p, nil)
//				}
//			case "due":
//				bind.Time(d, bind.New(&v.Due))
//			}
//		}
//	}
//
// The fields' defaults and the [Rule] of a value are those of the published
// schema, so that what the schema accepts is bound, and what it refuses is
// named in the caller's words: every problem at once, in the order of
// declaration, with its path and what was expected, never with what was sent.
//
// What a caller sends is hostile. Numbers are exact or refused, strings are
// never numbers, names are compared byte by byte, and memory is bounded by the
// input and the schema however wrong the input is.
//
// # Writing
//
// An [Encoder] appends JSON to a buffer. What it writes is what encoding/json
// writes without HTML escapes; the differences are the forms that schemas
// promise: durations and big integers are strings, nil bytes are an empty string.
package bind
