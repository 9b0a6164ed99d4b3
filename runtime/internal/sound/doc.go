// Package sound reads JSON texts in two steps: a [Checker] decides once whether a
// text is sound, and the functions move over it, without errors of their own.
//
// They take any text. On one that is not sound they say something about it that
// means nothing, but never leave it and always advance.
package sound
