// Package runtime runs governed MCP servers: what generated code and hosts
// import, as mcprt.
//
// A [Registry] holds the rows of a server, one for each tool. [NewServer]
// checks them and joins them to a [Policy]; the [Server] then serves them over
// stdio ([Server.ServeStdio]) and HTTP ([Server.HTTPHandler]). One decision
// governs both the listing and the call: what a caller may not see does not
// exist for that caller, to the byte, on every transport. A call fails closed,
// a listing degrades, and nothing from inside a host ever reaches an answer:
//
//	srv, err := mcprt.NewServer(
//		mcprt.Merge(tasks.MCPRegistry(service), reports.MCPRegistry(db)),
//		mcprt.WithSections(mcprt.BySections))
//	if err != nil {
//		log.Fatal(err)
//	}
//	err = srv.ServeStdio(ctx, &mcprt.Caller{ID: "ada", Sections: []string{"tasks"}})
//
// Listeners stand around a call: [OnList] narrows what a caller sees and may
// call, [OnBeforeCall] denies or answers, [OnAfterCall] learns how it ended,
// [OnDefinition] extends what is listed, and [WithEvents] sends lifecycle events
// to sinks. Each runs isolated, in the order of registration, with a deadline.
//
// Around a granted call stands a fixed chain: the session budget
// ([WithSessionBudget]), interceptors in the order given ([WithInterceptors],
// [WithLimiter]), the before-event, the cache of readOnly rows ([WithCache]), the
// size limit of results ([WithResultLimit]) and at last the function. None of it
// is there unless it is asked for, by an option or by a row.
//
// [Prompts], [Resources] and [Completions] are parts of a registry beside the
// tools. The same policy governs them, interceptors of their own stand around
// them, and what is hidden is absent there too; list listeners, before- and
// after-call listeners and lifecycle events are about tools only.
//
// While it runs, a function talks to its client through its [Call]: it reports
// progress ([Call.Progress]), writes to the client's log ([Call.Log], with
// [WithLogging]) and asks for input ([Call.Elicit], [Call.Sample], [Call.Roots]). To
// ask is to return the error that these return: the client answers, and the
// function runs again from its beginning with the answer there. It is the same on
// all revisions of the protocol; what the client carries between the rounds is
// sealed ([WithStateKey]). A [PromptCall] and a [ResourceCall] can do the same.
//
// A server's rows never change; what a caller is granted may. A host that says so
// ([WithListChanged], [Server.GrantsChanged]) has exactly the clients told whose
// listings differ, and of resources ([WithResourceUpdates], [Server.ResourceUpdated])
// those that subscribed and may read them.
//
// The fixed order of a call is in pipeline.go, with a reason for each step.
package runtime
