package shadow

// Names of tests count, too: generated code is compiled with them.
const mcpBindSay, mcpRuleSay = 1, 2
