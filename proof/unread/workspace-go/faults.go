package main

import (
	"fmt"
	"io"
	"time"
)

// fault is one deviation from the document. A server without faults never enters any of these functions: each point in the
// correct path (on, num, tweak, moment, duration, gap, before, after) then gives its default.
type fault struct {
	name, kind, class, sentence, chapter string

	on       map[string]func(c *call, args ...any) bool
	num      map[string]func(c *call, n int) int
	tweak    map[string]func(c *call, v string, args ...any) string
	moment   map[string]func(w *Workspace, now, t time.Time, args ...any) time.Time
	duration map[string]func(c *call, d time.Duration, args ...any) time.Duration
	gap      string
	before   map[string]func(c *call) *reply
	after    map[string]func(c *call, r *reply)
}

var active []*fault

func on(point string, c *call, args ...any) bool {
	for _, f := range active {
		if h := f.on[point]; h != nil && h(c, args...) {
			return true
		}
	}
	return false
}

func num(point string, c *call, n int) int {
	for _, f := range active {
		if h := f.num[point]; h != nil {
			n = h(c, n)
		}
	}
	return n
}

func tweak(point string, c *call, v string, args ...any) string {
	for _, f := range active {
		if h := f.tweak[point]; h != nil {
			v = h(c, v, args...)
		}
	}
	return v
}

func moment(point string, w *Workspace, now, t time.Time, args ...any) time.Time {
	for _, f := range active {
		if h := f.moment[point]; h != nil {
			t = h(w, now, t, args...)
		}
	}
	return t
}

func duration(point string, c *call, d time.Duration, args ...any) time.Duration {
	for _, f := range active {
		if h := f.duration[point]; h != nil {
			d = h(c, d, args...)
		}
	}
	return d
}

// gap lets other requests in between a check and what rests on it.
func (c *call) gap(point string) {
	for _, f := range active {
		if f.gap == point {
			c.s.mu.Unlock()
			time.Sleep(60 * time.Millisecond)
			c.s.mu.Lock()
		}
	}
}

func before(c *call) *reply {
	for _, f := range active {
		for _, name := range []string{c.op.name, "*"} {
			if h := f.before[name]; h != nil {
				if r := h(c); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

func after(c *call, r *reply) {
	for _, f := range active {
		for _, name := range []string{c.op.name, "*"} {
			if h := f.after[name]; h != nil {
				h(c, r)
			}
		}
	}
}

func activate(names []string) error {
	for _, n := range names {
		found := false
		for _, f := range faults {
			if f.name == n {
				active, found = append(active, f), true
			}
		}
		if !found {
			return fmt.Errorf("there is no fault %q; --list-faults lists them", n)
		}
	}
	return nil
}

func faultsTable(w io.Writer) {
	fmt.Fprintln(w, "name\tkind\tclass\tsentence\tchapter")
	for _, f := range faults {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", f.name, f.kind, f.class, f.sentence, f.chapter)
	}
}

func listFaults(w io.Writer) {
	for _, f := range faults {
		fmt.Fprintln(w, f.name)
	}
}
