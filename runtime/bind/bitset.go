package bind

// A bitset holds small numbers; up to 63 it needs no memory of its own.
type bitset struct {
	first uint64
	more  []uint64
}

func (s *bitset) add(i int) {
	if i < 64 {
		s.first |= 1 << i
		return
	}
	word := i/64 - 1
	for len(s.more) <= word {
		s.more = append(s.more, 0)
	}
	s.more[word] |= 1 << (i % 64)
}

func (s *bitset) has(i int) bool {
	if i < 64 {
		return s.first&(1<<i) != 0
	}
	word := i/64 - 1
	return word < len(s.more) && s.more[word]&(1<<(i%64)) != 0
}
