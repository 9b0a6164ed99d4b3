package generator_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestGeneratedCode vets the committed files as a host's CI would, and runs the
// tests beside them: they use everything through a server, compare encoders with
// encoding/json and schemas with reflection.
func TestGeneratedCode(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles eight packages")
	}
	packages := append([]string{"./testdata/drive"}, hosts...)
	command(t, append([]string{"vet"}, packages...)...)
	command(t, append([]string{"test"}, packages...)...)
}

// command runs the go command and returns its standard output.
func command(t testing.TB, args ...string) string {
	t.Helper()
	return commandIn(t, "", args...)
}

func commandIn(t testing.TB, dir string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}
