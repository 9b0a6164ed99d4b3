// Package wild has every type that a tool can take or return.
//
//mcp:server name=wild-server version=1.2.3 title="The Wild" prefix=w_ instructions="Use <w_> & `ask`."
//mcp:section demo
//mcp:hint readOnly
package wild
