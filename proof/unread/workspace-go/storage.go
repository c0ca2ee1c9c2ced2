package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

var vaultSecret = []byte("vault of presshouse")

func (s *Server) mac(method, target, media, grant string) string {
	m := hmac.New(sha256.New, vaultSecret)
	m.Write([]byte(strings.Join([]string{method, target, media, grant}, "\n")))
	return hex.EncodeToString(m.Sum(nil))
}

// sign makes a link. It signs the exact request target, so each character must come back as it was.
func (s *Server) sign(method, target string, until time.Time, media, grant string) string {
	target += fmt.Sprintf("&X-Vault-Until=%d", until.UnixMilli())
	return s.vault + target + "&X-Vault-Sig=" + s.mac(method, target, media, grant)
}

func (s *Server) serveVault(w http.ResponseWriter, q *http.Request) {
	refuse := func(status int, code string) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<Error><Code>%s</Code></Error>\n", code)
	}
	data, err := io.ReadAll(io.LimitReader(q.Body, 64<<20))
	if err != nil {
		refuse(400, "IncompleteBody")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Date", s.now().Format(http.TimeFormat))
	target, sig, found := strings.Cut(q.RequestURI, "&X-Vault-Sig=")
	_, end, _ := strings.Cut(target, "&X-Vault-Until=")
	until, _ := strconv.ParseInt(end, 10, 64)
	media, grant := "", ""
	if q.Method == "PUT" {
		media, grant = q.Header.Get("Content-Type"), q.Header.Get("X-Vault-Grant")
	}
	if !found || !hmac.Equal([]byte(sig), []byte(s.mac(q.Method, target, media, grant))) {
		refuse(403, "SignatureDoesNotMatch")
		return
	}
	if s.now().UnixMilli() >= until {
		refuse(403, "AccessDenied")
		return
	}
	path, _, _ := strings.Cut(target, "?")
	key := strings.TrimPrefix(path, "/press-vault/")
	if q.Method == "PUT" {
		s.land(key, data)
		w.Header().Set("ETag", `"`+digest(data)+`"`)
		w.WriteHeader(200)
		return
	}
	f := s.version(strings.TrimPrefix(key, "versions/"))
	if f == nil {
		refuse(404, "NoSuchKey")
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	_, disposition, _ := strings.Cut(target, "response-content-disposition=")
	disposition, _, _ = strings.Cut(disposition, "&")
	w.Header().Set("Content-Disposition", disposition)
	w.Write(f.bytes)
}

func (s *Server) land(key string, data []byte) {
	if on("vault.loses", nil, key, data) {
		return
	}
	s.objects[key] = data
}

func (s *Server) version(id string) *File {
	for _, w := range s.workspaces {
		if f := w.files[id]; f != nil {
			return f
		}
	}
	return nil
}
