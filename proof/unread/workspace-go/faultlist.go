package main

import (
	"math"
	"slices"
	"strings"
	"time"
)

// the shapes of hooks, to keep the table narrow
type (
	ons       = map[string]func(*call, ...any) bool
	nums      = map[string]func(*call, int) int
	tweaks    = map[string]func(*call, string, ...any) string
	moments   = map[string]func(*Workspace, time.Time, time.Time, ...any) time.Time
	durations = map[string]func(*call, time.Duration, ...any) time.Duration
	befores   = map[string]func(*call) *reply
	afters    = map[string]func(*call, *reply)
)

func always(*call, ...any) bool { return true }
func exactly(v int) func(*call, int) int {
	return func(*call, int) int { return v }
}
func lasting(d time.Duration) func(*call, time.Duration, ...any) time.Duration {
	return func(*call, time.Duration, ...any) time.Duration { return d }
}
func renamed(from, to string) func(*call, *reply) {
	return func(c *call, r *reply) {
		if r.body.Get("reason") == from {
			r.body.Set("reason", to)
		}
	}
}
func status(from, to int) func(*call, *reply) {
	return func(c *call, r *reply) {
		if r.status == from {
			r.status = to
		}
	}
}

// rowsOf gives the publications that a response shows.
func rowsOf(r *reply) []*Obj {
	if p, ok := r.body.Get("publication").(*Obj); ok {
		return []*Obj{p}
	}
	return listed(r.body, "data")
}
func listed(o *Obj, member string) []*Obj {
	out := []*Obj{}
	rows, _ := o.Get(member).([]any)
	for _, v := range rows {
		out = append(out, v.(*Obj))
	}
	return out
}
func without(op string) tweaks {
	return tweaks{"ability.need": func(c *call, v string, _ ...any) string {
		if c.op.name == op {
			return ""
		}
		return v
	}}
}
func noBooks(c *call, r *reply) {
	for _, p := range rowsOf(r) {
		p.Set("medium", "BOOK")
	}
}

var penalties, retriesSeen = map[string]time.Time{}, map[string]int{}

var faults = []*fault{
	// ------------------------------------------------------------------ plain
	{name: "access-bad-key-403", chapter: "access", sentence: "A missing or invalid key is answered 401.",
		num: nums{"key.status": exactly(403)}},
	{name: "access-foreign-403", chapter: "access", sentence: "A publication or file of another workspace is answered 404 publication_not_found or file_not_found, never 403.",
		before: befores{"getPublication": func(c *call) *reply {
			for _, w := range c.s.workspaces {
				if w != c.ws && w.publication(c.param("publication")) != nil {
					return fail(403, "not_yours", "This publication belongs to another workspace.", nil)
				}
			}
			return nil
		}}},
	{name: "access-read-key-reserves", chapter: "access", sentence: "A key lacking one is answered 403 before the operation runs. (createUpload: library:write)", tweak: without("createUpload")},
	{name: "access-tools-for-all", chapter: "access", sentence: "A key lacking one is answered 403 before the operation runs. (listTools: tools:run)", tweak: without("listTools")},
	{name: "access-foreign-file-link", chapter: "access", sentence: "A key can never read or write another workspace's publications; downloadFile: 404 file_not_found, no such file in this workspace.",
		on: ons{"file.foreign": always}},
	{name: "access-error-member-missing", chapter: "access", sentence: "Every failure answers the error envelope {error, reason, detail}; error is a human summary (string).",
		after: afters{"*": func(c *call, r *reply) {
			if r.status == 404 {
				r.body.Del("error")
			}
		}}},
	{name: "access-oauth-on-rest", chapter: "access", sentence: "OAuth is not accepted on this API.", on: ons{"key.token": always}},
	{name: "access-minted-key-without-tools", chapter: "access", sentence: "A new workspace key is granted all three by default.", on: ons{"mint.tools": always}},
	{name: "limits-none", chapter: "limits", sentence: "Request rate: 60 requests per minute per key; 429 rate limit exceeded.", num: nums{"rate.limit": exactly(math.MaxInt)}},
	{name: "limits-forty", chapter: "limits", sentence: "Request rate: 60 requests per minute per key.", num: nums{"rate.limit": exactly(40)}},
	{name: "account-unresolved-zero", chapter: "account", sentence: "When the plan cannot be resolved, the plan is reported as null (never as zero).",
		after: afters{"getAccount": func(c *call, r *reply) {
			if r.body.Get("plan") == nil {
				r.body.Set("plan", 0)
			}
		}}},
	{name: "account-left-stays", chapter: "account", sentence: "Workspace: the remaining publication allowance; spent by registering a publication.",
		num: nums{"account.left": func(c *call, n int) int { return max(n, c.ws.plan.Allowance) }}},
	{name: "account-other-workspace", chapter: "account", sentence: "Workspace (account): the workspace behind the key.",
		after: afters{"getAccount": func(c *call, r *reply) { r.body.Obj("workspace").Set("id", c.s.workspaces[0].ID) }}},
	{name: "usage-counts-nothing", chapter: "usage", sentence: "Usage: the number of metered runs in the last rolling day.", num: nums{"usage.used": exactly(0)}},
	{name: "usage-counts-all-runs", chapter: "usage", sentence: "Usage: the number of metered runs in the last rolling day.",
		num: nums{"usage.used": func(c *call, n int) int {
			for _, r := range c.ws.runs {
				if !r.Tool.Metered && c.now.Sub(r.Created) < day {
					n++
				}
			}
			return n
		}}},
	{name: "tools-held-back-listed", chapter: "tools", sentence: "Tools held back from the public, and tools excluded from the API, never appear.",
		on: ons{"tool.list": func(c *call, a ...any) bool { return a[0].(*Tool).Slug == "voice-studio" }}},
	{name: "tools-metered-shown-free", chapter: "tools", sentence: "Tool: slug, display name, category, description, whether it is metered.",
		after: afters{"listTools": func(c *call, r *reply) {
			for _, t := range listed(r.body, "catalogue") {
				if t.Get("slug") == "check-accessibility" {
					t.Set("billing", "free")
				}
			}
		}}},
	{name: "uploads-200", chapter: "uploads", sentence: "createUpload: 201 reserved id and presigned PUT.", after: afters{"createUpload": status(201, 200)}},
	{name: "uploads-oversize-taken", chapter: "uploads", sentence: "createUpload also answers 422 when the size exceeds the limit for its format.", num: nums{"upload.max": exactly(math.MaxInt)}},
	{name: "uploads-spent-allowance-reserves", chapter: "uploads", sentence: "422 publication_quota_exceeded: createUpload: the workspace spent its publication allowance for the cycle.", num: nums{"upload.need": exactly(0)}},
	{name: "publications-unlanded-taken", chapter: "publications", sentence: "422 upload_not_found: createPublication: the object never landed.",
		on: ons{"register.unlanded": always, "register.anysize": func(c *call, a ...any) bool { return a[0].([]byte) == nil }}},
	{name: "publications-incomplete-taken", chapter: "publications", sentence: "422 upload_incomplete: createPublication: stored size differs from the declared size.", on: ons{"register.anysize": always}},
	{name: "publications-free", chapter: "publications", sentence: "publication registered: allowance spent.", num: nums{"register.spends": exactly(0)}},
	{name: "publications-oldest-first", chapter: "publications", sentence: "Keyset pagination, newest first, 50 per page.",
		after: afters{"listPublications": func(c *call, r *reply) {
			if rows, ok := r.body.Get("data").([]any); ok {
				slices.Reverse(rows)
			}
		}}},
	{name: "publications-forty-a-page", chapter: "publications", sentence: "Keyset pagination, newest first, 50 per page.", num: nums{"page.size": exactly(40)}},
	{name: "publications-audiobook-as-book", chapter: "publications", sentence: "Publication: a book or audiobook in the workspace. It has a type.",
		after: afters{"getPublication": noBooks, "createPublication": noBooks, "listPublications": noBooks}},
	{name: "files-no-current-flag", chapter: "files", sentence: "The working version carries a current flag on its row.",
		after: afters{"listPublicationFiles": func(c *call, r *reply) {
			for _, f := range listed(r.body, "versions") {
				f.Set("current", false)
			}
		}}},
	{name: "files-current-id-of-original", chapter: "files", sentence: "The list also repeats it (the working version) as current_file_id.",
		after: afters{"listPublicationFiles": func(c *call, r *reply) {
			if p := c.publication(); p != nil && p.original != nil && r.status == 200 {
				r.body.Set("current_file_id", p.original.ID)
			}
		}}},
	{name: "files-none-is-no-publication", chapter: "files", sentence: "404 file_not_found: getCurrentPublicationFile: the publication has no file yet.",
		after: afters{"getCurrentPublicationFile": renamed("file_not_found", "publication_not_found")}},
	{name: "downloads-200", chapter: "downloads", sentence: "downloadFile: 302, Location header holds the presigned GET URL.", after: afters{"downloadFile": status(302, 200)}},
	{name: "downloads-always-original", chapter: "downloads", sentence: "downloadFile: {file}: a file version id from the version list; the working version is what a client downloads after a repair.",
		tweak: tweaks{"download.file": func(c *call, v string, a ...any) string { return a[0].(*File).pub.original.ID }}},
	{name: "downloads-withheld-503", chapter: "downloads", sentence: "409 downloads_unavailable: downloadFile: the storage backend cannot mint download links.", after: afters{"downloadFile": status(409, 503)}},
	{name: "runs-start-200", chapter: "runs", sentence: "start run: accepted: answered 202 with the run to poll.", after: afters{"startRun": status(202, 200)}},
	{name: "runs-retry-ignored", chapter: "runs", sentence: "Idempotency-Key: a retry with the same key replays the original run and answers 200 instead of spending a second run.",
		tweak: tweaks{"retry.name": func(c *call, v string, _ ...any) string { return v + random(9) }}},
	{name: "runs-ceiling-ignored", chapter: "runs", sentence: "A metered run past the workspace daily ceiling is refused with reason daily_limit_reached.", num: nums{"daily.ceiling": exactly(math.MaxInt)}},
	{name: "reader-mirror-of-nothing", chapter: "reader", sentence: "A publication that was never pushed has no mirrors.",
		after: afters{"getPublicationReader": func(c *call, r *reply) {
			if rows, ok := r.body.Get("copies").([]any); ok && len(rows) == 0 {
				r.body.Set("copies", []any{O("pushing", false, "copy", "original", "conversion", "none", "sync_problem", nil)})
			}
		}}},
	{name: "reader-always-configured", chapter: "reader", sentence: "The response also tells whether the integration is configured for the deployment at all.",
		after: afters{"getPublicationReader": func(c *call, r *reply) { r.body.Obj("reader_store").Set("connected", true) }}},
	{name: "mcp-scope-ignored", chapter: "mcp", sentence: "That server is authorized by OAuth 2.0 with scope mcp:use.", on: ons{"token.scopeless": always}},
	{name: "mcp-api-key-taken", chapter: "mcp", sentence: "That server is authorized by OAuth 2.0 with scope mcp:use. (An API key is none.)", on: ons{"token.key": always}},
	{name: "mcp-no-tool-for-mirrors", chapter: "mcp", sentence: "Every operation has a matching tool on an agent-protocol server at POST /mcp.",
		on: ons{"mcp.hides": func(c *call, a ...any) bool { return a[0].(*operation).name == "getPublicationReader" }}},

	// ------------------------------------------------------------------ deep: values
	{name: "value-name-beyond-ascii", class: "values", chapter: "publications", sentence: "object landed, POST /api/v1/publications: key inside workspace namespace, stored size equals declared size, format supported, allowance still available: publication registered.",
		before: befores{"createPublication": func(c *call) *reply {
			name, _ := c.body["original_filename"].(string)
			if strings.ContainsFunc(name, func(r rune) bool { return r > 127 }) {
				return fail(422, "reservation_differs", "The values are not those of the reservation.", nil)
			}
			return nil
		}}},
	{name: "value-inner-extension", class: "values", chapter: "uploads", sentence: "createUpload also answers 422 when the file format is unsupported. (name.epub.exe is taken)",
		tweak: tweaks{"upload.name": func(c *call, v string, _ ...any) string {
			for _, f := range formats {
				if formatOf(v) == nil && strings.Contains(strings.ToLower(v), "."+f.Ext+".") {
					return "x." + f.Ext
				}
			}
			return v
		}}},
	{name: "value-size-wraps", class: "values", chapter: "uploads", sentence: "createUpload also answers 422 when the size exceeds the limit for its format. (sizes are cut to 32 bits)",
		num: nums{"upload.max": func(c *call, n int) int {
			if size, _ := integer(c.body["bytes"]); int64(int32(size)) <= int64(n) && size > math.MaxInt32 {
				return math.MaxInt
			}
			return n
		}}},
	{name: "value-one-byte-missing", class: "values", chapter: "publications", sentence: "422 upload_incomplete: stored size differs from the declared size. (one byte too few is taken)",
		on: ons{"register.anysize": func(c *call, a ...any) bool { return a[1].(int64)-int64(len(a[0].([]byte))) == 1 }}},
	{name: "value-empty-object", class: "values", chapter: "publications", sentence: "422 upload_incomplete: stored size differs from the declared size. (an object of no bytes has landed, and is answered upload_not_found)",
		on: ons{"vault.loses": func(c *call, a ...any) bool { return len(a[1].([]byte)) == 0 }}},
	{name: "value-long-retry-key", class: "values", chapter: "runs", sentence: "a retry with the same key replays the original run (keys that differ behind 40 characters count as the same).",
		tweak: tweaks{"retry.name": func(c *call, v string, _ ...any) string { return v[:min(40, len(v))] }}},
	{name: "value-key-in-other-case", class: "values", chapter: "access", sentence: "A missing or invalid key is answered 401. (letters of other case are taken)",
		tweak: tweaks{"key.secret": func(c *call, v string, _ ...any) string {
			for secret := range c.s.keys {
				if strings.EqualFold(secret, v) {
					return secret
				}
			}
			return v
		}}},
	{name: "value-neighbour-namespace", class: "values", chapter: "publications", sentence: "422 invalid_upload_key: createPublication: key outside this workspace's namespace. (t/kelp7x/... counts as inside of t/kelp7)",
		tweak: tweaks{"register.space": func(c *call, v string, _ ...any) string { return strings.TrimSuffix(v, "/") }}},

	// ------------------------------------------------------------------ deep: combinations
	{name: "combi-derived-replaces-repaired", class: "combinations", chapter: "files", sentence: "Tool: whether a run replaces the publication's working file. (a deriving tool behind a replacing one replaces it)",
		on: ons{"run.replaces": func(c *call, a ...any) bool {
			r := a[0].(*Run)
			return r.Tool.Effect == "derive" && r.Pub.working != r.Pub.original
		}}},
	{name: "combi-report-of-rejected-repair", class: "combinations", chapter: "runs", sentence: "Run: a report that is readable once the run has succeeded. (a rejected run of a replacing tool has one)",
		on: ons{"report.early": func(c *call, a ...any) bool {
			r := a[0].(*Run)
			return r.settled && r.Ending == "rejected" && r.Tool.Effect == "replace"
		}}},
	{name: "combi-retry-at-ceiling", class: "combinations", chapter: "runs", sentence: "a retry with the same key replays the original run and answers 200 (at the daily ceiling it is refused).",
		before: befores{"startRun": func(c *call) *reply {
			if r := c.ws.retries[c.param("Idempotency-Key")]; r != nil && r.Tool.Metered && c.ws.runsOfDay(c.now) >= dailyCeiling {
				return fail(409, "daily_limit_reached", "The workspace has used up its metered runs of the day.", nil)
			}
			return nil
		}}},
	{name: "combi-keys-share-minute", class: "combinations", chapter: "limits", sentence: "Request rate: 60 requests per minute per key. (the keys of a workspace share a minute)",
		tweak: tweaks{"rate.name": func(c *call, v string, _ ...any) string { return c.ws.ID }}},
	{name: "combi-withheld-derived-link", class: "combinations", chapter: "downloads", sentence: "409 downloads_unavailable: the storage backend cannot mint download links. (of versions that tools made it gives links)",
		on: ons{"download.anyway": func(c *call, a ...any) bool { f := a[0].(*File); return f != f.pub.original }}},
	{name: "combi-retry-key-of-neighbour", class: "combinations", chapter: "runs", sentence: "A key can never read or write another workspace's publications. (an Idempotency-Key replays the run of another workspace)",
		before: befores{"startRun": func(c *call) *reply {
			for _, w := range c.s.workspaces {
				if r := w.retries[c.param("Idempotency-Key")]; r != nil && w != c.ws {
					return ok200(O("run", showRun(c, r), "replayed", true))
				}
			}
			return nil
		}}},
	{name: "combi-tool-limit-over-publications", class: "combinations", chapter: "runs", sentence: "Per-tool per-publication limit: counted per publication. (runs of the tool on other publications count, too)",
		on: ons{"toolcount.adds": func(c *call, a ...any) bool { r := a[0].(*Run); return r.Tool == a[1] && r.Pub != a[2] }}},
	{name: "combi-tool-limit-over-tools", class: "combinations", chapter: "runs", sentence: "Per-tool per-publication limit. (runs of other metered tools on the publication count, too)",
		on: ons{"toolcount.adds": func(c *call, a ...any) bool {
			r := a[0].(*Run)
			return r.Tool != a[1] && r.Tool.Metered && r.Pub == a[2]
		}}},

	// ------------------------------------------------------------------ deep: depth
	{name: "depth-third-page-misses-row", class: "depth", chapter: "publications", sentence: "Repeat with next_cursor until has_more is false. (from the second page on, a row is lost between two pages)",
		num: nums{"cursor.seq": func(c *call, n int) int {
			if c.param("cursor") != "" {
				return n - 1
			}
			return n
		}}},
	{name: "depth-list-ends-at-150", class: "depth", chapter: "publications", sentence: "Repeat with next_cursor until has_more is false. (has_more is false behind 150 rows, although there are more)",
		after: afters{"listPublications": func(c *call, r *reply) {
			rows, before := rowsOf(r), 0
			if len(rows) == 0 {
				return
			}
			for _, p := range c.ws.pubs {
				if p.seq >= c.ws.publication(rows[len(rows)-1].Get("ref").(string)).seq {
					before++
				}
			}
			if before >= 150 {
				r.body.Set("has_more", false).Set("next_cursor", nil)
			}
		}}},
	{name: "depth-second-repair-not-current", class: "depth", chapter: "files", sentence: "The working version, which is what a client downloads after a repair, carries a current flag. (the second replacing run replaces nothing)",
		on: ons{"run.keeps-working": func(c *call, a ...any) bool { return a[0].(*Run).Pub.working != a[0].(*Run).Pub.original }}},
	{name: "depth-sixth-version-hides-third", class: "depth", chapter: "files", sentence: "File version: the immutable original plus every file a tool derived from it.",
		on: ons{"files.skips": func(c *call, a ...any) bool {
			f := a[0].(*File)
			return len(f.pub.versions) > 5 && f == f.pub.versions[2] && f != f.pub.working
		}}},
	{name: "depth-seventh-run-hides-first", class: "depth", chapter: "runs", sentence: "Clients learn of run completion by polling the run. (only the last six runs of a publication can be read)",
		before: befores{"readRun": oldRuns, "readReport": oldRuns}},
	{name: "depth-third-retry-starts", class: "depth", chapter: "runs", sentence: "a retry with the same key replays the original run instead of spending a second run. (the third request with the key starts one)",
		tweak: tweaks{"retry.name": func(c *call, v string, _ ...any) string {
			if retriesSeen[c.ws.ID+v]++; v != "" && retriesSeen[c.ws.ID+v] == 3 {
				return v + " again"
			}
			return v
		}}},
	{name: "depth-fifth-registration-free", class: "depth", chapter: "usage", sentence: "publication registered: allowance spent. (each fifth one of a workspace spends nothing)",
		num: nums{"register.spends": func(c *call, n int) int {
			done := 0
			for _, v := range c.ws.reserved {
				if v.Done {
					done++
				}
			}
			if done%5 == 0 {
				return 0
			}
			return n
		}}},
	{name: "depth-fourth-version-alters-original", class: "depth", chapter: "files", sentence: "File version: the immutable original. (it is a byte longer as soon as there are four versions)",
		on: ons{"run.alters-original": func(c *call, a ...any) bool { return len(a[0].(*Run).Pub.versions) == 4 }}},

	// ------------------------------------------------------------------ deep: time
	{name: "time-upload-link-28-minutes", class: "time", chapter: "uploads", sentence: "Presigned upload URL validity: 30 minutes.", duration: durations{"upload.life": lasting(28 * time.Minute)}},
	{name: "time-download-link-12-minutes", class: "time", chapter: "downloads", sentence: "Presigned download URL validity: 10 minutes.", duration: durations{"download.life": lasting(12 * time.Minute)}},
	{name: "time-day-from-midnight", class: "time", chapter: "usage", sentence: "Usage: the number of metered runs in the last rolling day. (it counts since midnight)",
		moment: moments{"day.start": func(w *Workspace, now, t time.Time, _ ...any) time.Time { return now.Truncate(day).Add(-1) }}},
	{name: "time-cycle-never-ends", class: "time", chapter: "account", sentence: "Publication allowance: per plan, per cycle. (what was spent in an earlier cycle stays spent)",
		moment: moments{"cycle.start": func(w *Workspace, now, t time.Time, _ ...any) time.Time { return time.Time{} }}},
	{name: "time-penalty-after-429", class: "time", chapter: "limits", sentence: "Request rate: 60 requests per minute per key. (who exceeds it is refused for three minutes)",
		num: nums{"rate.limit": func(c *call, n int) int {
			name := c.key.secret
			if c.now.Before(penalties[name]) && c.now.After(penalties[name].Add(-3*time.Minute)) {
				return 0
			}
			if len(c.s.windows[name]) >= n {
				penalties[name] = c.now.Add(3 * time.Minute)
			}
			return n
		}}},
	{name: "time-retry-key-forgotten", class: "time", chapter: "runs", sentence: "a retry with the same key replays the original run. (after 15 minutes it starts another one)",
		tweak: tweaks{"retry.name": func(c *call, v string, _ ...any) string {
			if r := c.ws.retries[v]; r != nil && c.now.Sub(r.Created) > 15*time.Minute {
				return v + " of " + stamp(c.now)
			}
			return v
		}}},

	// ------------------------------------------------------------------ deep: races
	{name: "race-registrations-pass-allowance", class: "races", chapter: "publications", sentence: "The allowance is checked again, so parallel registrations cannot pass the limit.", gap: "register.gap"},
	{name: "race-retries-start-twice", class: "races", chapter: "runs", sentence: "a retry with the same key replays the original run instead of spending a second run. (two at once start two)", gap: "retry.gap"},
	{name: "race-runs-pass-ceiling", class: "races", chapter: "runs", sentence: "A metered run past the workspace daily ceiling is refused with reason daily_limit_reached. (parallel ones pass)", gap: "daily.gap"},
	{name: "race-requests-pass-minute", class: "races", chapter: "limits", sentence: "Request rate: 60 requests per minute per key. (parallel ones pass)", gap: "rate.gap"},

	// ------------------------------------------------------------------ deep: representations
	{name: "form-mcp-files-of-neighbour", class: "representations", chapter: "mcp", sentence: "Every operation has a matching tool, with the same tenancy. (publication_files shows those of another workspace)",
		on: ons{"pub.foreign": func(c *call, _ ...any) bool { return c.via == "mcp" && c.op.name == "listPublicationFiles" }}},
	{name: "form-mcp-runs-uncounted", class: "representations", chapter: "mcp", sentence: "Every operation has a matching tool, with the same quotas. (metered runs that agents start do not count)",
		on: ons{"day.skips": func(c *call, a ...any) bool { return a[0].(*Run).via == "mcp" }}},
	{name: "form-mcp-other-reason", class: "representations", chapter: "mcp", sentence: "Every operation has a matching tool, with the same reason strings. (daily_limit_reached is quota_reached for agents)",
		tweak: tweaks{"daily.reason": func(c *call, v string, _ ...any) string {
			if c.via == "mcp" {
				return "quota_reached"
			}
			return v
		}}},
	{name: "form-id-with-tail", class: "representations", chapter: "publications", sentence: "404 publication_not_found: no such publication in this workspace. (an id with further characters finds one)",
		tweak: tweaks{"pub.id": func(c *call, v string, _ ...any) string {
			for _, p := range c.ws.pubs {
				if strings.HasPrefix(v, p.ID) {
					return p.ID
				}
			}
			return v
		}}},
	{name: "form-mcp-retry-ignored", class: "representations", chapter: "mcp", sentence: "Every operation has a matching tool; a retry with the same key replays the original run. (not for agents)",
		tweak: tweaks{"retry.name": func(c *call, v string, _ ...any) string {
			if c.via == "mcp" {
				return v + random(9)
			}
			return v
		}}},
	{name: "form-list-shows-original", class: "representations", chapter: "publications", sentence: "Publication: the id and size of the working file. (the list shows those of the original, getPublication those of the working version)",
		after: afters{"listPublications": func(c *call, r *reply) {
			for _, row := range rowsOf(r) {
				if p := c.ws.publication(row.Get("ref").(string)); p.original != nil {
					row.Set("working", O("bytes", len(p.original.bytes), "file", p.original.ID))
				}
			}
		}}},
}

func oldRuns(c *call) *reply {
	if r := c.run(); r != nil && r.N <= len(r.Pub.runs)-6 {
		return fail(404, "run_not_found", "There is no such run in this workspace.", nil)
	}
	return nil
}

func init() {
	for _, f := range faults {
		if f.kind = "deep"; f.class == "" {
			f.kind, f.class = "plain", "-"
		}
	}
}
