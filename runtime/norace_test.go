//go:build !race

package runtime_test

// thinned divides the size of tests that show that nothing is left behind.
const thinned = 1
