// Package runtimetest helps a host test its governed server: an in-memory
// caller that speaks real MCP, and the proof that a hidden tool is absent.
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
package runtimetest
