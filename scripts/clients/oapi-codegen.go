package main

import (
	"context"
	"reflect"
	"strings"
)

// A method takes the values of the path, then a struct of the other parameters, then the body, then functions.
func call(one step) any {
	client, err := NewClientWithResponses(one.URL, WithHTTPClient(httpClient))
	must(err)
	method := reflect.ValueOf(client).MethodByName(upper(one.Operation) + "WithResponse")
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	for at := 1; at < method.Type().NumIn()-1; at++ {
		wanted := method.Type().In(at)
		switch {
		case at <= len(one.Path):
			given = append(given, into(wanted, one.Path[at-1]))
		case strings.HasSuffix(wanted.String(), "Params"):
			given = append(given, into(wanted, one.Params))
		default:
			given = append(given, into(wanted, one.Body))
		}
	}
	answer := method.Call(given)
	if !answer[1].IsNil() {
		panic(answer[1].Interface())
	}
	response := answer[0].Elem()
	for at := 0; at < response.NumField(); at++ {
		if strings.HasPrefix(response.Type().Field(at).Name, "JSON2") && !response.Field(at).IsNil() {
			return response.Field(at).Interface()
		}
	}
	return nil
}
