package oidc

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

// claims are those that go-oidc does not read.
type claims struct {
	Scope    scopes `json:"scope"` // RFC 9068 section 2.2.3
	SCP      scopes `json:"scp"`   // Microsoft Entra, Okta
	ClientID string `json:"client_id"`
	AZP      string `json:"azp"` // OpenID Connect Core section 2
}

// scopes are written as a text with blanks between them or as an array.
type scopes []string

// UnmarshalJSON implements [json.Unmarshaler].
func (s *scopes) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*s = list
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	*s = strings.Fields(text)
	return nil
}

// tokenOf reads the claims of a verified payload.
func tokenOf(id *oidc.IDToken, payload []byte) (*auth.Token, error) {
	var more claims
	if err := json.Unmarshal(payload, &more); err != nil {
		return nil, invalid("its claims are wrong")
	}
	if id.Subject == "" {
		return nil, invalid("it has no subject")
	}
	granted := more.Scope
	if granted == nil {
		granted = more.SCP
	}
	return &auth.Token{
		Subject:  id.Subject,
		Issuer:   id.Issuer,
		Client:   cmp.Or(more.ClientID, more.AZP),
		Audience: id.Audience,
		Scopes:   granted,
		Expiry:   id.Expiry,
		Claims:   payload,
	}, nil
}
