package main

import (
	"context"
	"time"
)

const (
	watchedURI = "test://watched-resource"

	// updateEvery is how often the watched resource is said to have changed.
	updateEvery = 3 * time.Second
)

// StaticText is a text.
//
//mcp:resource uri=test://static-text name=static-text title="A text" mime=text/plain
func StaticText() string { return "This is the content of the static text resource." }

// StaticBinary is an image.
//
//mcp:resource uri=test://static-binary name=static-binary title="An image" mime=image/png
func StaticBinary() ([]byte, error) { return redPixel() }

// TemplateData is what the template reads.
type TemplateData struct {
	ID           string `json:"id"`
	TemplateTest bool   `json:"templateTest"`
	Data         string `json:"data"`
}

// Template is a resource for every id.
//
//mcp:resource uri=test://template/{id}/data name=template title="A template" mime=application/json
func Template(id string) TemplateData {
	return TemplateData{ID: id, TemplateTest: true, Data: "Data for ID: " + id}
}

// WatchedResource is a text that is said to change every three seconds.
//
//mcp:resource uri=test://watched-resource name=watched-resource title="A watched text" mime=text/plain
func WatchedResource() string { return "Watched resource content" }

// keepUpdating says so until ctx ends.
func keepUpdating(ctx context.Context, updated func(uri string)) {
	ticker := time.NewTicker(updateEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			updated(watchedURI)
		case <-ctx.Done():
			return
		}
	}
}
