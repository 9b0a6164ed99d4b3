package generator

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// FileName is what the generated file is called; it lies beside the host's code.
const FileName = "mcp_gen.go"

// File is one generated file.
type File struct {
	Path    string
	Content []byte
}

// Files prints one file per server, in the order given.
func Files(servers []*ir.Server) ([]File, error) {
	files := make([]File, 0, len(servers))
	for _, s := range servers {
		content, err := Source(s)
		if err != nil {
			return nil, err
		}
		files = append(files, File{Path: filepath.Join(s.Package.Dir, FileName), Content: content})
	}
	return files, nil
}

// Source prints one server. An error means that the printed code is not Go,
// which is a fault of this package.
func Source(s *ir.Server) ([]byte, error) {
	var b bytes.Buffer
	if err := newFile(s).assemble().Render(&b); err != nil {
		return nil, fmt.Errorf("print %s: %w", s.Package.Path, err)
	}
	return b.Bytes(), nil
}
