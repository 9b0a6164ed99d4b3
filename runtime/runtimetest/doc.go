// Package runtimetest helps a host test its governed server: an in-memory
// caller that speaks real MCP, a recorder of events, and the proof that a hidden
// tool is absent.
//
// [Connect] returns a client that is one caller. What it lists and what its
// calls answer is what that caller would get over any transport:
//
//	func TestViewerCannotDelete(t *testing.T) {
//		viewer := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "vera"})
//		if slices.Contains(viewer.List(), "delete_task") {
//			t.Error("a viewer sees delete_task")
//		}
//		runtimetest.Hidden(t, srv, &mcprt.Caller{ID: "vera"}, "delete_task")
//	}
//
// A [Recorder] is told everything a server tells listeners and sinks. There is
// no fake clock: server and tests may run in the bubble of [testing/synctest],
// where time passes only when all of them wait.
package runtimetest
