package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// program is the server as a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", "GORACE=atexit_sleep_ms=0")
	cmd.Dir = t.TempDir()
	return cmd
}

// code is the exit code that err of a command stands for.
func code(t *testing.T, err error) int {
	t.Helper()
	if err == nil {
		return 0
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Fatal(err)
	}
	return exit.ExitCode()
}

func TestExitCodes(t *testing.T) {
	tests := map[string]struct {
		args   []string
		code   int
		stderr string
	}{
		"end of input":            {nil, exitOK, ""},
		"nobody":                  {[]string{"-as", ""}, exitOK, ""},
		"help":                    {[]string{"-h"}, exitOK, "Usage of tasks:"},
		"unknown caller":          {[]string{"-as", "carol"}, exitUsage, `unknown caller "carol": known are alice, bob, robot, root`},
		"unknown flag":            {[]string{"--port", "1"}, exitUsage, "flag provided but not defined: -port"},
		"budget below 0":          {[]string{"-budget", "-1"}, exitUsage, "-budget and -rate are numbers of calls"},
		"rate below 0":            {[]string{"-rate", "-1"}, exitUsage, "-budget and -rate are numbers of calls"},
		"argument":                {[]string{"serve"}, exitUsage, `unexpected argument "serve"`},
		"unknown caller of HTTP":  {[]string{"--as", "carol", "--http", "127.0.0.1:0"}, exitUsage, `unknown caller "carol"`},
		"no such folder":          {[]string{"-db", "none/tasks.db"}, exitFailed, "tasks: open none/tasks.db: "},
		"no such folder of audit": {[]string{"-audit", "none/audit.jsonl"}, exitFailed, "tasks: open none/audit.jsonl: "},
		"no such interface":       {[]string{"-http", "192.0.2.1:0"}, exitFailed, "tasks: listen tcp 192.0.2.1:0: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cmd := program(t, test.args...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if got := code(t, cmd.Run()); got != test.code {
				t.Errorf("exit code %d, want %d", got, test.code)
			}
			if !strings.Contains(stderr.String(), test.stderr) || (test.stderr == "" && stderr.Len() > 0) {
				t.Errorf("stderr %q, want %q", stderr.String(), test.stderr)
			}
			if stdout.Len() > 0 {
				t.Errorf("stdout %q", stdout.String())
			}
		})
	}
}

// A task that one process created is there for the next one, in the file of
// the working directory.
func TestStdioKeepsTasks(t *testing.T) {
	first := program(t)
	connect := func(cmd *exec.Cmd) *mcp.ClientSession {
		t.Helper()
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return session
	}
	call := func(session *mcp.ClientSession, tool string, args map[string]any) string {
		t.Helper()
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		return runtimetest.Text(t, result)
	}
	created := call(connect(first), "tasks_create", map[string]any{"title": "t", "tags": []string{"a"}})
	second := program(t, "-as", "bob")
	second.Dir = first.Dir
	got := call(connect(second), "tasks_list", nil)
	if diff := cmp.Diff(`{"result":[`+created+`]}`, got); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
}

// contract: S0-2, S0-13
func TestHiddenIsAbsentOverStdio(t *testing.T) {
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}` +
		"\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for _, caller := range []string{"alice", ""} {
		for revision, handshake := range map[string]string{"2025-11-25": initialize, "2026-07-28": ""} {
			t.Run(revision+" caller "+caller, func(t *testing.T) {
				hiddenIsAbsent(t, func(tool string) string {
					cmd := program(t, "-as", caller)
					cmd.Stdin = strings.NewReader(handshake + call(revision, tool) + "\n")
					out, err := cmd.Output()
					if err != nil {
						t.Fatal(err)
					}
					return string(out)
				})
			})
		}
	}
}

// call is a request to call a tool without arguments.
func call(revision, tool string) string {
	return runtimetest.Request(revision, "tools/call", `{"name":"`+tool+`","arguments":{}}`)
}

// hiddenIsAbsent compares the answers to a hidden and an absent name.
func hiddenIsAbsent(t *testing.T, answer func(tool string) string) {
	t.Helper()
	hidden, absent := answer("admin_purge"), answer("nosuch")
	if want := strings.Replace(unknownTool, "%", "admin_purge", 1); !strings.Contains(hidden, want) {
		t.Errorf("answer %q, want %q", hidden, want)
	}
	if diff := cmp.Diff(strings.ReplaceAll(absent, "nosuch", "admin_purge"), hidden); diff != "" {
		t.Errorf("answers (-absent +hidden):\n%s", diff)
	}
}

// web is the server over HTTP as a process.
type web struct {
	url    string
	stderr *bufio.Reader
	cmd    *exec.Cmd
}

func startWeb(t *testing.T, args ...string) *web {
	t.Helper()
	cmd := program(t, append([]string{"--http", "127.0.0.1:0"}, args...)...)
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w := &web{stderr: bufio.NewReader(pipe), cmd: cmd}
	line, err := w.stderr.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var found bool
	if w.url, found = strings.CutPrefix(strings.TrimSpace(line), "listening on "); !found {
		t.Fatalf("said %q", line)
	}
	return w
}

// end sends the signal and wants an end in order.
func (w *web) end(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := w.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(w.stderr)
	if err != nil {
		t.Error(err)
	}
	if got := code(t, w.cmd.Wait()); got != exitOK {
		t.Errorf("exit code %d after %s", got, signal)
	}
	for _, want := range []string{"alice-token", "bob-token", "robot-token", "root-token"} {
		if !strings.Contains(string(rest), want) {
			t.Errorf("stderr %q does not name %s", rest, want)
		}
	}
}

// kill ends the server of a test that is not about its end.
func (w *web) kill(t *testing.T) {
	t.Helper()
	if err := w.cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_, _ = io.Copy(io.Discard, w.stderr)
	_ = w.cmd.Wait()
}

// call calls a tool without arguments; see send.
func (w *web) call(t *testing.T, token, revision, tool string) string {
	t.Helper()
	return w.send(t, token, revision, tool, call(revision, tool))
}

// send sends a call of a tool, with more headers, and returns the whole response but
// its date and length.
func (w *web) send(t *testing.T, token, revision, tool, body string, header ...string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	request.Header.Set("Mcp-Protocol-Version", revision)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if revision >= "2026-07-28" {
		request.Header.Set("Mcp-Method", "tools/call")
		request.Header.Set("Mcp-Name", tool)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	response.Header.Del("Date")
	response.Header.Del("Content-Length")
	return fmt.Sprintln(response.StatusCode, response.Header, string(text))
}

func TestHTTP(t *testing.T) {
	w := startWeb(t)
	for _, revision := range runtimetest.Revisions() {
		t.Run(revision, func(t *testing.T) {
			tests := map[string]struct{ token, tool, want string }{
				"alice creates":        {"alice-token", "tasks_create", "Missing required argument 'title'"},
				"bob lists":            {"bob-token", "tasks_list", `"structuredContent":{"result":[]}`},
				"bob does not create":  {"bob-token", "tasks_create", "Unknown tool 'tasks_create'"},
				"root purges":          {"root-token", "admin_purge", "Missing required argument 'before'"},
				"root panics":          {"root-token", "debug_panic", internalError},
				"nobody does not list": {"", "tasks_list", "Unknown tool 'tasks_list'"},
				"a wrong token":        {"wrong", "tasks_list", "401 "},
			}
			for name, test := range tests {
				t.Run(name, func(t *testing.T) {
					if got := w.call(t, test.token, revision, test.tool); !strings.Contains(got, test.want) {
						t.Errorf("answer %q, want %q", got, test.want)
					}
				})
			}
			for _, token := range []string{"alice-token", ""} { // contract: S0-2, S0-13
				t.Run("hidden is absent for "+token, func(t *testing.T) {
					hiddenIsAbsent(t, func(tool string) string { return w.call(t, token, revision, tool) })
				})
			}
		})
	}
	w.end(t, syscall.SIGTERM)
}

func TestHTTPForTheCallerOfTheFlag(t *testing.T) {
	w := startWeb(t, "--as", "bob")
	for tool, want := range map[string]string{"tasks_list": `{"result":[]}`, "tasks_create": "Unknown tool 'tasks_create'"} {
		if got := w.call(t, "", "2026-07-28", tool); !strings.Contains(got, want) {
			t.Errorf("answer %q, want %q", got, want)
		}
	}
	w.end(t, os.Interrupt)
}

func TestStdioEndsAfterSignal(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			cmd := program(t)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(stdin, call("2026-07-28", "tasks_list")+"\n"); err != nil {
				t.Fatal(err)
			}
			if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil { // it serves
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if got := code(t, cmd.Wait()); got != exitOK {
				t.Errorf("exit code %d", got)
			}
			if _, err := os.Stat(filepath.Join(cmd.Dir, defaultFile+"-wal")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the database was not closed: %v", err)
			}
		})
	}
}
