// Package cache holds what a server needs to repeat results: where they are kept
// ([Store]), what names them ([Key]), and how concurrent calls share one run
// ([Group]).
//
// A key is a digest of everything a result may depend on, the identity of its
// caller included, so that no caller ever reads what was made for another one:
//
//	args, err := cache.Canonical(raw, nil)
//	key, err := cache.Key{Namespace: "tasks", Tool: "list_tasks", Caller: "ada", Arguments: args}.Sum()
//
// Package memory, beside this one, is a store for one process.
package cache
