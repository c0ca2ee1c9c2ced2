// Presshouse: a workspace server of the Workspace Publishing API. Everything is in memory.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Server is the whole deployment: its clock, its workspaces, its storage. mu guards all of it.
type Server struct {
	mu     sync.Mutex
	offset time.Duration
	api    string // http://127.0.0.1:PORT
	vault  string // the same of the storage

	workspaces []*Workspace
	keys       map[string]*Key
	windows    map[string][]time.Time // requests of each key in the last minute
	tokens     map[string]*Token
	sessions   map[string]*Session
	objects    map[string][]byte // what landed in storage, by key
	counter    int               // of publication ids
	seq        int               // of registrations, for the order of lists
	readerOff  bool
}

func (s *Server) now() time.Time { return time.Now().Add(s.offset).UTC() }

// ---- ordered JSON objects

type kv struct {
	K string
	V any
}

// Obj is a JSON object that keeps the order of its members.
type Obj struct{ kvs []kv }

// O makes an object from names and values in turn.
func O(pairs ...any) *Obj {
	o := &Obj{}
	for i := 0; i+1 < len(pairs); i += 2 {
		o.kvs = append(o.kvs, kv{pairs[i].(string), pairs[i+1]})
	}
	return o
}

func (o *Obj) Get(k string) any {
	for _, e := range o.kvs {
		if e.K == k {
			return e.V
		}
	}
	return nil
}

// Obj gives the member k as an object (an empty one that is in nothing where there is none).
func (o *Obj) Obj(k string) *Obj {
	if v, ok := o.Get(k).(*Obj); ok {
		return v
	}
	return &Obj{}
}

func (o *Obj) Set(k string, v any) *Obj {
	for i := range o.kvs {
		if o.kvs[i].K == k {
			o.kvs[i].V = v
			return o
		}
	}
	o.kvs = append(o.kvs, kv{k, v})
	return o
}

func (o *Obj) Del(k string) {
	for i := range o.kvs {
		if o.kvs[i].K == k {
			o.kvs = append(o.kvs[:i], o.kvs[i+1:]...)
			return
		}
	}
}

func (o *Obj) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range o.kvs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(e.K))
		b.WriteByte(':')
		b.Write(encode(e.V))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func parseObject(r io.Reader) (map[string]any, bool) {
	d := json.NewDecoder(r)
	d.UseNumber()
	var v map[string]any
	if d.Decode(&v) != nil || v == nil {
		return nil, false
	}
	var more any
	return v, d.Decode(&more) == io.EOF
}

type repeated []string

func (r *repeated) String() string     { return strings.Join(*r, ",") }
func (r *repeated) Set(v string) error { *r = append(*r, v); return nil }

func main() {
	if len(os.Args) > 1 && os.Args[1] == "hook" {
		os.Exit(hookCommand(os.Args[2:]))
	}
	var chosen repeated
	port := flag.Int("port", 7410, "port of the API; storage and control take the next two")
	list := flag.Bool("list-faults", false, "list the faults")
	tsv := flag.Bool("faults-tsv", false, "write faults.tsv to standard output")
	flag.Var(&chosen, "fault", "start with this fault (repeatable)")
	flag.Parse()
	if *tsv {
		faultsTable(os.Stdout)
		return
	}
	if *list {
		listFaults(os.Stdout)
		return
	}
	if err := activate(chosen); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	at := func(p int) string { return fmt.Sprintf("127.0.0.1:%d", p) }
	s := &Server{api: "http://" + at(*port), vault: "http://" + at(*port+1)}
	s.credentials()
	s.seed()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	for p, h := range map[int]http.Handler{*port: http.HandlerFunc(s.serveAPI), *port + 1: http.HandlerFunc(s.serveVault), *port + 2: http.HandlerFunc(s.serveControl)} {
		l, err := net.Listen("tcp", at(p))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		go (&http.Server{Handler: h}).Serve(l)
	}
	fmt.Printf("presshouse: API %s, storage %s, control http://%s\n", s.api, s.vault, at(*port+2))
	<-stop
}
