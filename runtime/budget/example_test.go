package budget_test

import (
	"context"
	"fmt"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/budget"
)

func ExampleMemory() {
	store := budget.NewMemory(10_000)
	for range 3 {
		granted, err := store.Spend(context.Background(), budget.Charge{Key: "ada", Limit: 2, TTL: time.Hour})
		fmt.Println(granted, err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// false <nil>
}
