"""Makes the calls of a plan with the client of a generator, and prints a line of JSON for each: what it decoded, or
its error. `python call.py openapi-python-client|openapi-generator PLAN`, in a folder with the client."""
import datetime
import enum
import importlib
import inspect
import json
import pkgutil
import sys
import typing

generator, path = sys.argv[1:]
with open(path) as file:
    plan = json.load(file)
headers = {plan["header"]: plan["credential"]}


def plain(name):
    return name.replace("_", "").replace("-", "").lower()


def typed(hint, value):
    """A value of the plan as the type that a parameter has."""
    for one in [*typing.get_args(hint), hint]:
        if isinstance(one, type) and not isinstance(value, one):
            if hasattr(one, "from_dict"):
                # `from_dict` of a pydantic model sets the members that are not there, too.
                return getattr(one, "model_validate", one.from_dict)(value)
            if issubclass(one, enum.Enum):
                return one(value)
            if one is datetime.date:
                return one.fromisoformat(value)
    return value


def functions(url):
    """The functions of a client of this address, by operation."""
    if generator == "openapi-python-client":
        import client.api
        from client import Client

        to = Client(base_url=url, headers=headers, raise_on_unexpected_status=True)
        for module in pkgutil.walk_packages(client.api.__path__, "client.api."):
            function = getattr(importlib.import_module(module.name), "sync_detailed", None)
            if function:
                yield plain(module.name.rsplit(".", 1)[1]), function, {"client": to}
    else:
        import openapi_client

        to = openapi_client.ApiClient(openapi_client.Configuration(host=url))
        to.default_headers.update(headers)
        for name, api in inspect.getmembers(openapi_client, inspect.isclass):
            if name.endswith("Api"):
                for method, function in inspect.getmembers(api(to), inspect.ismethod):
                    yield plain(method), function, {}


def call(step, function, given):
    """Passes the values of the path by position, the parameters by name, and the body to what is left."""
    hints = typing.get_type_hints(function)
    names = [name for name in inspect.signature(function).parameters if name != "client" and name[0] != "_"]
    values = dict(zip(names, step["path"]))
    parameters = {plain(name): value for name, value in step["params"].items()}
    known = {plain(one["name"]) for one in step["parameters"]}
    for name in names[len(values) :]:
        if plain(name) in parameters:
            values[name] = parameters[plain(name)]
        elif plain(name) not in known and "body" in step:
            values[name] = step["body"]
    answer = function(**{name: typed(hints[name], value) for name, value in values.items()}, **given)
    value = getattr(answer, "parsed", None) if generator == "openapi-python-client" else answer
    return value.to_dict() if hasattr(value, "to_dict") else value


for step in plan["steps"]:
    line = {"operation": step["operation"]}
    try:
        found = {name: rest for name, *rest in functions(step["url"])}
        line["value"] = call(step, *found[plain(step["operation"])])
    except Exception as error:
        line["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(line, default=str))
