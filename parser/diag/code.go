package diag

// Code is the kind of a problem: a slug such as "unknown-key" that is printed behind every message, stays the same
// across versions, and is what `mcpgen explain` takes.
type Code string

// The codes of directives: what is written in a //mcp: line.
const (
	CodeUnknownDirective Code = "unknown-directive" // no directive has this name
	CodeNearMiss         Code = "near-miss"         // a comment that was meant to be a directive
	CodeMisplaced        Code = "misplaced"         // a directive where it has no effect
	CodeSyntax           Code = "syntax"            // a line that cannot be read
	CodeUnknownKey       Code = "unknown-key"       // key=value that the directive does not take
	CodeUnknownWord      Code = "unknown-word"      // a word that the directive does not take
	CodeUnknownParam     Code = "unknown-param"     // a parameter that the function does not have
	CodeDuplicateKey     Code = "duplicate-key"     // said twice
	CodeBadValue         Code = "bad-value"         // a value that cannot be what the key takes
	CodeNotYet           Code = "not-yet"           // known, but without effect in this version
	CodeMissingSection   Code = "missing-section"   // a tool without a section
	CodeMissingEffect    Code = "missing-effect"    // a tool without readOnly, additive or destructive
	CodeConflictingHint  Code = "conflicting-hint"  // hints that contradict each other
)

// The codes of tools and types: what the Go declarations say.
const (
	CodeBadName           Code = "bad-name"           // a tool, section or server name clients do not accept
	CodeDuplicateTool     Code = "duplicate-tool"     // two tools of one name
	CodeDuplicateParam    Code = "duplicate-param"    // two arguments of one name
	CodeUnsupportedType   Code = "unsupported-type"   // a Go type without a JSON form
	CodeUnnameableType    Code = "unnameable-type"    // a type that generated code cannot write down
	CodeBadSignature      Code = "bad-signature"      // a function that cannot be a tool
	CodeBadConstraint     Code = "bad-constraint"     // a constraint that does not fit
	CodeBadHeader         Code = "bad-header"         // a header that no client could mirror
	CodeEmptyHeader       Code = "empty-header"       // a warning: a mirrored string that may be empty
	CodeBadDefault        Code = "bad-default"        // a default or example that its own parameter refuses
	CodeCoerceDestructive Code = "coerce-destructive" // coerce on a destructive tool
	CodeCacheWrites       Code = "cache-writes"       // a cached tool that is not readOnly
	CodeConstrainedFile   Code = "constrained-file"   // a tool that some builds do not have
	CodeRegistryClash     Code = "registry-clash"     // the constructor's name is taken
	CodeBadNew            Code = "bad-new"            // //mcp:new on a function that makes no receiver

	CodeDuplicatePrompt   Code = "duplicate-prompt"   // two prompts of one name
	CodeDuplicateResource Code = "duplicate-resource" // two resources of one URI
	CodeBadURI            Code = "bad-uri"            // a resource without a URI that can be read
	CodeUnmatchedVariable Code = "unmatched-variable" // variables of a template and parameters that do not meet
	CodeBadCompletion     Code = "bad-completion"     // a completion of nothing
)

// The codes of the run: files and packages.
const (
	CodeTypeError   Code = "type-error"   // the package does not type-check where a tool needs it
	CodeParseError  Code = "parse-error"  // a file is not Go
	CodeLoadError   Code = "load-error"   // the go command cannot list the package
	CodeForeignFile Code = "foreign-file" // mcp_gen.go is not ours
	CodeUnwritable  Code = "unwritable"   // mcp_gen.go cannot be written
)
