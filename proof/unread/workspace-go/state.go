package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"time"
)

const day = 24 * time.Hour

type Plan struct {
	Code, Label string
	Allowance   int // registrations in a cycle
	Paid        bool
}

var plans = []*Plan{{"atelier", "Atelier", 320, true}, {"imprint", "Imprint", 1500, true}, {"trial", "Trial", 24, false}}

const (
	dailyCeiling = 600 // metered runs of a workspace in a rolling day
	toolCeiling  = 4   // metered runs of one tool on one publication in a rolling day
	pageRows     = 50
	rateOfKey    = 60
)

type Workspace struct {
	ID, Name string
	space    string // what the storage keys of this workspace begin with
	plan     *Plan
	anchor   int // the day of a month on which a cycle begins

	pubs     []*Publication // in the order of their registration
	reserved map[string]*Reservation
	files    map[string]*File
	spent    []time.Time // registrations that took a place
	grant    int         // places that the operator gave (or took) in the cycle that began at grantOf
	grantOf  time.Time
	before   *int // places before the operator did so

	runs     []*Run
	phantoms []time.Time // metered runs that the operator counted in
	ends     []string    // how the next runs end
	retries  map[string]*Run

	withheld, unresolved bool
}

type Key struct {
	secret    string
	ws        *Workspace
	abilities []string
	static    bool
}

type Reservation struct {
	ID, Key, Filename string
	Size              int64
	At                time.Time
	Done              bool
}

type Publication struct {
	ID, Type, Title string
	seq             int
	Created         time.Time
	ws              *Workspace
	versions        []*File // in the order in which they were made
	original        *File
	working         *File
	runs            []*Run
	mirrors         []*Mirror
}

type File struct {
	ID, Name, Tool string
	pub            *Publication
	Created        time.Time
	bytes          []byte
}

type Mirror struct {
	Of     string
	Pushed time.Time
	Error  any
}

// ---- quotas

// cycleStart is the last begin of a cycle: midnight (UTC) of the workspace's day of a month, or of the last day of a shorter month.
func (w *Workspace) cycleStart(t time.Time) time.Time {
	begin := func(y int, m time.Month) time.Time {
		last := time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
		return time.Date(y, m, min(w.anchor, last), 0, 0, 0, 0, time.UTC)
	}
	if b := begin(t.Year(), t.Month()); !b.After(t) {
		return b
	}
	prev := time.Date(t.Year(), t.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	return begin(prev.Year(), prev.Month())
}

func (w *Workspace) cycleEnd(t time.Time) time.Time {
	b := w.cycleStart(t)
	for n := b; ; n = n.Add(day) {
		if c := w.cycleStart(n); c.After(b) {
			return c
		}
	}
}

func (w *Workspace) rawPlaces(now time.Time) int {
	begin := moment("cycle.start", w, now, w.cycleStart(now))
	left := w.plan.Allowance
	for _, t := range w.spent {
		if !t.Before(begin) {
			left--
		}
	}
	if w.grantOf.Equal(w.cycleStart(now)) {
		left += w.grant
	}
	return left
}

func (w *Workspace) placesLeft(now time.Time) int { return max(0, w.rawPlaces(now)) }

// runsOfDay counts the metered runs of the last rolling day.
func (w *Workspace) runsOfDay(now time.Time) int {
	n, since := 0, moment("day.start", w, now, now.Add(-day))
	for _, r := range w.runs {
		if r.Tool.Metered && r.Created.After(since) && !on("day.skips", nil, r) {
			n++
		}
	}
	for _, t := range w.phantoms {
		if t.After(since) {
			n++
		}
	}
	return n
}

// runsOfTool counts those of one tool on one publication.
func (w *Workspace) runsOfTool(p *Publication, t *Tool, now time.Time) int {
	n, since := 0, now.Add(-day)
	for _, r := range w.runs {
		if r.Tool == t && r.Pub == p && r.Created.After(since) {
			n++
		}
		if on("toolcount.adds", nil, r, t, p) && r.Created.After(since) {
			n++
		}
	}
	return n
}

// ---- ids

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func random(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = base62[int(b[i])%62]
	}
	return string(b)
}

// sorted ids: seven characters of time, then chance, as KSUIDs have it
func ksuid(t time.Time) string {
	n, head := t.Unix()-1_400_000_000, make([]byte, 7)
	for i := 6; i >= 0; i-- {
		head[i] = base62[n%62]
		n /= 62
	}
	return string(head) + random(20)
}

func (s *Server) newPublicationID(now time.Time) string {
	s.counter++
	return fmt.Sprintf("pub:%d/%05d", now.Year(), s.counter)
}

// ---- publications

func (s *Server) addPublication(w *Workspace, id, filename string, data []byte, now time.Time) *Publication {
	s.seq++
	p := &Publication{ID: id, Type: "book", Title: stem(filename), seq: s.seq, Created: now, ws: w}
	if f := formatOf(filename); f != nil {
		p.Type = f.Type
	}
	if data != nil {
		p.original = &File{ID: ksuid(now), Name: filename, pub: p, Created: now, bytes: data}
		p.working = p.original
		p.versions = []*File{p.original}
		w.files[p.original.ID] = p.original
	}
	w.pubs = append(w.pubs, p)
	return p
}

func (w *Workspace) publication(id string) *Publication {
	for _, p := range w.pubs {
		if p.ID == id {
			return p
		}
	}
	return nil
}

type Format struct {
	Ext, Type, Media string
	Max              int64
}

var formats = []*Format{
	{"epub", "book", "application/epub+zip", 300 << 20}, {"pdf", "book", "application/pdf", 500 << 20},
	{"docx", "book", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", 100 << 20},
	{"m4b", "audiobook", "audio/mp4", 4 << 30}, {"mp3", "audiobook", "audio/mpeg", 2 << 30},
}

func formatOf(name string) *Format {
	i := strings.LastIndexByte(name, '.')
	for _, f := range formats {
		if i >= 0 && strings.EqualFold(f.Ext, name[i+1:]) {
			return f
		}
	}
	return nil
}

func stem(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i]
	}
	return name
}

// ---- the initial state

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// credentials are made once; a reset leaves them.
func (s *Server) credentials() {
	s.keys, s.tokens, s.sessions = map[string]*Key{}, map[string]*Token{}, map[string]*Session{}
	s.workspaces = []*Workspace{{ID: "wsp-kelp-7", Name: "Kelp & Tide Press", space: "t/kelp7"}, {ID: "wsp-moor-2", Name: "Moorland Audio", space: "t/moor2"}}
	kelp, moor := s.workspaces[0], s.workspaces[1]
	all := []string{"library:read", "library:write", "tools:run"}
	add := func(w *Workspace, name, otherwise string, abilities ...string) {
		k := &Key{env(name, otherwise), w, abilities, true}
		s.keys[k.secret] = k
	}
	add(kelp, "PH_KEY_FULL", "ph_live_kelp_full_4Tz9", all...)
	add(kelp, "PH_KEY_OTHER", "ph_live_kelp_other_8Qm1", all...)
	add(kelp, "PH_KEY_READ", "ph_live_kelp_read_3Vb6", "library:read")
	add(kelp, "PH_KEY_WRITE", "ph_live_kelp_write_5Nc2", "library:write")
	add(kelp, "PH_KEY_TOOLS", "ph_live_kelp_tools_9Ld7", "tools:run")
	add(moor, "PH_KEY_SECOND", "ph_live_moor_full_6Xk0", all...)
	clients = map[string]*Client{
		"presscheck-kelp": {"presscheck-kelp", env("PH_SECRET_KELP", "kelp-secret-b7f1c0d2"), kelp},
		"presscheck-moor": {"presscheck-moor", env("PH_SECRET_MOOR", "moor-secret-19ae44c8"), moor},
	}
}

func (s *Server) seed() {
	s.offset, s.counter, s.seq, s.readerOff = 0, 11, 0, false
	s.objects, s.windows = map[string][]byte{}, map[string][]time.Time{}
	for secret, k := range s.keys {
		if !k.static {
			delete(s.keys, secret)
		}
	}
	now := s.now()
	for i, w := range s.workspaces {
		*w = Workspace{ID: w.ID, Name: w.Name, space: w.space, plan: plans[0], anchor: []int{1, 31}[i],
			reserved: map[string]*Reservation{}, files: map[string]*File{}, retries: map[string]*Run{}}
		for n, name := range []string{"Low water.epub", "The long shore.pdf", "Sandbanks.m4b"} {
			at := now.Add(-time.Duration(72-n) * time.Hour)
			s.addPublication(w, s.newPublicationID(at), name, []byte("presshouse demonstration file "+name), at)
		}
	}
}
