package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// wellKnown is put between host and path of a resource (RFC 9728 section 3.1).
const wellKnown = "/.well-known/oauth-protected-resource"

// Resource describes a protected resource, such as an MCP server, to its clients.
type Resource struct {
	// URL is the resource's identifier: the address that clients use, https
	// but for loopback hosts, without a query. Tokens are issued for it.
	URL string
	// AuthorizationServers are the issuers whose tokens are taken; at least one.
	AuthorizationServers []string
	// Scopes are those a client may ask for; empty leaves them out.
	Scopes []string
	// Name is shown to people; empty leaves it out.
	Name string
	// Documentation is the address of a page for developers; empty leaves it out.
	Documentation string
}

// Metadata is the document that describes a resource (RFC 9728 section 2), ready
// to be served at its [Metadata.Path]. It never changes.
type Metadata struct {
	resource Resource
	path     string
	url      string
	document []byte
}

// document is the JSON of the metadata, in the order of RFC 9728.
type document struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	ScopesSupported      []string `json:"scopes_supported,omitempty"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	Name                 string   `json:"resource_name,omitempty"`
	Documentation        string   `json:"resource_documentation,omitempty"`
}

// NewMetadata checks a resource and writes its document. All that is wrong with it
// is returned joined.
func NewMetadata(r Resource) (*Metadata, error) {
	at, problems := r.check()
	if err := errors.Join(problems...); err != nil {
		return nil, fmt.Errorf("resource: %w", err)
	}
	text, err := json.Marshal(document{
		r.URL, r.AuthorizationServers, r.Scopes, []string{"header"}, r.Name, r.Documentation,
	})
	if err != nil {
		return nil, fmt.Errorf("resource: %w", err)
	}
	r.AuthorizationServers, r.Scopes = slices.Clone(r.AuthorizationServers), slices.Clone(r.Scopes)
	m := &Metadata{resource: r, path: wellKnown, url: at.Scheme + "://" + at.Host + wellKnown, document: text}
	if at.Path != "/" { // a slash that only follows the host goes
		m.path, m.url = m.path+at.Path, m.url+at.EscapedPath()
	}
	return m, nil
}

// check returns the parsed address and what is wrong.
func (r Resource) check() (at *url.URL, problems []error) {
	at, err := SecureURL(r.URL)
	if err == nil && strings.Contains(r.URL, "?") {
		err = fmt.Errorf("address %q has a query", r.URL)
	}
	problems = append(problems, err)
	if len(r.AuthorizationServers) == 0 {
		problems = append(problems, errors.New("no authorization server"))
	}
	for _, issuer := range r.AuthorizationServers {
		_, err := SecureURL(issuer)
		if err == nil && strings.Contains(issuer, "?") { // RFC 8414 section 2
			err = fmt.Errorf("issuer %q has a query", issuer)
		}
		problems = append(problems, err)
	}
	for _, scope := range r.Scopes {
		if !isScope(scope) {
			problems = append(problems, fmt.Errorf("scope %q is no scope of RFC 6749 section 3.3", scope))
		}
	}
	if r.Documentation != "" {
		_, err := SecureURL(r.Documentation)
		problems = append(problems, err)
	}
	return at, problems
}

// isScope reports whether scope is a scope-token of RFC 6749 section 3.3.
func isScope(scope string) bool {
	return scope != "" && !strings.ContainsFunc(scope, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\\'
	})
}

// Resource returns what is described.
func (m *Metadata) Resource() Resource {
	r := m.resource
	r.AuthorizationServers, r.Scopes = slices.Clone(r.AuthorizationServers), slices.Clone(r.Scopes)
	return r
}

// Path is where the document is to be served: /.well-known/oauth-protected-resource
// and the path of the resource.
func (m *Metadata) Path() string { return m.path }

// URL is the address of the document, for the challenge of a 401.
func (m *Metadata) URL() string { return m.url }

// ServeHTTP answers GET and HEAD with the document.
func (m *Metadata) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		rw.Header().Set("Allow", "GET, HEAD")
		http.Error(rw, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	rw.Header().Set("Content-Type", "application/json")
	rw.Header().Set("Cache-Control", "public, max-age=300")
	rw.Header().Set("Content-Length", strconv.Itoa(len(m.document)))
	_, _ = rw.Write(m.document) // the client went away
}
