package runtime_test

import (
	"os"
	"os/exec"
	"testing"
)

// All tests hold on the SDK's way too: those with real clients, whose traffic
// nobody made up, among them.
func TestTheSDKsWay(t *testing.T) {
	aboutTheLane(t)
	if testing.Short() || thinned > 1 {
		t.Skip("runs all tests once more")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.timeout=90s", "-nolane") //nolint:gosec // this very program
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
