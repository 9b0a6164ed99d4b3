package event

import "strings"

// Reason says why a call failed. Reasons that begin with "policy_" are refusals
// on purpose; all others are failures.
type Reason string

// The reasons of this package. A host may use others of its own.
const (
	ReasonValidation     Reason = "validation_failed"        // the arguments do not fit
	ReasonAccessDenied   Reason = "access_denied"            // the caller may not use the tool, or that could not be found out
	ReasonInstantiation  Reason = "instantiation_failed"     // what the tool needs could not be made
	ReasonInvalidTool    Reason = "invalid_tool"             // no tool has the name
	ReasonResult         Reason = "result_failed"            // the result is an error, or could not be encoded
	ReasonExecution      Reason = "execution_failed"         // the tool failed, was cancelled or ran out of time
	ReasonPolicy         Reason = "policy_blocked"           // a policy refused the call
	ReasonPolicyApproval Reason = "policy_approval_required" // the call waits for somebody's approval
	ReasonPolicyBudget   Reason = "policy_budget_exceeded"   // the session has called often enough
	ReasonPolicyDryRun   Reason = "policy_dry_run"           // the call would have run
	ReasonPolicyScope    Reason = "policy_scope_required"    // the caller's token lacks a scope
)

const policyPrefix = "policy_"

// AllReasons returns the eleven reasons by the names other systems know them by.
// The map is the caller's own.
func AllReasons() map[string]Reason {
	return map[string]Reason{
		"VALIDATION":      ReasonValidation,
		"ACCESS_DENIED":   ReasonAccessDenied,
		"INSTANTIATION":   ReasonInstantiation,
		"INVALID_TOOL":    ReasonInvalidTool,
		"RESULT":          ReasonResult,
		"EXECUTION":       ReasonExecution,
		"POLICY":          ReasonPolicy,
		"POLICY_APPROVAL": ReasonPolicyApproval,
		"POLICY_BUDGET":   ReasonPolicyBudget,
		"POLICY_DRY_RUN":  ReasonPolicyDryRun,
		"POLICY_SCOPE":    ReasonPolicyScope,
	}
}

// IsValidReason reports whether text is exactly one of the eleven reasons.
func IsValidReason(text string) bool {
	switch Reason(text) {
	case ReasonValidation, ReasonAccessDenied, ReasonInstantiation, ReasonInvalidTool,
		ReasonResult, ReasonExecution, ReasonPolicy, ReasonPolicyApproval,
		ReasonPolicyBudget, ReasonPolicyDryRun, ReasonPolicyScope:
		return true
	}
	return false
}

// IsPolicyFailure reports whether r is a refusal on purpose, one that this
// package does not know included.
func (r Reason) IsPolicyFailure() bool { return strings.HasPrefix(string(r), policyPrefix) }
