package main

import (
	"context"
	"reflect"
)

// A method takes the values of the path and gives a request, which has a method for each parameter and the body.
func call(one step) any {
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: one.URL}}
	configuration.HTTPClient = httpClient
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	method := methodOf(NewAPIClient(configuration), upper(one.Operation))
	for at, value := range one.Path {
		given = append(given, into(method.Type().In(at+1), value))
	}
	request := method.Call(given)[0]
	for at := 0; at < request.NumMethod(); at++ {
		set := request.Method(at)
		if set.Type().NumIn() == 0 {
			continue
		}
		value, known := parameter(one, request.Type().Method(at).Name)
		if !known && len(one.Body) > 0 && set.Type().In(0).Kind() == reflect.Struct {
			value, known = one.Body, true
		}
		if known {
			request = set.Call([]reflect.Value{into(set.Type().In(0), value)})[0]
		}
	}
	answer := request.MethodByName("Execute").Call(nil)
	if problem := answer[len(answer)-1]; !problem.IsNil() {
		panic(problem.Interface())
	}
	if len(answer) == 2 {
		return nil
	}
	return answer[0].Interface()
}

func methodOf(client any, name string) reflect.Value {
	services := reflect.ValueOf(client).Elem()
	for at := 0; at < services.NumField(); at++ {
		if method := services.Field(at).MethodByName(name); services.Type().Field(at).IsExported() && method.IsValid() {
			return method
		}
	}
	panic("no method " + name)
}

func parameter(one step, name string) (any, bool) {
	for key, value := range one.Params {
		if plain(key) == plain(name) {
			return value, true
		}
	}
	return nil, false
}
