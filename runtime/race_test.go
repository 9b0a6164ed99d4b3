//go:build race

package runtime_test

// thinned divides the size of tests that show that nothing is left behind: the race
// detector makes each goroutine dear.
const thinned = 10
