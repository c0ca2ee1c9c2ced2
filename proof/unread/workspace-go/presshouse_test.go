package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

const full, other, readKey, writeKey, toolsKey, second = "ph_live_kelp_full_4Tz9", "ph_live_kelp_other_8Qm1", "ph_live_kelp_read_3Vb6", "ph_live_kelp_write_5Nc2", "ph_live_kelp_tools_9Ld7", "ph_live_moor_full_6Xk0"

func TestMain(m *testing.M) {
	for _, n := range []string{"FULL", "OTHER", "READ", "WRITE", "TOOLS", "SECOND"} {
		os.Unsetenv("PH_KEY_" + n)
	}
	os.Unsetenv("PH_SECRET_KELP")
	os.Unsetenv("PH_SECRET_MOOR")
	m.Run()
}

type J = map[string]any

type answer struct {
	status int
	body   J
	header http.Header
	raw    []byte
}

func (a answer) at(path ...string) any {
	var v any = a.body
	for _, p := range path {
		m, _ := v.(J)
		v = m[p]
	}
	return v
}
func (a answer) reason() any { return a.body["reason"] }
func (a answer) list(path ...string) []any {
	l, _ := a.at(path...).([]any)
	return l
}

type bench struct{ s *Server }

func newBench(names ...string) *bench {
	active = nil
	penalties, retriesSeen = map[string]time.Time{}, map[string]int{}
	if err := activate(names); err != nil {
		panic(err)
	}
	s := &Server{api: "http://api.test", vault: "http://vault.test"}
	s.credentials()
	s.seed()
	return &bench{s}
}

func send(h http.HandlerFunc, method, target string, headers map[string]string, body []byte) answer {
	q := httptest.NewRequest(method, "http://x/", bytes.NewReader(body))
	q.RequestURI = target
	q.URL, _ = url.ParseRequestURI(target)
	for k, v := range headers {
		q.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	h(w, q)
	data, _ := io.ReadAll(w.Result().Body)
	a := answer{status: w.Code, header: w.Header(), raw: data}
	if strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
		data = data[bytes.Index(data, []byte("data: "))+6:]
	}
	json.Unmarshal(data, &a.body)
	return a
}

func (b *bench) do(key, method, path string, body any, headers ...string) answer {
	h := map[string]string{"Authorization": "Bearer " + key}
	for i := 0; i+1 < len(headers); i += 2 {
		h[headers[i]] = headers[i+1]
	}
	var data []byte
	if body != nil {
		data, _ = json.Marshal(body)
	}
	return send(b.s.serveAPI, method, "/api/v1"+path, h, data)
}
func (b *bench) get(key, path string) answer { return b.do(key, "GET", path, nil) }
func (b *bench) hook(verb string, pairs ...any) answer {
	j := J{"verb": verb, "role": "full"}
	for i := 0; i+1 < len(pairs); i += 2 {
		j[pairs[i].(string)] = pairs[i+1]
	}
	data, _ := json.Marshal(j)
	q := httptest.NewRequest("POST", "http://x/hook", bytes.NewReader(data))
	w := httptest.NewRecorder()
	b.s.serveControl(w, q)
	a := answer{status: w.Code, raw: w.Body.Bytes()}
	json.Unmarshal(a.raw, &a.body)
	return a
}
func (b *bench) wait(d time.Duration) { b.hook("advance", "ms", d.Milliseconds()) }

func (b *bench) reserve(key, name string, size any) answer {
	return b.do(key, "POST", "/uploads", J{"filename": name, "bytes": size})
}
func (b *bench) vault(method, link string, headers map[string]string, data []byte) answer {
	return send(b.s.serveVault, method, strings.TrimPrefix(link, "http://vault.test"), headers, data)
}
func (b *bench) put(a answer, data []byte) answer {
	h := map[string]string{}
	for _, p := range a.list("ticket", "send_headers") {
		h[p.([]any)[0].(string)] = p.([]any)[1].(string)
	}
	link, _ := a.body["upload_url"].(string)
	return b.vault("PUT", link, h, data)
}
func (b *bench) registerBody(a answer, name string, size any) J {
	return J{"publication_id": a.at("ticket", "publication"), "key": a.at("ticket", "storage_key"), "original_filename": name, "size_bytes": size}
}
func (b *bench) upload(key, name string, data string, declared int) answer {
	a := b.reserve(key, name, declared)
	b.put(a, []byte(data))
	return b.do(key, "POST", "/publications", b.registerBody(a, name, declared))
}
func (b *bench) book(key string) string {
	a := b.upload(key, "A book.epub", "bytes of a book", 15)
	if a.status != 201 {
		panic(fmt.Sprint("no book: ", a.status, a.body))
	}
	return a.at("publication", "ref").(string)
}
func pubPath(id string) string { return "/publications/" + escape(id) }
func (b *bench) start(key, pub, tool string, retry ...string) answer {
	if len(retry) > 0 {
		return b.do(key, "POST", pubPath(pub)+"/runs", J{"tool": tool}, "Idempotency-Key", retry[0])
	}
	return b.do(key, "POST", pubPath(pub)+"/runs", J{"tool": tool})
}
func (b *bench) runTool(pub, tool string) string {
	a := b.start(full, pub, tool)
	b.wait(2 * time.Second)
	return pubPath(pub) + "/runs/" + fmt.Sprint(a.at("run", "number"))
}
func (b *bench) used(key string) float64 {
	return b.get(key, "/account/usage").at("metered", "last_day").(float64)
}
func (b *bench) left() float64 {
	return b.get(full, "/account").at("allowance", "registrations_left").(float64)
}

func (b *bench) token(scope, client, secret string) string {
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {client}, "client_secret": {secret}, "scope": {scope}}
	a := send(b.s.serveAPI, "POST", "/oauth/token", nil, []byte(form.Encode()))
	t, _ := a.body["access_token"].(string)
	return t
}
func (b *bench) agent() string { return b.token("mcp:use", "presscheck-kelp", "kelp-secret-b7f1c0d2") }
func (b *bench) rpc(token, session, method string, params any) answer {
	data, _ := json.Marshal(J{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	return send(b.s.serveAPI, "POST", "/mcp", map[string]string{"Authorization": "Bearer " + token, "Mcp-Session-Id": session, "Accept": "application/json, text/event-stream"}, data)
}
func (b *bench) tool(name string, args J) answer {
	t := b.agent()
	i := b.rpc(t, "", "initialize", J{"protocolVersion": "2025-06-18"})
	a := b.rpc(t, i.header.Get("Mcp-Session-Id"), "tools/call", J{"name": name, "arguments": args})
	out, _ := a.at("result", "structuredContent").(J)
	return answer{status: a.status, body: out, raw: a.raw}
}
func (b *bench) download(key, file string) (answer, answer) {
	a := b.get(key, "/files/"+file+"/download")
	l := a.header.Get("Location")
	if l == "" {
		return a, answer{}
	}
	return a, b.vault("GET", l, nil, nil)
}
func (b *bench) files(pub string) []any { return b.get(full, pubPath(pub)+"/files").list("versions") }
func (b *bench) originalID(pub string) string {
	f := b.files(pub)
	return f[len(f)-1].(J)["file_id"].(string)
}
func (b *bench) pages() (rows []any, pages []int) {
	cursor := ""
	for {
		a := b.get(full, "/publications?cursor="+url.QueryEscape(cursor))
		rows, pages = append(rows, a.list("data")...), append(pages, len(a.list("data")))
		if a.body["has_more"] != true {
			return
		}
		cursor = a.body["next_cursor"].(string)
	}
}
func together(n int, f func(int) answer) (out []answer) {
	out = make([]answer, n)
	var w sync.WaitGroup
	for i := range n {
		w.Add(1)
		go func() { defer w.Done(); out[i] = f(i) }()
	}
	w.Wait()
	return
}
func count(as []answer, status int) (n int) {
	for _, a := range as {
		if a.status == status {
			n++
		}
	}
	return
}
func burst(b *bench, key string, n int) int {
	c := 0
	for range n {
		if b.get(key, "/account").status == 200 {
			c++
		}
	}
	return c
}

// probes tell whether the server behaves as documented where the fault would show.
var probes = map[string]func(b *bench) bool{
	"access-bad-key-403":              func(b *bench) bool { return b.get("nope", "/account").status == 401 },
	"access-foreign-403":              func(b *bench) bool { return b.get(second, pubPath(b.book(full))).status == 404 },
	"access-read-key-reserves":        func(b *bench) bool { return b.reserve(readKey, "a.epub", 3).status == 403 },
	"access-tools-for-all":            func(b *bench) bool { return b.get(readKey, "/tools").status == 403 },
	"access-foreign-file-link":        func(b *bench) bool { a, _ := b.download(second, b.originalID(b.book(full))); return a.status == 404 },
	"access-error-member-missing":     func(b *bench) bool { return b.get(full, "/publications/x").body["error"] != nil },
	"access-oauth-on-rest":            func(b *bench) bool { return b.get(b.agent(), "/account").status == 401 },
	"access-minted-key-without-tools": func(b *bench) bool { return b.get(b.hook("mint-key").body["key"].(string), "/tools").status == 200 },
	"limits-none":                     func(b *bench) bool { return burst(b, full, 70) == 60 },
	"limits-forty":                    func(b *bench) bool { return burst(b, full, 70) == 60 },
	"account-unresolved-zero": func(b *bench) bool {
		b.hook("unresolve-plan", "unresolved", true)
		v, ok := b.get(full, "/account").body["plan"]
		return ok && v == nil
	},
	"account-left-stays":       func(b *bench) bool { n := b.left(); b.book(full); return b.left() == n-1 },
	"account-other-workspace":  func(b *bench) bool { return b.get(second, "/account").at("workspace", "id") == "wsp-moor-2" },
	"usage-counts-nothing":     func(b *bench) bool { b.start(full, b.book(full), "write-blurb"); return b.used(full) == 1 },
	"usage-counts-all-runs":    func(b *bench) bool { b.start(full, b.book(full), "read-metadata"); return b.used(full) == 0 },
	"tools-held-back-listed":   func(b *bench) bool { return !bytes.Contains(b.get(full, "/tools").raw, []byte("voice-studio")) },
	"tools-metered-shown-free": func(b *bench) bool { return b.get(full, "/tools").list("catalogue")[1].(J)["billing"] == "counted" },
	"uploads-200":              func(b *bench) bool { return b.reserve(full, "a.epub", 3).status == 201 },
	"uploads-oversize-taken":   func(b *bench) bool { return b.reserve(full, "a.docx", 104857601).status == 422 },
	"uploads-spent-allowance-reserves": func(b *bench) bool {
		b.hook("leave-places", "places", 0)
		return b.reserve(full, "a.epub", 3).reason() == "publication_quota_exceeded"
	},
	"publications-unlanded-taken": func(b *bench) bool {
		a := b.reserve(full, "a.epub", 3)
		return b.do(full, "POST", "/publications", b.registerBody(a, "a.epub", 3)).reason() == "upload_not_found"
	},
	"publications-incomplete-taken": func(b *bench) bool { return b.upload(full, "a.epub", "abc", 9).reason() == "upload_incomplete" },
	"publications-free":             func(b *bench) bool { n := b.left(); b.book(full); return b.left() == n-1 },
	"publications-oldest-first": func(b *bench) bool {
		id := b.book(full)
		return b.get(full, "/publications").list("data")[0].(J)["ref"] == id
	},
	"publications-forty-a-page":      func(b *bench) bool { b.hook("seed-publications", "count", 60); _, p := b.pages(); return p[0] == 50 },
	"publications-audiobook-as-book": func(b *bench) bool { return b.upload(full, "a.m4b", "abc", 3).at("publication", "medium") == "AUDIO" },
	"files-no-current-flag":          func(b *bench) bool { return b.files(b.book(full))[0].(J)["current"] == true },
	"files-current-id-of-original": func(b *bench) bool {
		id := b.book(full)
		b.runTool(id, "mend-accessibility")
		a := b.get(full, pubPath(id)+"/files")
		return a.list("versions")[0].(J)["file_id"] == a.body["current_file_id"] && a.list("versions")[0].(J)["current"] == true
	},
	"files-none-is-no-publication": func(b *bench) bool {
		id := b.hook("seed-empty-publication").list("publications")[0].(string)
		return b.get(full, pubPath(id)+"/files/current").reason() == "file_not_found"
	},
	"downloads-200": func(b *bench) bool {
		a, d := b.download(full, b.originalID(b.book(full)))
		return a.status == 302 && string(d.raw) == "bytes of a book"
	},
	"downloads-always-original": func(b *bench) bool {
		id := b.book(full)
		b.runTool(id, "mend-accessibility")
		f := b.files(id)[0].(J)
		_, d := b.download(full, f["file_id"].(string))
		return float64(len(d.raw)) == f["bytes"]
	},
	"downloads-withheld-503": func(b *bench) bool {
		f := b.originalID(b.book(full))
		b.hook("withhold-downloads", "withheld", true)
		a, _ := b.download(full, f)
		return a.status == 409 && a.reason() == "downloads_unavailable"
	},
	"runs-start-200":     func(b *bench) bool { return b.start(full, b.book(full), "check-structure").status == 202 },
	"runs-retry-ignored": retryReplays,
	"runs-ceiling-ignored": func(b *bench) bool {
		id := b.book(full)
		b.hook("leave-runs", "runs", 0)
		return b.start(full, id, "write-blurb").reason() == "daily_limit_reached"
	},
	"reader-mirror-of-nothing": func(b *bench) bool { return len(b.get(full, pubPath(b.book(full))+"/reader").list("copies")) == 0 },
	"reader-always-configured": func(b *bench) bool {
		b.hook("configure-reader", "configured", false)
		return b.get(full, pubPath(b.book(full))+"/reader").at("reader_store", "connected") == false
	},
	"mcp-scope-ignored": func(b *bench) bool {
		return b.rpc(b.token("profile:read", "presscheck-kelp", "kelp-secret-b7f1c0d2"), "", "initialize", J{}).status == 403
	},
	"mcp-api-key-taken": func(b *bench) bool { return b.rpc(full, "", "initialize", J{}).status == 401 },
	"mcp-no-tool-for-mirrors": func(b *bench) bool {
		return b.tool("reader_mirrors", J{"publication_ref": b.book(full)}).body["copies"] != nil
	},

	"value-name-beyond-ascii": func(b *bench) bool { return b.upload(full, "Pêche à pied.epub", "abc", 3).status == 201 },
	"value-inner-extension":   func(b *bench) bool { return b.reserve(full, "a.epub.exe", 3).status == 422 },
	"value-size-wraps":        func(b *bench) bool { return b.reserve(full, "a.epub", 9007199254740991).status == 422 },
	"value-one-byte-missing":  func(b *bench) bool { return b.upload(full, "a.epub", "abc", 4).reason() == "upload_incomplete" },
	"value-empty-object":      func(b *bench) bool { return b.upload(full, "a.epub", "", 4).reason() == "upload_incomplete" },
	"value-long-retry-key": func(b *bench) bool {
		id, k := b.book(full), strings.Repeat("k", 50)
		return b.start(full, id, "read-metadata", k+"1").status == 202 && b.start(full, id, "read-metadata", k+"2").status == 202
	},
	"value-key-in-other-case": func(b *bench) bool { return b.get(strings.ToUpper(full), "/account").status == 401 },
	"value-neighbour-namespace": func(b *bench) bool {
		a := b.reserve(full, "a.epub", 3)
		j := b.registerBody(a, "a.epub", 3)
		j["key"] = strings.Replace(j["key"].(string), "t/kelp7", "t/kelp7x", 1)
		return b.do(full, "POST", "/publications", j).reason() == "invalid_upload_key"
	},

	"combi-derived-replaces-repaired": func(b *bench) bool {
		id := b.book(full)
		b.runTool(id, "mend-accessibility")
		b.runTool(id, "to-text")
		return b.get(full, pubPath(id)+"/files/current").at("version", "made_by") == "mend-accessibility"
	},
	"combi-report-of-rejected-repair": func(b *bench) bool {
		id := b.book(full)
		b.hook("end-runs", "as", []string{"rejected"})
		r := b.runTool(id, "mend-accessibility")
		return b.get(full, r).at("run", "phase") == "rejected" && b.get(full, r+"/report").status == 409
	},
	"combi-retry-at-ceiling": func(b *bench) bool {
		id := b.book(full)
		b.start(full, id, "write-blurb", "k1")
		b.hook("leave-runs", "runs", 0)
		return b.start(full, id, "write-blurb", "k1").status == 200
	},
	"combi-keys-share-minute": func(b *bench) bool { burst(b, full, 60); return b.get(other, "/account").status == 200 },
	"combi-withheld-derived-link": func(b *bench) bool {
		id := b.book(full)
		b.runTool(id, "to-text")
		f := b.files(id)[0].(J)["file_id"].(string)
		b.hook("withhold-downloads", "withheld", true)
		a, _ := b.download(full, f)
		return a.status == 409
	},
	"combi-retry-key-of-neighbour": func(b *bench) bool {
		b.start(full, b.book(full), "read-metadata", "same")
		return b.start(second, b.book(second), "read-metadata", "same").status == 202
	},
	"combi-tool-limit-over-publications": func(b *bench) bool {
		id, two := b.book(full), b.book(full)
		for range 4 {
			b.start(full, id, "write-blurb")
		}
		return b.start(full, id, "write-blurb").reason() == "tool_limit_reached" && b.start(full, two, "write-blurb").status == 202
	},
	"combi-tool-limit-over-tools": func(b *bench) bool {
		id := b.book(full)
		for range 4 {
			b.start(full, id, "write-blurb")
		}
		return b.start(full, id, "check-accessibility").status == 202
	},

	"depth-third-page-misses-row": func(b *bench) bool {
		b.hook("seed-publications", "count", 160)
		r, _ := b.pages()
		return len(r) == 163
	},
	"depth-list-ends-at-150": func(b *bench) bool {
		b.hook("seed-publications", "count", 160)
		r, _ := b.pages()
		return len(r) == 163
	},
	"depth-second-repair-not-current": func(b *bench) bool {
		id := b.book(full)
		b.runTool(id, "mend-accessibility")
		b.runTool(id, "embed-metadata")
		return b.get(full, pubPath(id)+"/files/current").at("version", "made_by") == "embed-metadata"
	},
	"depth-sixth-version-hides-third": func(b *bench) bool {
		id := b.book(full)
		for range 5 {
			b.runTool(id, "to-text")
		}
		return len(b.files(id)) == 6
	},
	"depth-seventh-run-hides-first": func(b *bench) bool {
		id := b.book(full)
		r := b.runTool(id, "read-metadata")
		for range 6 {
			b.runTool(id, "read-metadata")
		}
		return b.get(full, r).status == 200
	},
	"depth-third-retry-starts": func(b *bench) bool {
		id := b.book(full)
		a := b.start(full, id, "read-metadata", "k")
		for range 3 {
			if c := b.start(full, id, "read-metadata", "k"); c.status != 200 || c.at("run", "number") != a.at("run", "number") {
				return false
			}
		}
		return true
	},
	"depth-fifth-registration-free": func(b *bench) bool {
		n := b.left()
		for range 6 {
			b.book(full)
		}
		return b.left() == n-6
	},
	"depth-fourth-version-alters-original": func(b *bench) bool {
		id := b.book(full)
		for range 4 {
			b.runTool(id, "to-text")
		}
		_, d := b.download(full, b.originalID(id))
		return string(d.raw) == "bytes of a book"
	},

	"time-upload-link-28-minutes": func(b *bench) bool {
		a := b.reserve(full, "a.epub", 3)
		b.wait(29*time.Minute + 30*time.Second)
		ok := b.put(a, []byte("abc")).status == 200
		b.wait(time.Minute)
		return ok && b.put(a, []byte("abc")).status == 403
	},
	"time-download-link-12-minutes": func(b *bench) bool {
		l := b.get(full, "/files/"+b.originalID(b.book(full))+"/download").header.Get("Location")
		b.wait(10*time.Minute - 5*time.Second)
		ok := b.vault("GET", l, nil, nil).status == 200
		b.wait(20 * time.Second)
		return ok && b.vault("GET", l, nil, nil).status == 403
	},
	"time-day-from-midnight": func(b *bench) bool {
		now := b.s.now()
		b.wait(now.Truncate(day).Add(day - time.Hour).Sub(now)) // 23:00
		b.start(full, b.book(full), "write-blurb")
		b.wait(2 * time.Hour)
		one := b.used(full)
		b.wait(23 * time.Hour)
		return one == 1 && b.used(full) == 0
	},
	"time-cycle-never-ends": func(b *bench) bool {
		n := b.left()
		b.book(full)
		b.wait(32 * day)
		return b.left() == n
	},
	"time-penalty-after-429": func(b *bench) bool {
		burst(b, full, 62)
		b.wait(61 * time.Second)
		return b.get(full, "/account").status == 200
	},
	"time-retry-key-forgotten": func(b *bench) bool {
		id := b.book(full)
		b.start(full, id, "read-metadata", "k")
		b.wait(20 * time.Minute)
		return b.start(full, id, "read-metadata", "k").status == 200
	},

	"race-registrations-pass-allowance": func(b *bench) bool {
		bodies := []J{}
		for range 4 {
			a := b.reserve(full, "a.epub", 3)
			b.put(a, []byte("abc"))
			bodies = append(bodies, b.registerBody(a, "a.epub", 3))
		}
		b.hook("leave-places", "places", 1)
		return count(together(4, func(i int) answer { return b.do(full, "POST", "/publications", bodies[i]) }), 201) == 1
	},
	"race-retries-start-twice": func(b *bench) bool {
		id := b.book(full)
		return count(together(4, func(i int) answer { return b.start(full, id, "read-metadata", "k") }), 202) == 1
	},
	"race-runs-pass-ceiling": func(b *bench) bool {
		id := b.book(full)
		b.hook("leave-runs", "runs", 1)
		return count(together(4, func(i int) answer { return b.start(full, id, "write-blurb") }), 202) == 1
	},
	"race-requests-pass-minute": func(b *bench) bool {
		return count(together(75, func(i int) answer { return b.get(full, "/account") }), 200) == 60
	},

	"form-mcp-files-of-neighbour": func(b *bench) bool {
		return b.tool("publication_files", J{"publication_ref": b.book(second)}).reason() == "publication_not_found"
	},
	"form-mcp-runs-uncounted": func(b *bench) bool {
		b.tool("start_tool", J{"publication_ref": b.book(full), "tool": "write-blurb"})
		return b.used(full) == 1
	},
	"form-mcp-other-reason": func(b *bench) bool {
		id := b.book(full)
		b.hook("leave-runs", "runs", 0)
		return b.tool("start_tool", J{"publication_ref": id, "tool": "write-blurb"}).reason() == "daily_limit_reached"
	},
	"form-id-with-tail": func(b *bench) bool { return b.get(full, pubPath(b.book(full)+"x")).status == 404 },
	"form-mcp-retry-ignored": func(b *bench) bool {
		id := b.book(full)
		b.start(full, id, "read-metadata", "k")
		return b.tool("start_tool", J{"publication_ref": id, "tool": "read-metadata", "retry_key": "k"}).body["replayed"] == true
	},
	"form-list-shows-original": func(b *bench) bool {
		id := b.book(full)
		b.runTool(id, "mend-accessibility")
		row := b.get(full, "/publications").list("data")[0].(J)
		return row["working"].(J)["file"] == b.files(id)[0].(J)["file_id"]
	},
}

func retryReplays(b *bench) bool {
	id := b.book(full)
	a := b.start(full, id, "read-metadata", "k")
	c := b.start(full, id, "read-metadata", "k")
	return a.status == 202 && c.status == 200 && a.at("run", "number") == c.at("run", "number")
}

func TestFaults(t *testing.T) {
	for _, f := range faults {
		p := probes[f.name]
		if p == nil {
			t.Errorf("%s: no probe", f.name)
			continue
		}
		if !p(newBench()) {
			t.Errorf("%s: the correct server does not behave as documented", f.name)
		}
		if p(newBench(f.name)) {
			t.Errorf("%s: the fault does not show", f.name)
		}
	}
}

func TestCorrect(t *testing.T) {
	b := newBench()
	id := b.book(full)
	expect := func(what string, ok bool, a answer) {
		t.Helper()
		if !ok {
			t.Errorf("%s: %d %s", what, a.status, a.raw)
		}
	}
	a := b.start(full, id, "make-coffee")
	expect("unknown tool", a.status == 422, a)
	a = b.start(full, id, "voice-studio")
	expect("held back", a.status == 422, a)
	l := b.get(full, "/files/"+b.originalID(id)+"/download").header.Get("Location")
	expect("odd characters", strings.Contains(l, "filename*=UTF-8''A%20book.epub&trace=dl|"), answer{raw: []byte(l)})
	for _, bent := range []string{strings.Replace(l, "|", "%7C", 1), strings.Replace(l, "''", "%27%27", 1), strings.Replace(l, "^", "%5E", 1)} {
		a = b.vault("GET", bent, nil, nil)
		expect("bent link", a.status == 403, a)
	}
	r := b.reserve(full, "a.epub", 3)
	a = b.vault("PUT", r.body["upload_url"].(string), nil, []byte("abc"))
	expect("put without headers", a.status == 403, a)
	a = b.do(full, "POST", "/publications", b.registerBody(r, "a.exe", 3))
	expect("format", a.reason() == "unsupported_format", a)
	b.put(r, []byte("abc"))
	a = b.do(full, "POST", "/publications", b.registerBody(r, "b.epub", 3))
	expect("other name", a.reason() == "reservation_differs", a)
	a = b.do(full, "POST", "/publications", b.registerBody(r, "a.epub", 3))
	expect("registered", a.status == 201, a)
	a = b.do(full, "POST", "/publications", b.registerBody(r, "a.epub", 3))
	expect("again", a.status == 409, a)
	n := b.left()
	b.hook("leave-places", "places", 1)
	expect("one place", b.left() == 1, answer{})
	b.book(full)
	a = b.upload(full, "a.epub", "abc", 3)
	expect("spent", a.status != 201, a)
	b.hook("leave-places", "places", nil)
	expect("places are back", b.left() == n, answer{raw: fmt.Append(nil, b.left(), n)})
	a = b.hook("set-plan")
	expect("plans", len(a.list("plans")) == 3, a)
	b.wait(time.Minute + time.Second)
	tok := b.agent()
	a = b.rpc(tok, "", "initialize", J{"protocolVersion": "2099-01-01"})
	sid := a.header.Get("Mcp-Session-Id")
	expect("initialize", a.at("result", "protocolVersion") == revision && sid != "", a)
	a = b.rpc(tok, sid, "tools/list", J{})
	expect("tools", len(a.list("result", "tools")) == 14, a)
	a = b.rpc(tok, "", "tools/list", J{})
	expect("no session", a.status == 400, a)
	a = b.rpc(b.token("mcp:use", "presscheck-moor", "moor-secret-19ae44c8"), sid, "tools/list", J{})
	expect("session of another", a.status == 404, a)
	h := b.hook("issue-token")
	a = b.rpc(h.body["token"].(string), "", "initialize", J{})
	expect("issued", a.status == 200, a)
	b.hook("revoke-token", "id", h.body["id"])
	a = b.rpc(h.body["token"].(string), "", "initialize", J{})
	expect("revoked", a.status == 401 && strings.Contains(a.header.Get("Www-Authenticate"), "resource_metadata"), a)
	b.wait(61 * time.Minute)
	a = b.rpc(tok, "", "initialize", J{})
	expect("expired", a.status == 401, a)
	b.hook("push-mirrors", "publication", id)
	a = b.get(full, pubPath(id)+"/reader")
	expect("mirrors", len(a.list("copies")) == 2, a)
	a = b.do(full, "POST", "/uploads", J{"filename": 3})
	expect("body", a.status == 400, a)
	w := &Workspace{anchor: 31}
	at := time.Date(2027, 2, 28, 5, 0, 0, 0, time.UTC)
	expect("short month", w.cycleStart(at) == time.Date(2027, 2, 28, 0, 0, 0, 0, time.UTC) && w.cycleEnd(at).Day() == 31, answer{})
}
