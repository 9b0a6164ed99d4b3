package auth

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// SecureURL parses an absolute https address without user, fragment or characters
// that an address has not. http is taken for a loopback host, where nobody
// listens in between.
func SecureURL(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("address %q cannot be parsed", address)
	}
	switch {
	case u.Scheme != "https" && (u.Scheme != "http" || !IsLoopback(u.Hostname())):
		return nil, fmt.Errorf("address %q is not https, and http is for loopback hosts only", address)
	case u.Hostname() == "":
		return nil, fmt.Errorf("address %q has no host", address)
	case u.User != nil:
		return nil, fmt.Errorf("address of %s has a user", u.Host)
	case strings.Contains(address, "#"):
		return nil, fmt.Errorf("address %q has a fragment", address)
	case strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^{|}`+"`", r) }):
		return nil, fmt.Errorf("address %q has a character that must be escaped", address)
	}
	return u, nil
}

// IsLoopback reports whether host, without a port, is this machine: localhost, a
// name under it (RFC 6761 section 6.3), or a loopback address.
func IsLoopback(host string) bool {
	host = strings.ToLower(host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}

// Canonical returns the form in which resources and audiences are compared, code
// point by code point (RFC 9728 section 3.3). Of an http or https address the
// scheme and the host become lower case, the scheme's own port goes, and an empty
// path is "/" (RFC 3986 sections 6.2.2.1 and 6.2.3). All else stays as it is:
// other paths that differ by a slash at the end are two, and nothing is decoded.
// A text that is no such address is its own form.
func Canonical(resource string) string {
	u, err := url.Parse(resource)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Contains(resource, "#") {
		return resource
	}
	_, rest, _ := strings.Cut(resource, "://")
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		rest = rest[i:]
	} else {
		rest = ""
	}
	if !strings.HasPrefix(rest, "/") {
		rest = "/" + rest
	}
	return u.Scheme + "://" + canonicalHost(u) + rest
}

func canonicalHost(u *url.URL) string {
	host := strings.ToLower(u.Host)
	defaults := map[string]string{"https": ":443", "http": ":80"}
	host = strings.TrimSuffix(host, defaults[u.Scheme])
	if u.User != nil { // never equal to an address without it
		return u.User.String() + "@" + host
	}
	return host
}
