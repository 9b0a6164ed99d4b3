package cache_test

import (
	"fmt"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
)

func ExampleCanonical() {
	declared := func(name string) bool { return name != "nonce" }
	args, err := cache.Canonical([]byte(`{ "limit": 20, "nonce": 7, "filter": {"b": 1, "a": 2} }`), declared)
	fmt.Printf("%s %v\n", args, err)
	// Output: {"filter":{"a":2,"b":1},"limit":20} <nil>
}
