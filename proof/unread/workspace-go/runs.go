package main

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

type Tool struct {
	Slug, Label, Group, About string
	Metered                   bool
	Effect                    string // none, derive, replace
	Suffix                    string // of the name of the file that it makes
	hidden                    bool   // held back or excluded
}

var tools = []*Tool{
	{"check-structure", "Structure check", "validation", "Checks the structure of the file.", false, "none", "", false},
	{"check-accessibility", "Accessibility check", "accessibility", "Finds barriers for readers.", true, "none", "", false},
	{"mend-accessibility", "Accessibility repair", "accessibility", "Repairs barriers for readers.", false, "replace", ".mended", false},
	{"read-metadata", "Metadata reader", "metadata", "Extracts what the file says of itself.", false, "none", "", false},
	{"embed-metadata", "Metadata embedding", "metadata", "Writes enriched metadata into the file.", false, "replace", ".enriched", false},
	{"to-text", "Conversion to text", "conversion", "Makes a plain text edition.", false, "derive", ".plain", false},
	{"to-large-print", "Large print edition", "conversion", "Makes a large print edition.", true, "derive", ".large", false},
	{"polish-copy", "Copy polish", "copy", "Polishes the copy.", true, "replace", ".polished", false},
	{"write-blurb", "Blurb writer", "copy", "Writes the text for the back cover.", true, "none", "", false},
	{"voice-studio", "Voice studio", "audio", "Not public yet.", true, "derive", ".voiced", true},
	{"ledger-export", "Ledger export", "internal", "For the back office.", false, "none", "", true},
}

func toolOf(slug string) *Tool {
	for _, t := range tools {
		if t.Slug == slug && !t.hidden {
			return t
		}
	}
	return nil
}

const (
	queueTime = 250 * time.Millisecond
	workTime  = 600 * time.Millisecond
)

type Run struct {
	N                   int // counts from 1 in each publication
	Pub                 *Publication
	Tool                *Tool
	Created, Begin, End time.Time
	Ending              string
	settled             bool
	Made                *File
	Acted               string // id of the version on which it acted
	via                 string
	retry               string
}

func (r *Run) state(now time.Time) string {
	switch {
	case r.settled:
		return r.Ending
	case now.Before(r.Begin):
		return "waiting"
	}
	return "working"
}

func (w *Workspace) start(c *call, p *Publication, t *Tool, now time.Time) *Run {
	r := &Run{N: len(p.runs) + 1, Pub: p, Tool: t, Created: now, Begin: now.Add(queueTime), End: now.Add(queueTime + workTime), Ending: "succeeded", via: c.via}
	if len(w.ends) > 0 {
		r.Ending, w.ends = w.ends[0], w.ends[1:]
	}
	w.runs, p.runs = append(w.runs, r), append(p.runs, r)
	return r
}

// settle ends all runs whose time has come, in the order of their ends.
func (w *Workspace) settle(now time.Time) {
	var due []*Run
	for _, r := range w.runs {
		if !r.settled && !r.End.After(now) {
			due = append(due, r)
		}
	}
	sort.SliceStable(due, func(i, j int) bool { return due[i].End.Before(due[j].End) })
	for _, r := range due {
		r.settled = true
		r.Acted = r.Pub.working.ID
		if r.Ending == "succeeded" && r.Tool.Effect != "none" {
			w.makeVersion(r)
		}
	}
}

func (w *Workspace) makeVersion(r *Run) {
	p, base := r.Pub, r.Pub.working
	i := strings.LastIndexByte(base.Name, '.')
	ext := base.Name[i:]
	if r.Tool.Slug == "to-text" {
		ext = ".txt"
	}
	data := append([]byte{}, base.bytes...)
	data = append(data, fmt.Sprintf("\n[%s %d]", r.Tool.Slug, r.N)...)
	f := &File{ID: ksuid(r.End), Name: base.Name[:i] + r.Tool.Suffix + ext, Tool: r.Tool.Slug, pub: p, Created: r.End, bytes: data}
	p.versions = append(p.versions, f)
	w.files[f.ID] = f
	r.Made = f
	if (r.Tool.Effect == "replace" && !on("run.keeps-working", nil, r)) || on("run.replaces", nil, r) {
		p.working = f
	}
	if on("run.alters-original", nil, r) {
		p.original.bytes = append(p.original.bytes, '.')
	}
}

func showRun(c *call, r *Run) *Obj {
	now := c.now
	o := O("tool", r.Tool.Slug, "number", r.N, "phase", r.state(now), "publication", r.Pub.ID, "queued", stamp(r.Created), "counts", r.Tool.Metered)
	if r.settled {
		o.Set("ended", stamp(r.End))
	}
	return o
}

func startRun(c *call) *reply {
	w, p := c.ws, c.publication()
	if p == nil {
		return publicationNotFound()
	}
	slug, ok := c.body["tool"].(string)
	if !ok || c.badBody {
		return malformed("tool: the slug of a tool is needed")
	}
	t := toolOf(slug)
	if t == nil {
		return fail(422, "tool_unknown", "There is no such tool.", nil)
	}
	retry := c.param("Idempotency-Key")
	name := tweak("retry.name", c, retry)
	if r := w.retries[name]; retry != "" && r != nil {
		if r.Pub != p || r.Tool != t {
			return fail(409, "retry_key_taken", "This Idempotency-Key started another run.", nil)
		}
		return ok200(O("run", showRun(c, r), "replayed", true))
	}
	c.gap("retry.gap")
	if p.working == nil {
		return fail(409, "nothing_to_work_on", "The publication has no file yet.", nil)
	}
	if t.Metered {
		if !w.plan.Paid {
			return fail(402, "paid_plan_needed", "The plan does not include paid work.", nil)
		}
		if w.runsOfDay(c.now) >= num("daily.ceiling", c, dailyCeiling) {
			return fail(409, tweak("daily.reason", c, "daily_limit_reached"), "The workspace has used up its metered runs of the day.", O("ceiling", dailyCeiling))
		}
		if w.runsOfTool(p, t, c.now) >= toolCeiling {
			return fail(409, "tool_limit_reached", "This tool has run on this publication often enough today.", O("ceiling", toolCeiling))
		}
		c.gap("daily.gap")
	}
	r := w.start(c, p, t, c.now)
	if retry != "" {
		w.retries[name] = r
		r.retry = retry
	}
	at := "/api/v1/publications/" + escape(p.ID) + "/runs/" + fmt.Sprint(r.N)
	return &reply{status: 202, body: O("run", showRun(c, r), "replayed", false), header: map[string]string{"Location": at}}
}

func (c *call) run() *Run {
	p := c.publication()
	if p == nil {
		return nil
	}
	for _, r := range p.runs {
		if fmt.Sprint(r.N) == c.param("run") {
			return r
		}
	}
	return nil
}

func readRun(c *call) *reply {
	r := c.run()
	if r == nil {
		return fail(404, "run_not_found", "There is no such run in this workspace.", nil)
	}
	return ok200(O("run", showRun(c, r)))
}

func readReport(c *call) *reply {
	r := c.run()
	if r == nil {
		return fail(404, "run_not_found", "There is no such run in this workspace.", nil)
	}
	if (!r.settled || r.Ending != "succeeded") && !on("report.early", c, r) {
		return fail(409, "report_unavailable", "Only a run that has succeeded has a report.", O("phase", r.state(c.now)))
	}
	o := O("tool", r.Tool.Slug, "run", r.N, "findings", []any{}, "acted_on", r.Acted)
	if r.Made != nil {
		o.Set("made", r.Made.ID)
	}
	return ok200(O("report", o))
}
