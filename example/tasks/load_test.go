package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// loadTime is how long TestLoad loads the server, a quarter of it to warm up:
//
//	go test ./example/tasks -run TestLoad -load 30s -v
var loadTime = flag.Duration("load", 2*time.Second, "how long TestLoad lasts")

const (
	visitors      = 64
	heapSlack     = 4 << 20  // bytes that caches and pools may come to hold meanwhile
	residentSlack = 32 << 20 // and what the system counts beside, such as SQLite's pages
)

// heldCall makes a call wait until it is cancelled: an entry of its _meta.
const heldCall = "load/held"

// hold is the interceptor that does so.
func hold(ctx context.Context, call *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
	if _, held := call.MetaValue(heldCall); held {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return next(ctx)
}

// loaded is the server under load, on a socket, with all that stands around a call.
type loaded struct {
	srv   *mcprt.Server
	url   string
	stop  context.CancelFunc
	ended chan error
}

func startLoaded(t *testing.T) *loaded {
	t.Helper()
	store := openStore(t, filepath.Join(t.TempDir(), "tasks.db"), time.Now)
	create(t, store, strings.Split(strings.Repeat("a task|", 50), "|")...)
	set := settings{ledgerKey: defaultLedgerKey, budget: math.MaxInt32, rate: math.MaxInt32}
	srv := governed(t, store, set, mcprt.WithListChanged(), mcprt.WithResourceUpdates(),
		mcprt.WithInterceptors(mcprt.ToolInterceptorFunc(hold)))
	web, err := front.New(srv, front.WithIdentify(identify(nil)), front.WithSessions(time.Minute),
		front.WithConcurrency(4*visitors), front.WithRate(math.MaxInt32, time.Second),
		front.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &loaded{srv: srv, url: "http://" + listener.Addr().String() + "/mcp", stop: stop, ended: make(chan error, 1)}
	go func() { l.ended <- web.Serve(ctx, listener) }()
	return l
}

// footprint is what a process holds once its garbage is gone.
type footprint struct {
	heap       uint64 // bytes of live objects
	resident   uint64 // bytes of memory; 0 where the system does not tell
	goroutines int
}

func (f footprint) String() string {
	return fmt.Sprintf("heap %d KiB, resident %d KiB, %d goroutines", f.heap>>10, f.resident>>10, f.goroutines)
}

func measure() footprint {
	runtime.GC() // what pools hold goes with the second one
	debug.FreeOSMemory()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return footprint{memory.HeapAlloc, resident(), runtime.NumGoroutine()}
}

// resident reads VmRSS of Linux.
func resident() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kib, _ := strconv.ParseUint(fields[0], 10, 64)
	return kib << 10
}

// settles waits until few enough goroutines run: connections that are closed on one
// side end on the other a moment later, and no channel tells of it.
func settles(t *testing.T, most int) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for runtime.NumGoroutine() > most {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, want at most %d:\n%s", runtime.NumGoroutine(), most, stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// tally counts what visitors did, without growing.
type tally struct {
	took    [512]atomic.Int64 // by 8·log2 of nanoseconds
	visits  atomic.Int64
	streams atomic.Int64 // visits that are no single answer

	mu       sync.Mutex
	failures map[string]int
}

func (c *tally) add(took time.Duration) {
	c.took[int(8*math.Log2(float64(max(took, 1))))].Add(1)
}

func (c *tally) fail(what string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.failures) < 20 {
		c.failures[fmt.Sprintf("%s: %.300v", what, err)]++
	}
}

// quantile is exact to a twelfth.
func (c *tally) quantile(q float64) time.Duration {
	var all, seen int64
	for i := range c.took {
		all += c.took[i].Load()
	}
	for i := range c.took {
		if seen += c.took[i].Load(); float64(seen) >= q*float64(all) {
			return time.Duration(math.Exp2((float64(i) + 0.5) / 8)).Round(time.Microsecond)
		}
	}
	return 0
}

// load has all visitors make their visits for a time, each in an order of its own.
func load(l *loaded, client *http.Client, lasts time.Duration) *tally {
	count := &tally{failures: map[string]int{}}
	requests := prepare()
	end := time.Now().Add(lasts)
	var all sync.WaitGroup
	for i := range visitors {
		all.Go(func() {
			v := &visitor{url: l.url, http: client, count: count}
			for n := i * 7; time.Now().Before(end); n++ {
				v.visit(requests, n)
			}
		})
	}
	all.Wait()
	return count
}

// Everything at once, from 64 connections: nothing fails but what has to, nothing is
// left, and nothing grows.
//
// catalogue: H6
func TestLoad(t *testing.T) {
	idle := runtime.NumGoroutine()
	l := startLoaded(t)
	serving := runtime.NumGoroutine() + 5
	transport := &http.Transport{MaxConnsPerHost: 8 * visitors, MaxIdleConnsPerHost: 8 * visitors}
	client := &http.Client{Transport: transport}
	rest := func() footprint {
		transport.CloseIdleConnections()
		settles(t, serving)
		return measure()
	}
	load(l, client, *loadTime/4)
	before := rest()
	lasts := *loadTime * 3 / 4
	count := load(l, client, lasts)
	after := rest()
	for what, times := range count.failures {
		t.Errorf("%d times %s", times, what)
	}
	if count.visits.Load() == 0 {
		t.Fatal("nothing was done")
	}
	if after.heap > before.heap+heapSlack {
		t.Errorf("the heap grew: %s, then %s", before, after)
	}
	if after.resident > before.resident+residentSlack {
		t.Errorf("the memory grew: %s, then %s", before, after)
	}
	t.Logf("%d visits in %s, of which %d are stories and streams: %.0f requests/s, p50 %s, p99 %s, %d kinds of failure",
		count.visits.Load(), lasts, count.streams.Load(), float64(count.visits.Load()-count.streams.Load())/lasts.Seconds(),
		count.quantile(0.5), count.quantile(0.99), len(count.failures))
	t.Logf("warm: %s", before)
	t.Logf("end:  %s", after)
	l.stop()
	if err := <-l.ended; err != nil {
		t.Errorf("serve: %v", err)
	}
	settles(t, idle+5+databaseGoroutines)
}

// databaseGoroutines are those of the two pools of the store, which is still open.
const databaseGoroutines = 4

// drained reads a response to its end.
func drained(response *http.Response) (string, error) {
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}
