package example

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readme returns the README and the folder it lies in.
func readme(t *testing.T) (text, root string) {
	t.Helper()
	root = ".."
	return read(t, filepath.Join(root, "README.md")), root
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

// A Go block names its file in the comment above it and is made of parts of
// that file, in its order, between lines of "// …".
func TestReadmeShowsFiles(t *testing.T) {
	text, root := readme(t)
	blocks := regexp.MustCompile("(?s)<!-- code: (\\S+) -->\n```go\n(.*?)```\n").FindAllStringSubmatch(text, -1)
	if all := strings.Count(text, "```go\n"); len(blocks) != all || all == 0 {
		t.Fatalf("%d of %d Go blocks name their file", len(blocks), all)
	}
	for _, block := range blocks {
		file, rest := block[1], read(t, filepath.Join(root, block[1]))
		for part := range strings.SplitSeq(block[2], "// …\n") {
			_, after, found := strings.Cut("\n"+rest, "\n"+part)
			if !found {
				t.Errorf("%s does not have, at this place:\n%s", file, part)
			}
			rest = after
		}
	}
}

// Settings of clients are pasted as they are.
func TestReadmeSettingsAreJSON(t *testing.T) {
	text, _ := readme(t)
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```\n").FindAllStringSubmatch(text, -1)
	if len(blocks) == 0 {
		t.Fatal("no JSON block")
	}
	for _, block := range blocks {
		if !json.Valid([]byte(block[1])) {
			t.Errorf("not JSON:\n%s", block[1])
		}
	}
}
