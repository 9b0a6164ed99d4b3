package runtime_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	gocmp "github.com/google/go-cmp/cmp"
)

// deviation is what the lane does not do as the SDK does, and why.
type deviation struct {
	name  string
	fault string   // of the SDK, that the lane avoids; its number in sdk-notes.md
	roads []string // on which it occurs
	is    func(message string, lane, sdk said) bool
}

// deviations are all there are. What is allowed here is that one thing, with all
// else equal.
func deviations() []deviation {
	web := []string{"http 2026-07-28", "http 2025-11-25", "session 2025-11-25"}
	all := append([]string{"stdio 2026-07-28", "stdio 2025-11-25"}, web...)
	return []deviation{
		{"missing scope", "a tool handler cannot produce HTTP 403 (section 9, SDK gaps)", web, isChallenge},
		{"mirrored header", "checked by the transport before anybody decides, so that it never learns of the annotation (section 0, 2), and an error from middleware goes out with 200 (3.2)", web[:1], isMirrored},
		{"encoded name", "a Base64 Mcp-Name is rejected (section 7, 7: #1234)", web[:1], isEncodedName},
		{"odd id", "an id becomes an int64: 1.7 is answered as 1 (2.1)", all, isOddID},
		{"deep message", "a message nested deeper than 1000 is refused whole, wherever it is deep (2.1), and ends a line", all, isDeep},
	}
}

// deviationOf returns the name of the deviation that explains a difference; empty
// if none does.
func deviationOf(road, message string, lane, sdk said) string {
	for _, d := range deviations() {
		if slices.Contains(d.roads, road) && d.is(message, lane, sdk) {
			return d.name
		}
	}
	return ""
}

// isChallenge: the message is the same, around it is the challenge.
func isChallenge(_ string, lane, sdk said) bool {
	if lane.Status != http.StatusForbidden || !strings.HasPrefix(lane.Challenge, `Bearer error="insufficient_scope", scope="`) {
		return false
	}
	lane.Status, lane.Challenge = http.StatusOK, ""
	return equal(lane, sdk)
}

func isMirrored(_ string, lane, sdk said) bool {
	code, text := lane.failure()
	return lane.Status == http.StatusBadRequest && code == "-32020" && strings.HasPrefix(text, "header mismatch: Mcp-Param-") &&
		sdk.Status == http.StatusOK
}

func isEncodedName(_ string, _, sdk said) bool {
	code, text := sdk.failure()
	return code == "-32020" && strings.HasPrefix(text, "header mismatch: Mcp-Name header value '=?base64?")
}

// failure is the error of an answer.
func (a said) failure() (code, text string) {
	message, _ := a.Message.(map[string]any)
	failure, _ := message["error"].(map[string]any)
	if number, ok := failure["code"].(interface{ String() string }); ok {
		code = number.String()
	}
	text, _ = failure["message"].(string)
	return code, text
}

// isOddID: both have an id of a number, which is the same when it is cut.
func isOddID(_ string, lane, sdk said) bool {
	mine, ok := lane.id()
	theirs, sdkHas := sdk.id()
	if !ok || !sdkHas || mine == theirs || cutID(mine) != cutID(theirs) {
		return false
	}
	lane.Message = sdk.withID(lane.Message)
	return equal(lane, sdk)
}

func (a said) id() (string, bool) {
	message, _ := a.Message.(map[string]any)
	number, ok := message["id"].(interface{ String() string })
	if !ok {
		return "", false
	}
	return number.String(), true
}

// cutID is an id as the SDK keeps it.
func cutID(number string) int64 {
	if n, err := strconv.ParseInt(number, 10, 64); err == nil && n > 1<<53 {
		return int64(float64(n))
	}
	f, _ := strconv.ParseFloat(number, 64)
	return int64(f)
}

// withID returns another message under the id of this one.
func (a said) withID(other any) any {
	renamed := map[string]any{}
	for name, value := range other.(map[string]any) {
		renamed[name] = value
	}
	renamed["id"] = a.Message.(map[string]any)["id"]
	return renamed
}

// isDeep: what the SDK does not read it does not answer. A line ends for it.
func isDeep(message string, lane, sdk said) bool {
	ended := sdk.Message == nil && strings.HasSuffix(sdk.Text, "exceeded maximum nesting depth of 1000")
	refused := gocmp.Equal(sdk, said{Status: http.StatusBadRequest, Text: "Bad Request\n"})
	return (ended || refused) && depth(message) > 1000 && lane.Message != nil
}

// depth is how deep a message nests, texts and all.
func depth(message string) int {
	now, most := 0, 0
	for _, c := range message {
		switch c {
		case '[', '{':
			now++
		case ']', '}':
			now--
		}
		most = max(most, now)
	}
	return most
}
