package main

import (
	"encoding/json"
	"errors"
	"time"
	"unicode/utf8"
)

// maxTag is how many characters a tag may have.
const maxTag = 50

var (
	errTag  = errors.New("a tag has more than 50 characters")
	errYear = errors.New("a time is outside the years 1 to 9999")
)

// scanTask reads a row of the columns.
func scanTask(row interface{ Scan(...any) error }) (Task, error) {
	var (
		task    Task
		due     *int64
		tags    []byte
		created int64
	)
	err := row.Scan(&task.ID, &task.Title, &task.Status, &task.Priority, &due, &tags, &created)
	if err != nil {
		return Task{}, err
	}
	if due != nil {
		task.Due = new(time.UnixMicro(*due).UTC())
	}
	task.Created = time.UnixMicro(created).UTC()
	return task, json.Unmarshal(tags, &task.Tags)
}

// storedTime is the column of an optional time. A time that its own zone still
// writes with four digits of the year, and UTC does not, could be stored but
// never answered.
func storedTime(t *time.Time) (*int64, error) {
	if t == nil {
		return nil, nil
	}
	if year := t.UTC().Year(); year < 1 || year > 9999 {
		return nil, errYear
	}
	return new(t.UnixMicro()), nil
}

// storedTags is the column of tags.
func storedTags(tags []string) (string, error) {
	for _, tag := range tags {
		if utf8.RuneCountInString(tag) > maxTag {
			return "", errTag
		}
	}
	data, err := json.Marshal(append([]string{}, tags...)) // [] and not null
	return string(data), err
}
