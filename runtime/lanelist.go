package runtime

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
)

// list answers tools/list with definitions that were encoded when the server was
// made. There is nothing to keep of a listing: the visible ones are copied one
// behind the other, which costs no more than copying a whole page would, so that
// no number of different callers makes the server grow (catalogue G18).
func (p *passage) list(ctx context.Context, s *Server) reply {
	page, err := s.listTools(ctx, p.session, p.req.caller, p.cursor)
	if err != nil {
		return p.failed(err)
	}
	body := takeBuffer()
	dst := append(appendHead(*body, p.rawID), `,"result":{`...)
	if p.modern {
		dst = append(dst, `"resultType":"complete",`...)
	}
	dst = appendResultMeta(dst, nil, s.self(p.modern))
	dst = append(dst, `"ttlMs":0,"cacheScope":"private",`...)
	if page.next != "" {
		dst = append(dst, `"nextCursor":"`...)
		dst = append(dst, page.next...) // base64
		dst = append(dst, `",`...)
	}
	dst = append(dst, `"tools":[`...)
	dst = s.appendTools(ctx, dst, page.tools)
	dst = append(dst, `]}}`...)
	*body = dst
	return reply{body: body, status: http.StatusOK}
}

// appendTools appends the definitions of a page, extended by who listens.
func (s *Server) appendTools(ctx context.Context, dst []byte, tools []*published) []byte {
	if len(s.on.definition) == 0 {
		dst = slices.Grow(dst, lengthOf(tools))
		for i, one := range tools {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, one.data...)
		}
		return dst
	}
	for i, defined := range s.define(ctx, tools) {
		if i > 0 {
			dst = append(dst, ',')
		}
		raw, ok := defined.(json.RawMessage)
		if !ok {
			raw = encode(defined)
		}
		dst = append(dst, raw...)
	}
	return dst
}

// lengthOf is about what the definitions of a page take.
func lengthOf(tools []*published) int {
	n := len("]}}")
	for _, one := range tools {
		n += len(one.data) + len(",")
	}
	return n
}
