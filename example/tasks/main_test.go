package main

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// asProgram makes the test binary behave as the program, so that tests can run
// it as a process of its own.
const asProgram = "TASKS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if point := os.Getenv(crashAt); point != "" {
		fmt.Fprintln(os.Stderr, crashing(point))
		os.Exit(exitFailed)
	}
	if os.Getenv(asProgram) != "" {
		main()
	}
	goleak.VerifyTestMain(m)
}
