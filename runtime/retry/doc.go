// Package retry repeats calls of tools that failed in passing.
//
// Nothing is repeated by itself. The host names the tools, which must be readOnly
// or idempotent, and a tool function says of an error that trying again can help:
//
//	srv, err := mcprt.NewServer(reg, mcprt.WithSections(policy),
//		mcprt.WithInterceptors(audit), retry.Tools([]string{"list_tasks"}))
//
//	func (s *Service) ListTasks(ctx context.Context) ([]Task, error) {
//		tasks, err := s.db.Tasks(ctx)
//		if isBusy(err) {
//			return nil, retry.Transient(err)
//		}
//		…
//
// An option that stands before retry in the list is asked once a call, one that
// stands after it once an attempt; so retry belongs last. Before-call listeners
// are asked once in any case.
package retry
