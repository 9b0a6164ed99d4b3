package ratelimit_test

import (
	"context"
	"fmt"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/ratelimit"
)

func ExampleNew() {
	limiter, err := ratelimit.New(1, time.Hour)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := "claude"
	for range 2 {
		allowed, _ := limiter.Allow(context.Background(), &client, "list_tasks")
		fmt.Println(allowed)
	}
	// Output:
	// true
	// false
}
