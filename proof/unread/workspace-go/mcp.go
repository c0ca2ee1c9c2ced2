package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// ---- OAuth 2.0

type Client struct {
	id, secret string
	ws         *Workspace
}

var clients map[string]*Client

type Token struct {
	value, id string
	ws        *Workspace
	scopes    []string
	until     time.Time
	revoked   bool
}

type Session struct {
	id string
	ws *Workspace
}

const tokenLife = time.Hour

var scopes = []string{"mcp:use", "profile:read"}

func (s *Server) issue(w *Workspace, granted []string) *Token {
	t := &Token{value: "pht." + random(36), id: "tok-" + random(10), ws: w, scopes: granted, until: s.now().Add(tokenLife)}
	s.tokens[t.value] = t
	return t
}

func (s *Server) serveAgents(w http.ResponseWriter, q *http.Request, path string) {
	body, _ := io.ReadAll(io.LimitReader(q.Body, 1<<20))
	s.mu.Lock()
	defer s.mu.Unlock()
	switch path {
	case "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp":
		s.write(w, ok200(O("resource", s.api+"/mcp", "resource_name", "Presshouse", "authorization_servers", []string{s.api}, "scopes_supported", []string{"mcp:use"}, "bearer_methods_supported", []string{"header"})))
	case "/.well-known/oauth-authorization-server":
		s.write(w, ok200(O("issuer", s.api, "token_endpoint", s.api+"/oauth/token", "authorization_endpoint", s.api+"/oauth/authorize", "response_types_supported", []string{"code"},
			"grant_types_supported", []string{"client_credentials"}, "scopes_supported", scopes, "token_endpoint_auth_methods_supported", []string{"client_secret_basic", "client_secret_post"})))
	case "/oauth/authorize":
		s.write(w, &reply{status: 400, body: O("error", "unsupported_response_type")})
	case "/oauth/token":
		s.write(w, s.token(q, string(body)))
	case "/mcp":
		s.serveMCP(w, q, body)
	default:
		s.write(w, fail(404, "address_unknown", "There is nothing at this address.", nil))
	}
}

func (s *Server) token(q *http.Request, body string) *reply {
	if q.Method != "POST" {
		return &reply{status: 405, body: O("error", "invalid_request"), header: map[string]string{"Allow": "POST"}}
	}
	form, err := url.ParseQuery(body)
	if err != nil {
		return &reply{status: 400, body: O("error", "invalid_request")}
	}
	id, secret := form.Get("client_id"), form.Get("client_secret")
	if u, p, ok := q.BasicAuth(); ok {
		id, _ = url.QueryUnescape(u)
		secret, _ = url.QueryUnescape(p)
	}
	client := clients[id]
	if client == nil || client.secret != secret {
		return &reply{status: 401, body: O("error", "invalid_client"), header: map[string]string{"Www-Authenticate": `Basic realm="presshouse"`}}
	}
	if form.Get("grant_type") != "client_credentials" {
		return &reply{status: 400, body: O("error", "unsupported_grant_type")}
	}
	wanted := strings.Fields(form.Get("scope"))
	if len(wanted) == 0 {
		wanted = scopes[:1]
	}
	for _, sc := range wanted {
		if !slices.Contains(scopes, sc) {
			return &reply{status: 400, body: O("error", "invalid_scope")}
		}
	}
	t := s.issue(client.ws, wanted)
	return ok200(O("access_token", t.value, "token_type", "Bearer", "expires_in", int(tokenLife.Seconds()), "scope", strings.Join(wanted, " ")))
}

// ---- the protocol

const revision = "2025-06-18"

func rpcError(id any, code int, text string) *Obj {
	return O("jsonrpc", "2.0", "id", id, "error", O("code", code, "message", text))
}

// authorize gives the token of a request, or the response that refuses it.
func (s *Server) authorize(q *http.Request) (*Token, *reply) {
	meta := fmt.Sprintf(`resource_metadata="%s/.well-known/oauth-protected-resource/mcp"`, s.api)
	t := s.tokens[bearer(q)]
	if k := s.keys[bearer(q)]; k != nil && on("token.key", nil, k) {
		t = &Token{ws: k.ws, scopes: scopes, until: s.now().Add(tokenLife)}
	}
	if t == nil || t.revoked || !s.now().Before(t.until) {
		r := fail(401, "token_not_accepted", "An access token with the scope mcp:use is needed.", nil)
		challenge := "Bearer " + meta + `, scope="mcp:use"`
		if bearer(q) != "" {
			challenge += `, error="invalid_token"`
		}
		r.header = map[string]string{"Www-Authenticate": challenge}
		return nil, r
	}
	if !slices.Contains(t.scopes, "mcp:use") && !on("token.scopeless", nil, t) {
		r := fail(403, "scope_missing", "The access token lacks the scope mcp:use.", nil)
		r.header = map[string]string{"Www-Authenticate": `Bearer error="insufficient_scope", scope="mcp:use", ` + meta}
		return nil, r
	}
	return t, nil
}

func (s *Server) serveMCP(w http.ResponseWriter, q *http.Request, body []byte) {
	if o, err := url.Parse(q.Header.Get("Origin")); err != nil || o.Hostname() != "" && o.Hostname() != "127.0.0.1" && o.Hostname() != "localhost" {
		s.write(w, fail(403, "origin_not_allowed", "Web pages of other hosts may not use this server.", nil))
		return
	}
	t, refusal := s.authorize(q)
	if refusal != nil {
		s.write(w, refusal)
		return
	}
	session := s.sessions[q.Header.Get("Mcp-Session-Id")]
	if session != nil && session.ws != t.ws {
		session = nil
	}
	if q.Method == "DELETE" && session != nil {
		delete(s.sessions, session.id)
		s.write(w, &reply{status: 204})
		return
	}
	if q.Method != "POST" {
		s.write(w, &reply{status: 405, body: rpcError(nil, -32000, "only POST is served"), header: map[string]string{"Allow": "POST, DELETE"}})
		return
	}
	m, ok := parseObject(strings.NewReader(string(body)))
	if !ok {
		s.write(w, &reply{status: 400, body: rpcError(nil, -32700, "the body is not a JSON-RPC message")})
		return
	}
	method, isRequest := m["method"].(string)
	id, hasID := m["id"]
	if m["jsonrpc"] != "2.0" || !isRequest && hasID && m["result"] == nil && m["error"] == nil {
		s.write(w, &reply{status: 400, body: rpcError(id, -32600, "not a JSON-RPC message")})
		return
	}
	if method == "initialize" && hasID {
		session = &Session{"mcps-" + random(24), t.ws}
		s.sessions[session.id] = session
		s.write(w, &reply{status: 200, header: map[string]string{"Mcp-Session-Id": session.id}, body: O("jsonrpc", "2.0", "id", id, "result",
			O("protocolVersion", revision, "capabilities", O("tools", O("listChanged", false)), "serverInfo", O("name", "presshouse", "title", "Presshouse", "version", "3.1.0"), "instructions", "Tools of the publishing workspace."))})
		return
	}
	if v := q.Header.Get("Mcp-Protocol-Version"); v != "" && v != revision && v != "2025-03-26" {
		s.write(w, &reply{status: 400, body: rpcError(id, -32000, "Bad Request: Unsupported protocol version (supported: "+revision+")")})
		return
	}
	if q.Header.Get("Mcp-Session-Id") == "" {
		s.write(w, &reply{status: 400, body: rpcError(id, -32000, "Bad Request: Mcp-Session-Id header is required")})
		return
	}
	if session == nil {
		s.write(w, &reply{status: 404, body: rpcError(id, -32001, "Session not found")})
		return
	}
	if !hasID || !isRequest {
		s.write(w, &reply{status: 202})
		return
	}
	answer := s.rpc(t, method, m["params"], id)
	if method == "tools/call" && strings.Contains(q.Header.Get("Accept"), "text/event-stream") {
		h := w.Header()
		h.Set("Date", s.now().Format(http.TimeFormat))
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-cache")
		fmt.Fprintf(w, "event: message\ndata: %s\n\n", encode(answer))
		return
	}
	s.write(w, &reply{status: 200, body: answer})
}

func (s *Server) rpc(t *Token, method string, params any, id any) *Obj {
	p, _ := params.(map[string]any)
	switch method {
	case "ping":
		return O("jsonrpc", "2.0", "id", id, "result", O())
	case "tools/list":
		rows := []any{}
		for _, op := range operations {
			if !on("mcp.hides", nil, op) {
				rows = append(rows, O("name", op.tool, "title", op.name, "description", op.about, "inputSchema", schema(op)))
			}
		}
		return O("jsonrpc", "2.0", "id", id, "result", O("tools", rows))
	case "tools/call":
		name, _ := p["name"].(string)
		for _, op := range operations {
			if op.tool == name && !on("mcp.hides", nil, op) {
				args, _ := p["arguments"].(map[string]any)
				return O("jsonrpc", "2.0", "id", id, "result", s.callTool(t, op, args))
			}
		}
		return rpcError(id, -32602, "Unknown tool: "+name)
	}
	return rpcError(id, -32601, "Method not found")
}

// the names that arguments of tools have where they differ from those of REST
var argumentNames = map[string]string{"Idempotency-Key": "retry_key", "publication": "publication_ref", "file": "file_id"}

func argumentName(name string) string {
	if n, ok := argumentNames[name]; ok {
		return n
	}
	return name
}

func schema(op *operation) *Obj {
	properties, required := O(), []string{}
	for _, n := range append(append([]string{}, op.params...), op.fields...) {
		kind := "string"
		if n == "bytes" || n == "size_bytes" || n == "run" {
			kind = "integer"
		}
		a := argumentName(n)
		properties.Set(a, O("type", kind))
		if n != "Idempotency-Key" && n != "cursor" {
			required = append(required, a)
		}
	}
	return O("type", "object", "properties", properties, "required", required)
}

func (s *Server) callTool(t *Token, op *operation, args map[string]any) *Obj {
	c := &call{s: s, op: op, ws: t.ws, via: "mcp", params: map[string]string{}, body: map[string]any{}}
	var r *reply
	for _, n := range op.params {
		switch v := args[argumentName(n)].(type) {
		case nil:
			if n != "Idempotency-Key" && n != "cursor" {
				r = malformed(argumentName(n) + " is needed")
			}
		case string:
			c.params[n] = v
		case json.Number:
			c.params[n] = v.String()
		default:
			r = malformed(argumentName(n) + " is not a string")
		}
	}
	for _, n := range op.fields {
		if v, ok := args[argumentName(n)]; ok {
			c.body[n] = v
		}
	}
	if r == nil {
		r = c.perform()
	}
	out := O("content", []any{O("type", "text", "text", string(encode(r.body)))}, "structuredContent", r.body)
	if r.status >= 400 {
		out.Set("isError", true)
	}
	return out
}
