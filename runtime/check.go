package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// toolName is what every client accepts as a tool's name.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\z`)

var (
	errNoRegistry = errors.New("registry is nil")
	errNoName     = errors.New("server has no name")
	errNoPolicy   = errors.New("no policy given: use WithSections, with AllSections for a demo")
	errNilOption  = errors.New("option is nil")
)

// checkRegistry returns all that is wrong with reg.
func checkRegistry(reg *Registry) []error {
	if reg == nil {
		return []error{errNoRegistry}
	}
	var problems []error
	if reg.Identity().Name == "" {
		problems = append(problems, errNoName)
	}
	for i, p := range reg.parts {
		if p.absent {
			problems = append(problems, fmt.Errorf("merged registry %d is nil", i+1))
		}
		problems = append(problems, checkReceivers(p)...)
	}
	problems = append(problems, checkRows(reg)...)
	return append(problems, checkReadables(reg)...)
}

func checkReceivers(p part) []error {
	var problems []error
	for _, r := range p.receivers {
		if r.Nil {
			problems = append(problems, fmt.Errorf("receiver %s of %s is nil", r.Type, p.origin()))
		}
	}
	return problems
}

// origin names where a part comes from: the package of its tools.
func (p part) origin() string {
	if len(p.rows) == 0 {
		return p.identity.Name
	}
	source := p.rows[0].Source
	slash := strings.LastIndexByte(source, '/') + 1
	pkg, _, _ := strings.Cut(source[slash:], ".")
	return source[:slash] + pkg
}

func checkRows(reg *Registry) []error {
	var problems []error
	sources := map[string]string{}
	for row := range reg.Rows() {
		for _, problem := range checkRow(row) {
			problems = append(problems, fmt.Errorf("tool %q (%s): %w", row.Name, row.Source, problem))
		}
		if first, taken := sources[row.Name]; taken {
			problems = append(problems, fmt.Errorf("tool %q: declared by both %s and %s", row.Name, first, row.Source))
			continue
		}
		sources[row.Name] = row.Source
	}
	return problems
}

func checkRow(row Row) []error {
	var problems []error
	if !toolName.MatchString(row.Name) {
		problems = append(problems, errors.New("name is not 1 to 64 of [A-Za-z0-9_-]"))
	}
	if row.Section == "" {
		problems = append(problems, errors.New("section is empty"))
	}
	if row.Handler.run == nil {
		problems = append(problems, errors.New("handler is missing"))
	}
	if row.Timeout < 0 {
		problems = append(problems, fmt.Errorf("timeout %s is negative", row.Timeout))
	}
	problems = append(problems, checkResults(row)...)
	problems = append(problems, checkEntries(row.Meta)...)
	if err := checkSchema(row.Input, true); err != nil {
		problems = append(problems, fmt.Errorf("input schema %w", err))
	}
	problems = append(problems, checkHeaders(row)...)
	if row.Output == "" {
		return problems
	}
	if err := checkSchema(row.Output, false); err != nil {
		problems = append(problems, fmt.Errorf("output schema %w", err))
	}
	return problems
}

// checkHeaders wants a row to mirror what its schema tells callers to mirror. A
// schema that clients would refuse is refused here.
func checkHeaders(row Row) []error {
	declared, err := header.Params([]byte(row.Input))
	if err != nil {
		return []error{fmt.Errorf("input schema: %w", err)}
	}
	same := func(a, b header.Param) bool {
		return a.Name == b.Name && a.Kind == b.Kind && slices.Equal(a.Path, b.Path)
	}
	if !slices.EqualFunc(declared, row.Headers, same) {
		return []error{errors.New("headers are not those of the input schema's x-mcp-header")}
	}
	return nil
}

// checkResults looks at what a row says of its results. A tool that changes
// something must run each time it is called (catalogue R10).
func checkResults(row Row) []error {
	var problems []error
	switch {
	case row.Cache < 0:
		problems = append(problems, fmt.Errorf("cache time %s is negative", row.Cache))
	case row.Cache > 0 && !row.Hints.ReadOnly:
		problems = append(problems, errors.New("results are cached and the tool is not readOnly"))
	}
	if row.ResultLimit < 0 {
		problems = append(problems, fmt.Errorf("result limit %d is negative", row.ResultLimit))
	}
	return problems
}

func checkEntries(entries []Entry) []error {
	var problems []error
	known := map[string]bool{}
	for _, entry := range entries {
		if known[entry.Key] {
			problems = append(problems, fmt.Errorf("meta entry %q occurs twice", entry.Key))
		}
		known[entry.Key] = true
		if !json.Valid([]byte(entry.Value)) {
			problems = append(problems, fmt.Errorf("meta entry %q is not JSON", entry.Key))
		}
	}
	return problems
}

// checkSchema looks at no more than a client chokes on: the generator has
// checked the rest.
func checkSchema(text string, object bool) error {
	var schema map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &schema); err != nil || schema == nil {
		return errors.New("is not a JSON object")
	}
	if object && string(schema["type"]) != `"object"` {
		return errors.New(`is not of type "object"`)
	}
	return nil
}
