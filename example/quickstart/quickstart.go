// Package main is the order book of a coffee bar.
//
//mcp:server name=coffee
//mcp:section orders
package main

import (
	"slices"
	"sync"
)

//go:generate go run github.com/mcpgen-go/mcpgen/cmd/mcpgen

// Drink is what the bar makes.
type Drink string

const (
	Espresso  Drink = "espresso"   // short and strong
	FlatWhite Drink = "flat_white" // two shots under steamed milk
	Tea       Drink = "tea"        // black, no sugar
)

// Order is one drink that somebody waits for.
type Order struct {
	Number int   `json:"number"` // what the barista calls out
	Drink  Drink `json:"drink"`
	Cups   int   `json:"cups"`
}

// Bar holds the open orders in memory.
type Bar struct {
	mu     sync.Mutex
	last   int
	orders []Order
}

// NewBar opens the bar.
//
//mcp:new
func NewBar() *Bar { return &Bar{} }

// PlaceOrder orders a drink and returns the order with its number.
//
//mcp:tool
//mcp:hint additive closedWorld
//mcp:param cups default=1 min=1 max=6
func (b *Bar) PlaceOrder(
	drink Drink, // what to make
	cups int, // how many of it
) Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	order := Order{Number: b.last, Drink: drink, Cups: cups}
	b.orders = append(b.orders, order)
	return order
}

// ListOrders returns the open orders, oldest first.
//
//mcp:tool
//mcp:hint readOnly closedWorld
//mcp:param limit default=10 min=1 max=50
func (b *Bar) ListOrders(
	limit int, // how many at most
) []Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.orders[:min(limit, len(b.orders))])
}

// CancelOrder takes an order off the list. One that is not there is no error.
//
//mcp:tool
//mcp:hint destructive idempotent closedWorld
//mcp:param number min=1
func (b *Bar) CancelOrder(
	number int, // the order's number
) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.orders = slices.DeleteFunc(b.orders, func(o Order) bool { return o.Number == number })
}
