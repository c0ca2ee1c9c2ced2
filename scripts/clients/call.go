// Makes the calls of a plan with a client in the same package, and prints a line of JSON for each: what it decoded, or
// its error. The generator's own file says how `call` finds a method.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"
)

type step struct {
	Operation string
	URL       string
	Path      []json.RawMessage
	Params    map[string]json.RawMessage
	Body      json.RawMessage
}

var plan struct {
	Header, Credential string
	Steps              []step
}

// Sends the credential with each request; redirects are shown rather than followed.
type credential struct{}

func (credential) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set(plan.Header, plan.Credential)
	return http.DefaultTransport.RoundTrip(request)
}

var httpClient = &http.Client{
	Transport:     credential{},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func into(wanted reflect.Type, value any) reflect.Value {
	text, err := json.Marshal(value)
	must(err)
	made := reflect.New(wanted)
	must(json.Unmarshal(text, made.Interface()))
	return made.Elem()
}

func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
}

func upper(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func show(one step) {
	line := map[string]any{"operation": one.Operation}
	defer func() {
		if wrong := recover(); wrong != nil {
			line["error"] = fmt.Sprint(wrong)
		}
		must(json.NewEncoder(os.Stdout).Encode(line))
	}()
	line["value"] = call(one)
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	must(err)
	must(json.Unmarshal(text, &plan))
	for _, one := range plan.Steps {
		show(one)
	}
}
