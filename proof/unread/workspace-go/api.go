package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// call is one invocation of an operation, from REST or from MCP.
type call struct {
	s       *Server
	op      *operation
	ws      *Workspace
	key     *Key
	via     string            // rest or mcp
	params  map[string]string // of the path, the query and the header
	body    map[string]any
	badBody bool
	now     time.Time
}

type reply struct {
	status int
	body   *Obj
	header map[string]string
}

type operation struct {
	name, method, path, ability, tool string
	params                            []string // what its MCP tool takes beside the body
	fields                            []string // the body
	about                             string
	do                                func(*call) *reply
}

var operations []*operation

func init() {
	pub := []string{"publication"}
	operations = []*operation{
		{"listTools", "GET", "/tools", "tools:run", "list_tools", nil, nil, "The tools that can be started.", listTools},
		{"getAccount", "GET", "/account", "library:read", "workspace", nil, nil, "The workspace, its plan and its allowance.", getAccount},
		{"getAccountUsage", "GET", "/account/usage", "library:read", "workspace_usage", nil, nil, "Metered runs and the allowance.", getAccountUsage},
		{"createUpload", "POST", "/uploads", "library:write", "reserve_upload", nil, []string{"filename", "bytes"}, "Reserves an id and a link for the upload.", createUpload},
		{"listPublications", "GET", "/publications", "library:read", "list_publications", []string{"cursor"}, nil, "One page of the publications.", listPublications},
		{"createPublication", "POST", "/publications", "library:write", "register_publication", nil, []string{"publication_id", "key", "original_filename", "size_bytes"}, "Registers an upload.", createPublication},
		{"getPublication", "GET", "/publications/{publication}", "library:read", "publication", pub, nil, "One publication.", getPublication},
		{"listPublicationFiles", "GET", "/publications/{publication}/files", "library:read", "publication_files", pub, nil, "The versions of its file.", listPublicationFiles},
		{"getCurrentPublicationFile", "GET", "/publications/{publication}/files/current", "library:read", "working_file", pub, nil, "The working version.", getCurrentPublicationFile},
		{"downloadFile", "GET", "/files/{file}/download", "library:read", "download_link", []string{"file"}, nil, "A link to a file version.", downloadFile},
		{"getPublicationReader", "GET", "/publications/{publication}/reader", "library:read", "reader_mirrors", pub, nil, "Its mirrors on the reader store.", getPublicationReader},
		{"startRun", "POST", "/publications/{publication}/runs", "tools:run", "start_tool", []string{"publication", "Idempotency-Key"}, []string{"tool"}, "Starts a tool.", startRun},
		{"readRun", "GET", "/publications/{publication}/runs/{run}", "tools:run", "tool_run", []string{"publication", "run"}, nil, "One run.", readRun},
		{"readReport", "GET", "/publications/{publication}/runs/{run}/report", "tools:run", "tool_report", []string{"publication", "run"}, nil, "The report of a run that has succeeded.", readReport},
	}
}

func (c *call) param(name string) string { return c.params[name] }

func (c *call) publication() *Publication {
	id := tweak("pub.id", c, c.param("publication"))
	if p := c.ws.publication(id); p != nil {
		return p
	}
	for _, w := range c.s.workspaces {
		if p := w.publication(id); p != nil && on("pub.foreign", c, p) {
			return p
		}
	}
	return nil
}

// perform runs one operation; the caller holds the lock.
func (c *call) perform() *reply {
	c.now = c.s.now()
	for _, w := range c.s.workspaces {
		w.settle(c.now)
	}
	r := before(c)
	if r == nil {
		r = c.op.do(c)
	}
	after(c, r)
	return r
}

func ok200(body *Obj) *reply { return &reply{status: 200, body: body} }

func fail(status int, reason, text string, detail any) *reply {
	return &reply{status: status, body: O("reason", reason, "error", text, "detail", detail)}
}

func malformed(text string) *reply { return fail(400, "malformed_request", text, nil) }
func publicationNotFound() *reply {
	return fail(404, "publication_not_found", "There is no such publication in this workspace.", nil)
}
func fileNotFound() *reply {
	return fail(404, "file_not_found", "There is no such file in this workspace.", nil)
}

func stamp(t time.Time) string { return t.Format("2006-01-02T15:04:05.000Z") }
func escape(id string) string  { return strings.ReplaceAll(url.QueryEscape(id), "+", "%20") }
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// ---- HTTP

func match(template, path string) (map[string]string, bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	found := map[string]string{}
	for i, t := range want {
		v, err := url.PathUnescape(got[i])
		if err != nil || v == "" && t != "" {
			return nil, false
		}
		if strings.HasPrefix(t, "{") {
			found[t[1:len(t)-1]] = v
		} else if t != v {
			return nil, false
		}
	}
	return found, true
}

func (s *Server) write(w http.ResponseWriter, r *reply) {
	h := w.Header()
	h.Set("Date", s.now().Format(http.TimeFormat))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Presshouse-Request", random(12))
	for k, v := range r.header {
		h[k] = []string{v}
	}
	if r.body != nil {
		h.Set("Content-Type", "application/json; charset=utf-8")
	}
	w.WriteHeader(r.status)
	if r.body != nil {
		w.Write(encode(r.body))
	}
}

func bearer(q *http.Request) string {
	f := strings.Fields(q.Header.Get("Authorization"))
	if len(f) == 2 && strings.EqualFold(f[0], "Bearer") {
		return f[1]
	}
	return ""
}

// admit lets a key through at most 60 times in any 60 seconds.
func (s *Server) admit(c *call, k *Key, now time.Time) (bool, time.Duration) {
	name := tweak("rate.name", c, k.secret)
	recent := s.windows[name][:0]
	for _, t := range s.windows[name] {
		if now.Sub(t) < time.Minute && !t.After(now) {
			recent = append(recent, t)
		}
	}
	s.windows[name] = recent
	if len(recent) >= num("rate.limit", c, rateOfKey) {
		wait := time.Minute
		if len(recent) > 0 {
			wait -= now.Sub(recent[0])
		}
		return false, wait
	}
	c.gap("rate.gap")
	s.windows[name] = append(s.windows[name], now)
	return true, 0
}

func (s *Server) serveAPI(w http.ResponseWriter, q *http.Request) {
	raw, _, _ := strings.Cut(q.RequestURI, "?")
	if !strings.HasPrefix(raw, "/api/v1/") {
		s.serveAgents(w, q, raw)
		return
	}
	body, _ := io.ReadAll(io.LimitReader(q.Body, 1<<20))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.write(w, s.route(q, raw, body))
}

func (s *Server) route(q *http.Request, raw string, body []byte) *reply {
	secret := bearer(q)
	c := &call{s: s, via: "rest", params: map[string]string{}, now: s.now()}
	var allowed []string
	for _, op := range operations {
		if p, ok := match("/api/v1"+op.path, raw); ok {
			if op.method == q.Method {
				c.op, c.params = op, p
			}
			allowed = append(allowed, op.method)
		}
	}
	k := s.keyOf(c, tweak("key.secret", c, secret))
	if k == nil {
		r := fail(num("key.status", c, 401), "key_not_accepted", "A valid API key is needed.", nil)
		r.header = map[string]string{"Www-Authenticate": `Bearer realm="presshouse"`}
		return r
	}
	c.key, c.ws = k, k.ws
	if ok, wait := s.admit(c, k, c.now); !ok {
		r := fail(429, "too_many_requests", "At most 60 requests a minute.", nil)
		r.header = map[string]string{"Retry-After": fmt.Sprint(int(math.Ceil(wait.Seconds())))}
		return r
	}
	if c.op == nil && len(allowed) > 0 {
		r := fail(405, "method_not_served", "This address has no such method.", nil)
		r.header = map[string]string{"Allow": strings.Join(allowed, ", ")}
		return r
	}
	if c.op == nil {
		return fail(404, "address_unknown", "There is nothing at this address.", nil)
	}
	if !k.may(c) {
		return fail(403, "ability_missing", "The key lacks an ability.", O("ability", c.op.ability))
	}
	if c.op.method == "POST" {
		v, ok := parseObject(strings.NewReader(string(body)))
		c.body, c.badBody = v, !ok
	}
	c.params["cursor"] = q.URL.Query().Get("cursor")
	c.params["Idempotency-Key"] = q.Header.Get("Idempotency-Key")
	return c.perform()
}

func (s *Server) keyOf(c *call, secret string) *Key {
	if t := s.tokens[secret]; t != nil && on("key.token", c, t) {
		return &Key{secret, t.ws, []string{"library:read", "library:write", "tools:run"}, false}
	}
	return s.keys[secret]
}

func (k *Key) may(c *call) bool {
	need := tweak("ability.need", c, c.op.ability)
	for _, a := range k.abilities {
		if a == need {
			return true
		}
	}
	return need == ""
}

// ---- account and tools

func getAccount(c *call) *reply {
	w := c.ws
	var plan any
	if !w.unresolved {
		plan = O("code", w.plan.Code, "label", w.plan.Label)
	}
	paid := "no"
	if w.plan.Paid {
		paid = "yes"
	}
	return ok200(O("allowance", O("cycle_ends", stamp(w.cycleEnd(c.now)), "registrations_left", num("account.left", c, w.placesLeft(c.now))),
		"workspace", O("id", w.ID, "display", w.Name), "plan", plan, "paid_work", paid))
}

func getAccountUsage(c *call) *reply {
	w := c.ws
	return ok200(O("metered", O("last_day", num("usage.used", c, w.runsOfDay(c.now)), "ceiling", dailyCeiling, "per_tool_on_one_publication", toolCeiling),
		"publications", O("left", w.placesLeft(c.now))))
}

func listTools(c *call) *reply {
	rows := []any{}
	for _, t := range tools {
		if !t.hidden || on("tool.list", c, t) {
			billing := "free"
			if t.Metered {
				billing = "counted"
			}
			rows = append(rows, O("group", t.Group, "slug", t.Slug, "label", t.Label, "about", t.About, "billing", billing, "effect", t.Effect))
		}
	}
	return ok200(O("catalogue", rows))
}

// ---- uploads

func integer(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	if i, err := n.Int64(); err == nil {
		return i, true
	}
	f, err := n.Float64()
	return int64(f), err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53
}

func quotaExceeded() *reply {
	return fail(422, "publication_quota_exceeded", "The publication allowance of this cycle is spent.", nil)
}

func createUpload(c *call) *reply {
	name, ok := c.body["filename"].(string)
	size, ok2 := integer(c.body["bytes"])
	if !ok || !ok2 || name == "" || size < 1 || c.badBody {
		return malformed("filename and bytes are needed")
	}
	if c.ws.placesLeft(c.now) < num("upload.need", c, 1) {
		return quotaExceeded()
	}
	f := formatOf(tweak("upload.name", c, name))
	if f == nil {
		return fail(422, "format_refused", "Files of this format are not taken.", nil)
	}
	if size > int64(num("upload.max", c, int(f.Max))) {
		return fail(422, "file_too_large", "The file is too large for its format.", O("limit", f.Max))
	}
	id := c.s.newPublicationID(c.now)
	key := c.ws.space + "/in=" + c.now.Format("2006-01") + "/" + ksuid(c.now) + "+original." + f.Ext
	c.ws.reserved[id] = &Reservation{ID: id, Key: key, Filename: name, Size: size, At: c.now}
	grant := random(16)
	link := c.s.sign("PUT", "/press-vault/"+key+"?X-Vault-Note=reserve|"+c.ws.ID+"^1", c.now.Add(duration("upload.life", c, 30*time.Minute)), f.Media, grant)
	return &reply{status: 201, body: O("ticket", O("storage_key", key, "publication", id,
		"send_headers", []any{[]any{"Content-Type", f.Media}, []any{"X-Vault-Grant", grant}}),
		"expires", stamp(c.now.Add(30*time.Minute)), "upload_url", link)}
}

func createPublication(c *call) *reply {
	id, ok1 := c.body["publication_id"].(string)
	key, ok2 := c.body["key"].(string)
	name, ok3 := c.body["original_filename"].(string)
	size, ok4 := integer(c.body["size_bytes"])
	if !ok1 || !ok2 || !ok3 || !ok4 || c.badBody {
		return malformed("publication_id, key, original_filename and size_bytes are needed")
	}
	w := c.ws
	if !strings.HasPrefix(key, tweak("register.space", c, w.space+"/")) {
		return fail(422, "invalid_upload_key", "This key lies outside the workspace.", nil)
	}
	if formatOf(name) == nil {
		return fail(422, "unsupported_format", "Files of this format are not taken.", nil)
	}
	v := w.reserved[id]
	if v != nil && v.Done {
		return fail(409, "already_registered", "This upload is registered already.", O("publication", id))
	}
	data, landed := c.s.objects[key]
	if !landed && !on("register.unlanded", c) {
		return fail(422, "upload_not_found", "No object has landed under this key.", nil)
	}
	if int64(len(data)) != size && !on("register.anysize", c, data, size) {
		return fail(422, "upload_incomplete", "The stored size differs from the declared size.", O("stored", len(data)))
	}
	if v == nil {
		return fail(422, "reservation_unknown", "This publication id is not reserved.", nil)
	}
	if v.Key != key || v.Filename != name || v.Size != size {
		return fail(422, "reservation_differs", "The values are not those of the reservation.", nil)
	}
	if w.placesLeft(c.now) < 1 {
		return quotaExceeded()
	}
	c.gap("register.gap")
	v.Done = true
	for n := num("register.spends", c, 1); n > 0; n-- {
		w.spent = append(w.spent, c.now)
	}
	p := c.s.addPublication(w, id, name, append([]byte{}, data...), c.now)
	return &reply{status: 201, body: O("publication", showPublication(c, p)), header: map[string]string{"Location": "/api/v1/publications/" + escape(id)}}
}

// ---- publications and files

func showPublication(c *call, p *Publication) *Obj {
	original, working, status := O("bytes", nil), O("bytes", nil, "file", nil), "awaiting-file"
	if p.working != nil {
		status = "ready"
		original = O("bytes", len(p.original.bytes))
		working = O("bytes", len(p.working.bytes), "file", p.working.ID)
	}
	medium := map[string]string{"book": "BOOK", "audiobook": "AUDIO"}[p.Type]
	return O("registered_ms", p.Created.UnixMilli(), "ref", p.ID, "heading", orNull(p.Title), "medium", medium, "stage", status, "original", original, "working", working, "shelf", "main")
}

var cursorSecret = []byte("presshouse cursors")

func cursorFor(w *Workspace, seq int) string {
	m := hmac.New(sha256.New, cursorSecret)
	fmt.Fprintf(m, "%s %d", w.ID, seq)
	return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%08x~%s", seq, m.Sum(nil)[:8]))
}

func listPublications(c *call) *reply {
	below, cursor := math.MaxInt, c.param("cursor")
	if cursor != "" {
		data, err := base64.StdEncoding.DecodeString(cursor)
		if err != nil || len(data) < 9 {
			return fail(400, "cursor_not_known", "This cursor was not issued for this list.", nil)
		}
		fmt.Sscanf(string(data[:8]), "%x", &below)
		if cursorFor(c.ws, below) != cursor {
			return fail(400, "cursor_not_known", "This cursor was not issued for this list.", nil)
		}
	}
	size, more := num("page.size", c, pageRows), false
	rows, last := []any{}, 0
	for i := len(c.ws.pubs) - 1; i >= 0; i-- {
		p := c.ws.pubs[i]
		if p.seq >= below {
			continue
		}
		if len(rows) == size {
			more = true
			break
		}
		rows, last = append(rows, showPublication(c, p)), p.seq
	}
	var next any
	if more {
		next = cursorFor(c.ws, num("cursor.seq", c, last))
	}
	return ok200(O("has_more", more, "next_cursor", next, "data", rows))
}

func getPublication(c *call) *reply {
	p := c.publication()
	if p == nil {
		return publicationNotFound()
	}
	return ok200(O("publication", showPublication(c, p)))
}

func showFile(f *File) *Obj {
	origin := "derived"
	if f == f.pub.original {
		origin = "original"
	}
	return O("current", f == f.pub.working, "name", f.Name, "file_id", f.ID, "bytes", len(f.bytes), "origin", origin, "made_by", orNull(f.Tool), "made_at", stamp(f.Created), "digest", digest(f.bytes))
}

func digest(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:8]) }

func listPublicationFiles(c *call) *reply {
	p := c.publication()
	if p == nil {
		return publicationNotFound()
	}
	rows := []any{}
	var current any
	for i := len(p.versions) - 1; i >= 0; i-- {
		if !on("files.skips", c, p.versions[i]) {
			rows = append(rows, showFile(p.versions[i]))
		}
	}
	if p.working != nil {
		current = p.working.ID
	}
	return ok200(O("versions", rows, "current_file_id", current))
}

func getCurrentPublicationFile(c *call) *reply {
	p := c.publication()
	if p == nil {
		return publicationNotFound()
	}
	if p.working == nil {
		return fail(404, "file_not_found", "The publication has no file yet.", nil)
	}
	return ok200(O("version", showFile(p.working)))
}

func downloadFile(c *call) *reply {
	f := c.ws.files[c.param("file")]
	if other := c.s.version(c.param("file")); f == nil && other != nil && on("file.foreign", c, other) {
		f = other
	}
	if f == nil {
		return fileNotFound()
	}
	if c.ws.withheld && !on("download.anyway", c, f) {
		return fail(409, "downloads_unavailable", "Storage cannot issue download links at present.", nil)
	}
	path := "/press-vault/versions/" + tweak("download.file", c, f.ID, f)
	life := duration("download.life", c, 10*time.Minute, f)
	link := c.s.sign("GET", path+"?response-content-disposition=attachment;filename*=UTF-8''"+escape(f.Name)+"&trace=dl|"+random(6)+"^"+f.pub.Type, c.now.Add(life), "", "")
	r := &reply{status: 302, header: map[string]string{"Location": link}}
	if c.via == "mcp" {
		r.body = O("location", link)
	}
	return r
}

func getPublicationReader(c *call) *reply {
	p := c.publication()
	if p == nil {
		return publicationNotFound()
	}
	rows := []any{}
	for _, m := range p.mirrors {
		conversion, pushing := "converted", false
		if c.now.Sub(m.Pushed) < 800*time.Millisecond {
			conversion, pushing = "in-line", true
		}
		rows = append(rows, O("pushing", pushing, "copy", m.Of, "conversion", conversion, "sync_problem", m.Error))
	}
	return ok200(O("reader_store", O("connected", !c.s.readerOff), "copies", rows))
}
