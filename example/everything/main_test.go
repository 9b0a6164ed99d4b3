package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serving runs the program over HTTP and returns its address. It ends with the
// test, by a signal.
func serving(t *testing.T, flags ...string) string {
	t.Helper()
	stderr, said := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(context.WithoutCancel(t.Context()), slices.Concat([]string{"-http", "127.0.0.1:0"}, flags), said)
		_ = said.Close()
	}()
	lines := bufio.NewReader(stderr)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatalf("said %q, then %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	t.Cleanup(func() {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if code := <-ended; code != exitOK {
			t.Errorf("exit code %d", code)
		}
	})
	url, found := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !found {
		t.Fatalf("said %q", line)
	}
	return url
}

func TestExitCodes(t *testing.T) {
	tests := map[string]struct {
		args   []string
		code   int
		stderr string
	}{
		"help":              {[]string{"-h"}, exitOK, "Usage of everything:"},
		"unknown flag":      {[]string{"--port", "1"}, exitUsage, "flag provided but not defined: -port"},
		"argument":          {[]string{"serve"}, exitUsage, `unexpected argument "serve"`},
		"both eras":         {[]string{"--stateful", "--stateless"}, exitUsage, "-stateless and -stateful exclude each other"},
		"no such interface": {[]string{"-http", "192.0.2.1:0"}, exitFailed, "everything: listen tcp 192.0.2.1:0: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			if got := run(t.Context(), test.args, &stderr); got != test.code {
				t.Errorf("exit code %d, want %d", got, test.code)
			}
			if !strings.Contains(stderr.String(), test.stderr) {
				t.Errorf("stderr %q, want %q", stderr.String(), test.stderr)
			}
		})
	}
}

func TestWatchedResourceChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 2*updateEvery+time.Second)
		defer stop()
		var told []string
		keepUpdating(ctx, func(uri string) { told = append(told, uri) })
		if diff := cmp.Diff([]string{watchedURI, watchedURI}, told); diff != "" {
			t.Errorf("told of (-want +got):\n%s", diff)
		}
	})
}
