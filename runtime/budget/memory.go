package budget

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// Memory is a [Store] in this process. It holds a bounded number of counts: when
// it is full, the one that was asked for least recently is forgotten, and its
// owner begins anew. Whoever is calling is never that one.
type Memory struct {
	most int

	mu     sync.Mutex
	counts map[string]*list.Element // of *count
	recent *list.List               // most recent first
}

// count is what was spent of one key.
type count struct {
	key   string
	spent int64
	ends  time.Time
}

// NewMemory returns an empty store for at most so many counts; at least one.
func NewMemory(most int) *Memory {
	return &Memory{most: max(most, 1), counts: map[string]*list.Element{}, recent: list.New()}
}

// Spend implements [Store]. It never fails.
func (m *Memory) Spend(_ context.Context, c Charge) (bool, error) {
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.find(c.Key, now)
	if n.ends.IsZero() || c.Renew {
		n.ends = now.Add(c.TTL)
	}
	if n.spent >= c.Limit {
		return false, nil
	}
	n.spent++
	return true, nil
}

// Len returns how many counts are held, expired ones included.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.counts)
}

// find returns the count of key, a fresh one if there is none or it has ended,
// as the most recent. The caller holds mu.
func (m *Memory) find(key string, now time.Time) *count {
	if e, found := m.counts[key]; found {
		m.recent.MoveToFront(e)
		n := e.Value.(*count)
		if !now.Before(n.ends) {
			*n = count{key: key}
		}
		return n
	}
	for len(m.counts) >= m.most {
		last := m.recent.Back()
		delete(m.counts, m.recent.Remove(last).(*count).key)
	}
	n := &count{key: key}
	m.counts[key] = m.recent.PushFront(n)
	return n
}
