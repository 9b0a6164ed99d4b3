package bind

// suggest returns the field that name may have meant, or nothing: at most two
// edits away, and at most a third of its length.
func suggest(fields Fields, name string) string {
	best, meant := min(2, len(name)/3)+1, ""
	for i := range fields {
		if n := distance(name, fields[i].Name, best); n < best {
			best, meant = n, fields[i].Name
		}
	}
	return meant
}

// distance counts the edits (insert, delete, replace, swap neighbours) between
// two names; limit or more is as good as limit.
func distance(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
