package drive

import (
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/generator/testdata/mirror"
	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/header"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// Arguments that are mirrored are bound like others; integers are those that a
// header can hold.
func TestMirroredArguments(t *testing.T) {
	srv, err := mcprt.NewServer(mirror.MCPRegistry(), mcprt.WithSections(mcprt.AllSections),
		mcprt.WithScopes(mcprt.ExactScope), mcprt.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	client := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "ada", Scopes: []string{"route:read", "a=b", "https://example.com/scopes/route"}})
	rows := []struct{ name, args, want string }{
		{
			"all of them", `{"tenant":{"id":"acme","zone":"free","place":{"region":"eu","city":"x","strict":true}},"id":-9007199254740991,"size":9007199254740991,"shard":1,"tier":"paid","since":"2026-01-02T00:00:00Z","wait":"1h","city":"y"}`,
			"mirrored acme for ada: -9007199254740991 9007199254740991 paid",
		},
		{"as few as possible", `{"tenant":{"id":"acme"},"id":7,"size":1,"city":""}`, "mirrored acme for ada: 7 1 free"},
		{
			"integers that no header holds", `{"tenant":{"id":"acme"},"id":9007199254740992,"size":9007199254740992,"city":""}`,
			"Error: Invalid value for argument 'id': expected int between -9007199254740991 and 9007199254740991.\n" +
				"Error: Invalid value for argument 'size': expected int between 1 and 9007199254740991.",
		},
		{
			"an empty region", `{"tenant":{"id":"acme","place":{"region":"","city":"x"}},"id":7,"size":1,"city":""}`,
			"Error: Invalid value for argument 'tenant.place.region': expected string of at least 1 character.",
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			res, err := client.Call("route", row.args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, text(res)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The row says in its own words what the schema says.
func TestRowOfMirroredArguments(t *testing.T) {
	for row := range mirror.MCPRegistry().Rows() {
		if row.Name != "route" {
			continue
		}
		want := []header.Param{
			{Name: "Zone", Path: []string{"tenant", "zone"}, Kind: header.String},
			{Name: "Tenant-Id", Path: []string{"tenant", "id"}, Kind: header.String},
			{Name: "Region", Path: []string{"tenant", "place", "region"}, Kind: header.String},
			{Name: "Strict", Path: []string{"tenant", "place", "strict"}, Kind: header.Boolean},
			{Name: "Row", Path: []string{"id"}, Kind: header.Integer},
			{Name: "Size", Path: []string{"size"}, Kind: header.Integer},
			{Name: "shard.no", Path: []string{"shard"}, Kind: header.Integer},
			{Name: "Tier", Path: []string{"tier"}, Kind: header.String},
			{Name: "Since", Path: []string{"since"}, Kind: header.String},
			{Name: "Wait", Path: []string{"wait"}, Kind: header.String},
		}
		if diff := cmp.Diff(want, row.Headers); diff != "" {
			t.Errorf("headers (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"route:read", "a=b", "https://example.com/scopes/route"}, row.Scopes); diff != "" {
			t.Errorf("scopes (-want +got):\n%s", diff)
		}
		if !row.Interactive {
			t.Error("the function has its call, and the row is not interactive")
		}
	}
}
