package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// hookCommand is the program of the hooks: it passes standard input on to the control port named in its arguments.
func hookCommand(args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "usage: presshouse hook http://127.0.0.1:PORT")
		return 2
	}
	body, _ := io.ReadAll(os.Stdin)
	r, err := http.Post(args[0]+"/hook", "application/json", bytes.NewReader(body))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer r.Body.Close()
	answer, _ := io.ReadAll(r.Body)
	if r.StatusCode == 501 {
		fmt.Fprintln(os.Stderr, string(answer))
		return 127
	}
	if r.StatusCode != 200 {
		fmt.Fprintln(os.Stderr, string(answer))
		return 1
	}
	os.Stdout.Write(answer)
	return 0
}

func (s *Server) serveControl(w http.ResponseWriter, q *http.Request) {
	a, ok := parseObject(io.LimitReader(q.Body, 1<<20))
	if !ok || q.Method != "POST" || q.URL.Path != "/hook" {
		http.Error(w, "POST /hook with a JSON object", 400)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	answer, err := s.hook(a)
	if err != nil {
		http.Error(w, err.Error(), map[bool]int{true: 501, false: 400}[err == errUnknownVerb])
		return
	}
	w.Write(append(encode(answer), '\n'))
}

var errUnknownVerb = fmt.Errorf("this verb is not known")

func (s *Server) hook(a map[string]any) (*Obj, error) {
	verb, _ := a["verb"].(string)
	role, _ := a["role"].(string)
	w := s.workspaces[0]
	if role == "second-workspace" || role == "second-agent" {
		w = s.workspaces[1]
	}
	now := s.now()
	w.settle(now)
	number := func(name string) (int, bool) { n, ok := integer(a[name]); return int(n), ok }
	text := func(name string) string { t, _ := a[name].(string); return t }
	yes := func(name string) bool { return a[name] == true }
	none := O()
	switch verb {
	case "advance":
		ms, ok := number("ms")
		if !ok || ms < 0 {
			return nil, fmt.Errorf("ms is needed")
		}
		s.offset += time.Duration(ms) * time.Millisecond
	case "reset":
		s.seed()
	case "leave-places":
		if !w.grantOf.Equal(w.cycleStart(now)) {
			w.grant, w.grantOf, w.before = 0, w.cycleStart(now), nil
		}
		places, ok := number("places")
		if !ok && w.before == nil {
			break
		}
		if ok && w.before == nil {
			left := w.placesLeft(now)
			w.before = &left
		} else if !ok {
			places, w.before = *w.before, nil
		}
		w.grant += places - w.rawPlaces(now)
	case "leave-runs":
		w.phantoms = nil
		if runs, ok := number("runs"); ok {
			for n := dailyCeiling - runs - w.runsOfDay(now); n > 0; n-- {
				w.phantoms = append(w.phantoms, now)
			}
		}
	case "end-runs":
		w.ends = nil
		list, _ := a["as"].([]any)
		for _, v := range list {
			w.ends = append(w.ends, fmt.Sprint(v))
		}
	case "withhold-downloads":
		w.withheld = yes("withheld")
	case "unresolve-plan":
		w.unresolved = yes("unresolved")
	case "set-plan":
		names := []string{}
		for _, p := range plans {
			names = append(names, p.Code)
			if p.Code == text("plan") {
				w.plan = p
			}
		}
		return O("plans", names, "plan", w.plan.Code), nil
	case "seed-publications":
		count, _ := number("count")
		ids := []string{}
		for n := 1; n <= count; n++ {
			id := s.newPublicationID(now)
			s.addPublication(w, id, fmt.Sprintf("seeded %d.epub", n), []byte("seeded "+id), now)
			ids = append(ids, id)
		}
		return O("publications", ids), nil
	case "seed-empty-publication":
		id := s.newPublicationID(now)
		s.addPublication(w, id, "still to come.epub", nil, now)
		return O("publications", []string{id}), nil
	case "push-mirrors":
		p := w.publication(text("publication"))
		if p == nil {
			return nil, fmt.Errorf("there is no such publication")
		}
		p.mirrors = []*Mirror{{Of: "original", Pushed: now}, {Of: "modified", Pushed: now}}
	case "configure-reader":
		s.readerOff = !yes("configured")
	case "mint-key":
		k := &Key{"ph_live_minted_" + random(18), w, []string{"library:read", "library:write", "tools:run"}, false}
		if on("mint.tools", nil) {
			k.abilities = k.abilities[:2]
		}
		s.keys[k.secret] = k
		return O("key", k.secret), nil
	case "issue-token":
		t := s.issue(w, []string{"mcp:use"})
		return O("token", t.value, "id", t.id), nil
	case "expire-token", "revoke-token":
		for _, t := range s.tokens {
			if t.id == text("id") {
				if verb == "expire-token" {
					t.until = now
				} else {
					t.revoked = true
				}
			}
		}
	default:
		return nil, errUnknownVerb
	}
	return none, nil
}
