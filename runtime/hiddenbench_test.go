package runtime

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// What a caller could learn from a clock: the time that a hidden tool takes, beside
// an absent one of a name as long and beside another absent one, which is what the
// machine makes of the same work. Calls are interleaved, so that all three see the
// same machine; the metrics are ratios of medians (catalogue G2).
func BenchmarkHiddenAndAbsent(b *testing.B) {
	hidden := benchRow()
	hidden.Name, hidden.Section = "purge_order", "hidden"
	handler := governedHTTP(b, benchRow(), hidden)
	names := []string{"purge_order", "absent_tool", "nosuch_tool"}
	took := make([][]time.Duration, len(names))
	for round := 0; b.Loop(); round++ {
		for i := range names {
			i = (i + round) % len(names) // nobody is always the first
			body := strings.Replace(benchCall, "place_order", names[i], 1)
			response, req := httptest.NewRecorder(), benchRequest(methodCallTool, names[i], body)
			begin := time.Now()
			handler.ServeHTTP(response, req)
			took[i] = append(took[i], time.Since(begin))
			if !strings.Contains(response.Body.String(), "Unknown tool '"+names[i]+"'") {
				b.Fatal(response.Body)
			}
		}
	}
	median := func(of []time.Duration) float64 { slices.Sort(of); return float64(of[len(of)/2]) }
	absent := median(took[1])
	b.ReportMetric(median(took[0])/absent, "hidden/absent")
	b.ReportMetric(median(took[2])/absent, "absent/absent")
}
