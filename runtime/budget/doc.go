// Package budget counts calls against a limit, exactly.
//
// A server that was given a session budget spends one for every call that it
// accepts. Where the counts lie is a [Store]: [NewMemory] keeps them in this
// process, and a host with several replicas brings one that they share. Spending
// and comparing are one step, so that any number of concurrent calls together get
// what the limit says and not one more.
//
//	store := budget.NewMemory(10_000)
//	granted, err := store.Spend(ctx, budget.Charge{Key: "ada", Limit: 50, TTL: time.Hour})
package budget
