package paced_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/paced"
)

// connection writes down what becomes of its deadlines.
type connection struct {
	httptest.ResponseRecorder
	began time.Time
	seen  []string
}

func (c *connection) SetWriteDeadline(at time.Time) error {
	if at.IsZero() {
		c.seen = append(c.seen, "off")
	} else {
		c.seen = append(c.seen, at.Sub(c.began).String())
	}
	return nil
}

func (c *connection) Write(data []byte) (int, error) {
	c.seen = append(c.seen, string(data))
	time.Sleep(time.Second)
	return len(data), nil
}

func (c *connection) FlushError() error { c.seen = append(c.seen, "flush"); return errGone }

var errGone = errors.New("connection is gone")

// around is a host's writer.
type around struct{ http.ResponseWriter }

func (a around) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func TestEachPieceHasItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &connection{began: time.Now()}
		rw, done := paced.Wrap(around{c}, time.Minute)
		again, doneAgain := paced.Wrap(around{rw}, time.Hour)
		fmt.Fprint(again, "one")
		time.Sleep(time.Hour)
		fmt.Fprint(rw, "two")
		if err := http.NewResponseController(again).Flush(); !errors.Is(err, errGone) {
			t.Errorf("flush: %v", err)
		}
		doneAgain()
		done()
		want := []string{"1m0s", "one", "off", "1h1m1s", "two", "off", "1h1m2s", "flush", "off", "1h1m2s"}
		if diff := cmp.Diff(want, c.seen); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestWriterWithoutDeadlines(t *testing.T) {
	recorder := httptest.NewRecorder()
	rw, done := paced.Wrap(recorder, time.Minute)
	done()
	if rw != recorder {
		t.Errorf("writer is %T", rw)
	}
}
