package runtime

// SupportsV1 is the handshake of generated code with this package: every
// generated file mentions it, so a host whose runtime is too old for its
// generated code gets a compile error that names this constant instead of a
// puzzle. It is removed only when code of that generation stops working.
const SupportsV1 = true
