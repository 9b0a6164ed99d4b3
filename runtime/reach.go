package runtime

import (
	"context"
	"log/slog"
)

// warnOfReach says at the start which rows reach data of further sections.
// Whoever is granted such a row, but not the tools of those sections, is kept
// from the tools and not from the data; what really guards it is the permission
// of the data itself. Nobody should find that out later (contract: S0-20).
func (s *Server) warnOfReach() {
	for _, row := range s.table.rows {
		if len(row.Reaches) == 0 {
			continue
		}
		s.log.LogAttrs(context.Background(), slog.LevelWarn,
			"tool reaches data of further sections: hiding their tools does not hide the data",
			slog.String("tool", row.Name), slog.String("section", row.Section),
			slog.Any("reaches", row.Reaches), slog.String("source", row.Source))
	}
}
