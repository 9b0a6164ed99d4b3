// Package visible has ready-made decisions on who sees which tools.
//
// [Tools] narrows what everybody sees by the names and tags of the tools,
// [ByRole] is a policy that grants by the caller's roles, and [ByPermission] asks
// for one permission a tool:
//
//	srv, err := mcprt.NewServer(reg,
//		mcprt.WithSections(visible.ByRole(map[string]mcprt.Grant{
//			"viewer": {AllReadOnly: true},
//			"editor": {Sections: []string{"tasks"}},
//		})),
//		visible.Tools(visible.Rules{Deny: []string{"tag:internal", "*_debug"}}))
//
// All of them decide for listing and call alike, and only ever take away from
// what the policy grants.
package visible
