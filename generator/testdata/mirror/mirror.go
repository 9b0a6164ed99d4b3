// Package mirror has a tool of every kind of argument that clients mirror into
// HTTP headers, and the scopes that its calls need.
//
//mcp:section mirror
//mcp:hint readOnly closedWorld
package mirror

import (
	"fmt"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// header is the host's: the generated file has another name for its import.
const header = "mirrored"

// Tier is an enum.
type Tier string

// The tiers.
const (
	Free Tier = "free"
	Paid Tier = "paid"
)

// Shard is an alias.
type Shard = uint32

// Base is embedded: its fields are those of whatever embeds it.
type Base struct {
	//mcp:param header=Zone
	Zone Tier `json:"zone,omitempty"`
}

// Tenant is nested, and deeper things are in it.
type Tenant struct {
	Base
	//mcp:param header=Tenant-Id pattern=`^[a-z]+$`
	ID    string  `json:"id"`
	Place *Place  `json:"place,omitempty"`
	Notes []Place `json:"-"`
}

// Place is a place.
type Place struct {
	Region string `json:"region"` //mcp:param header=Region minlen=1
	Strict *bool  `json:"strict"` //mcp:param header=Strict
	City   string `json:"city"`
}

// Route tells what a proxy could read.
//
//mcp:tool strict
//mcp:scope route:read a=b
//mcp:scope route:read https://example.com/scopes/route
//mcp:param id header=Row
//mcp:param size header=Size min=1
//mcp:param shard header=shard.no
//mcp:param tier header=Tier default=free
//mcp:param since header=Since
//mcp:param wait header=Wait
func Route(
	call *mcprt.Call,
	tenant Tenant,
	id int64,
	size uint64,
	shard *Shard,
	tier Tier,
	since *time.Time,
	wait *time.Duration,
	city string, // not mirrored
) (string, error) {
	return fmt.Sprintf("%s %s for %s: %d %d %s", header, tenant.ID, call.Caller().ID, id, size, tier), nil
}

// Flat has its fields at the root, and gives them back without headers.
//
//mcp:tool
func Flat(in Tenant) Tenant { return in }
