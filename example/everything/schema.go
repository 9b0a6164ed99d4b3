package main

import (
	"context"
	"fmt"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// contactSchema has what the schemas of Go functions never have: $anchor,
// composition and conditions (SEP-1613, SEP-2106).
const contactSchema = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {
		"address": {
			"$anchor": "addressDef",
			"type": "object",
			"properties": {"street": {"type": "string"}, "city": {"type": "string"}},
			"additionalProperties": false
		}
	},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

// schemaRegistry holds the tool whose schema no annotation expresses.
func schemaRegistry() *mcprt.Registry {
	return mcprt.NewRegistry(mcprt.Identity{Name: "everything"}, nil, []mcprt.Row{{
		Name:         "json_schema_2020_12_tool",
		Description:  "Says how to get in touch with somebody.",
		Section:      sectionFixtures,
		Hints:        mcprt.Hints{ReadOnly: true},
		Source:       "github.com/mcpgen-go/mcpgen/example/everything.reach",
		Strict:       true,
		ShowRefusals: true,
		Input:        contactSchema,
		Handler:      mcprt.Text(bindContact, reach),
	}})
}

// contact is the arguments of the schema.
type contact struct {
	name, method string
	phone, email *string
}

// bindContact reads what properties says of each of them.
func bindContact(d *bind.Decoder, c *contact) {
	fields := bind.Fields{{Name: "name"}, {Name: "address"}, {Name: "contactMethod"}, {Name: "phone"}, {Name: "email"}}
	for o := d.Object(fields); o.Next(); {
		switch o.Name {
		case "name":
			bind.String(d, &c.name, nil)
		case "address":
			bindAddress(d)
		case "contactMethod":
			bind.String(d, &c.method, methodRule())
		case "phone":
			bind.String(d, bind.New(&c.phone), nil)
		case "email":
			bind.String(d, bind.New(&c.email), nil)
		}
	}
}

// bindAddress checks an address, which is of no use here.
func bindAddress(d *bind.Decoder) {
	for o := d.Object(bind.Fields{{Name: "street"}, {Name: "city"}}); o.Next(); {
		bind.String(d, new(string), nil)
	}
}

func methodRule() *bind.Rule { return bind.NewRule(bind.OneOf("phone", "email")) }

// reach holds the arguments to the conditions of the schema, which are more than a
// binder can say, and answers.
func reach(_ context.Context, _ *mcprt.Call, c *contact) (string, error) {
	needed, value := "email", c.email
	if c.method == "phone" {
		needed, value = "phone", c.phone
	}
	if value == nil {
		return "", &mcprt.Refusal{
			Code: event.ReasonValidation,
			Text: fmt.Sprintf("Error: Missing required argument '%s'.", needed),
		}
	}
	return fmt.Sprintf("Write to %s.", *value), nil
}
