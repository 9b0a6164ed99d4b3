package main

import (
	"context"
	"sync/atomic"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// The sections of what comes and goes. All else is in the package's own.
const (
	sectionFixtures = "fixtures"
	sectionTools    = "transient_tools"
	sectionPrompts  = "transient_prompts"
)

// Stage is what the suite changes about the server. Its rows never change; what
// comes and goes is the grant of a section.
type Stage struct {
	tools, prompts atomic.Bool // whether the transient ones are granted
	changed        func(callerIDs ...string)
}

// NewStage grants neither and tells nobody of a change.
//
//mcp:new
func NewStage() *Stage { return &Stage{changed: func(...string) {}} }

// policy grants the fixtures, and of what comes and goes what is there now.
func (s *Stage) policy(context.Context, mcprt.Caller) (mcprt.Grant, error) {
	sections := []string{sectionFixtures}
	if s.tools.Load() {
		sections = append(sections, sectionTools)
	}
	if s.prompts.Load() {
		sections = append(sections, sectionPrompts)
	}
	return mcprt.Grant{Sections: sections}, nil
}

// TriggerToolChange changes which tools are listed: one more, or one less.
//
//mcp:tool
//mcp:hint additive closedWorld
func (s *Stage) TriggerToolChange() string {
	toggle(&s.tools)
	s.changed()
	return "The list of tools has changed."
}

// TriggerPromptChange changes which prompts are listed: one more, or one less.
//
//mcp:tool
//mcp:hint additive closedWorld
func (s *Stage) TriggerPromptChange() string {
	toggle(&s.prompts)
	s.changed()
	return "The list of prompts has changed."
}

func toggle(b *atomic.Bool) {
	for old := b.Load(); !b.CompareAndSwap(old, !old); old = b.Load() {
	}
}

// TransientTool is listed every other time that the tools change.
//
//mcp:tool
//mcp:section transient_tools
func TransientTool() string { return "I am here." }

// TransientPrompt is listed every other time that the prompts change.
//
//mcp:prompt name=test_transient_prompt
//mcp:section transient_prompts
func TransientPrompt() string { return "Say that you are there." }
