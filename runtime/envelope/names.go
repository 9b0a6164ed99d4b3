package envelope

import "bytes"

// few is how many names are compared one by one. More, which nobody sends in
// good faith, go into a map, so that a message costs no more than its length.
const few = 32

// names is the names of one object.
type names struct {
	list [][]byte
	more map[string]struct{}
}

// add notes a name and reports whether it is new. The bytes must stay as they
// are until reset.
func (n *names) add(name []byte) bool {
	for _, other := range n.list {
		if bytes.Equal(name, other) {
			return false
		}
	}
	if len(n.list) < few {
		n.list = append(n.list, name)
		return true
	}
	if n.more == nil {
		n.more = map[string]struct{}{}
	}
	_, known := n.more[string(name)]
	n.more[string(name)] = struct{}{}
	return !known
}

func (n *names) reset() {
	clear(n.list)
	n.list, n.more = n.list[:0], nil
}
