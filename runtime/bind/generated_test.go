package bind_test

import (
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// This file has the shape of generated code.

type (
	priority string

	line struct {
		SKU   string  `json:"sku"`
		Qty   int     `json:"qty"`
		Price float64 `json:"price"`
		Note  *string `json:"note,omitempty"`
	}

	address struct {
		Street string `json:"street"`
		City   string `json:"city"`
		Zip    string `json:"zip"`
	}

	order struct {
		ID       int64             `json:"id"`
		Customer string            `json:"customer"`
		Priority priority          `json:"priority"`
		Lines    []line            `json:"lines"`
		Ship     address           `json:"ship"`
		Due      *time.Time        `json:"due,omitempty"`
		Tags     []string          `json:"tags,omitempty"`
		Count    int               `json:"count"`
		By       map[string]int    `json:"by,omitempty"`
		Codes    []int             `json:"codes,omitempty"`
		Labels   map[string]string `json:"labels,omitempty"`
	}

	node struct {
		Name string  `json:"name"`
		Kids []*node `json:"kids,omitempty"`
		Link *edge   `json:"link,omitempty"`
	}

	edge struct {
		To *node `json:"to,omitempty"`
	}
)

var (
	mcpFieldsLine    = bind.Fields{{Name: "sku", Required: true}, {Name: "qty", Required: true}, {Name: "price", Required: true}, {Name: "note"}}
	mcpFieldsAddress = bind.Fields{{Name: "street", Required: true}, {Name: "city", Required: true}, {Name: "zip", Required: true}}
	mcpFieldsOrder   = bind.Fields{
		{Name: "id", Required: true},
		{Name: "customer", Required: true},
		{Name: "priority", Required: true},
		{Name: "lines", Required: true},
		{Name: "ship", Required: true},
		{Name: "due"},
		{Name: "tags"},
		{Name: "count", Default: `3`},
		{Name: "by"},
		{Name: "codes", Default: `[1,2]`},
		{Name: "labels"},
	}
	mcpFieldsNode = bind.Fields{{Name: "name", Required: true}, {Name: "kids"}, {Name: "link"}}
	mcpFieldsEdge = bind.Fields{{Name: "to"}}

	mcpRuleLineQty       = bind.NewRule(bind.MinInt(1), bind.MaxInt(100))
	mcpRuleOrderCustomer = bind.NewRule(bind.MinLen(1), bind.MaxLen(200))
	mcpRuleOrderPriority = bind.NewRule(bind.OneOf("low", "high"))
	mcpRuleOrderLines    = bind.NewRule(bind.MinItems(1), bind.MaxItems(10))
	mcpRuleOrderCount    = bind.NewRule(bind.MinInt(1), bind.MaxInt(5))
)

func mcpBindLine(d *bind.Decoder, v *line) {
	for o := d.Object(mcpFieldsLine); o.Next(); {
		switch o.Name {
		case "sku":
			bind.String(d, &v.SKU, nil)
		case "qty":
			bind.Int(d, &v.Qty, mcpRuleLineQty)
		case "price":
			bind.Float(d, &v.Price, nil)
		case "note":
			bind.String(d, bind.New(&v.Note), nil)
		}
	}
}

func mcpBindAddress(d *bind.Decoder, v *address) {
	for o := d.Object(mcpFieldsAddress); o.Next(); {
		switch o.Name {
		case "street":
			bind.String(d, &v.Street, nil)
		case "city":
			bind.String(d, &v.City, nil)
		case "zip":
			bind.String(d, &v.Zip, nil)
		}
	}
}

func mcpBindOrder(d *bind.Decoder, v *order) {
	for o := d.Object(mcpFieldsOrder); o.Next(); {
		switch o.Name {
		case "id":
			bind.Int(d, &v.ID, nil)
		case "customer":
			bind.String(d, &v.Customer, mcpRuleOrderCustomer)
		case "priority":
			bind.String(d, &v.Priority, mcpRuleOrderPriority)
		case "lines":
			for p := range bind.Elements(d, &v.Lines, mcpRuleOrderLines) {
				mcpBindLine(d, p)
			}
		case "ship":
			mcpBindAddress(d, &v.Ship)
		case "due":
			bind.Time(d, bind.New(&v.Due))
		case "tags":
			for p := range bind.Elements(d, &v.Tags, nil) {
				bind.String(d, p, nil)
			}
		case "count":
			bind.Int(d, &v.Count, mcpRuleOrderCount)
		case "by":
			for p := range bind.Entries(d, &v.By) {
				bind.Int(d, p, nil)
			}
		case "codes":
			for p := range bind.Elements(d, &v.Codes, nil) {
				bind.Int(d, p, nil)
			}
		case "labels":
			for p := range bind.Entries(d, &v.Labels) {
				bind.String(d, p, nil)
			}
		}
	}
}

func mcpBindNode(d *bind.Decoder, v *node) {
	for o := d.Object(mcpFieldsNode); o.Next(); {
		switch o.Name {
		case "name":
			bind.String(d, &v.Name, nil)
		case "kids":
			for p := range bind.Elements(d, &v.Kids, nil) {
				mcpBindNode(d, bind.New(p))
			}
		case "link":
			mcpBindEdge(d, bind.New(&v.Link))
		}
	}
}

func mcpBindEdge(d *bind.Decoder, v *edge) {
	for o := d.Object(mcpFieldsEdge); o.Next(); {
		switch o.Name {
		case "to":
			mcpBindNode(d, bind.New(&v.To))
		}
	}
}

func mcpEncodeLine(e *bind.Encoder, v *line) {
	e.Object()
	e.Name("sku")
	e.String(v.SKU)
	e.Name("qty")
	e.Int(int64(v.Qty))
	e.Name("price")
	e.Float(v.Price)
	if v.Note != nil {
		e.Name("note")
		e.String(*v.Note)
	}
	e.EndObject()
}

func mcpEncodeAddress(e *bind.Encoder, v *address) {
	e.Object()
	e.Name("street")
	e.String(v.Street)
	e.Name("city")
	e.String(v.City)
	e.Name("zip")
	e.String(v.Zip)
	e.EndObject()
}

func mcpEncodeOrder(e *bind.Encoder, v *order) {
	e.Object()
	e.Name("id")
	e.Int(v.ID)
	e.Name("customer")
	e.String(v.Customer)
	e.Name("priority")
	e.String(string(v.Priority))
	e.Name("lines")
	e.Array()
	for i := range v.Lines {
		e.Element()
		mcpEncodeLine(e, &v.Lines[i])
	}
	e.EndArray()
	e.Name("ship")
	mcpEncodeAddress(e, &v.Ship)
	if v.Due != nil {
		e.Name("due")
		e.Time(*v.Due)
	}
	if len(v.Tags) > 0 {
		e.Name("tags")
		e.Array()
		for i := range v.Tags {
			e.Element()
			e.String(v.Tags[i])
		}
		e.EndArray()
	}
	e.Name("count")
	e.Int(int64(v.Count))
	if len(v.By) > 0 {
		e.Name("by")
		e.Object()
		for x := range bind.Sorted(e, v.By) {
			e.Int(int64(x))
		}
		e.EndObject()
	}
	if len(v.Codes) > 0 {
		e.Name("codes")
		e.Array()
		for i := range v.Codes {
			e.Element()
			e.Int(int64(v.Codes[i]))
		}
		e.EndArray()
	}
	if len(v.Labels) > 0 {
		e.Name("labels")
		e.Object()
		for x := range bind.Sorted(e, v.Labels) {
			e.String(x)
		}
		e.EndObject()
	}
	e.EndObject()
}
