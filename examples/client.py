"""Publishes a book, puts it into a store and sells it to a reader; a 503 and a lost answer make nothing twice.

presscheck exec --skip-waits --faults client.faults.yaml -- python3 client.py
"""
import json
import os
import time
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

WORKSPACE = os.environ["PRESSCHECK_WORKSPACE_URL"] + "/api/v1"
STORE = os.environ["PRESSCHECK_STORE_URL"] + "/integration-api/v1"
KEY = {"Authorization": "Bearer " + os.environ["PRESSCHECK_KEY_FULL"]}
TOKEN = {"X-User-Token": os.environ["PRESSCHECK_TOKEN_ADMIN"]}
BOOK = b"a book"


class Stay(HTTPRedirectHandler):
    """Links and the way back to the shop are for the caller: no redirect is followed."""

    def redirect_request(self, *_):
        return None


def send(method, url, headers, body=None):
    """Returns the response, whatever its status. Raises OSError when the connection is lost."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json", **headers}, method=method)
    try:
        with build_opener(Stay).open(request) as response:
            return response.status, response.headers, response.read()
    except HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read()


def call(method, url, headers, body=None, read_back=None):
    """Sends until there is an answer, and returns its JSON; `read_back` shows whether a lost one made the change."""
    for _ in range(5):
        try:
            status, answered, text = send(method, url, headers, body)
        except OSError:
            status, answered, text = send("GET", read_back, headers) if read_back else (503, {}, b"")
        if status < 400:
            return json.loads(text or "null")
        if status not in (404, 503):
            raise SystemExit(f"{method} {url} was answered {status}: {text.decode()}")
        time.sleep(int(answered.get("Retry-After", 1)))
    raise SystemExit(f"{method} {url} failed five times")


def poll(url, headers, member, *ends):
    """Reads until the member has one of the values with which something ends."""
    while (read := call("GET", url, headers))[member] not in ends:
        time.sleep(1)
    return read


file = {"original_filename": "tides.epub", "size_bytes": len(BOOK)}
upload = call("POST", f"{WORKSPACE}/uploads", KEY, file)
publication = f"{WORKSPACE}/publications/{upload['publication_id']}"
call("PUT", upload["upload_url"], upload["upload_headers"], BOOK)
names = {name: upload[name] for name in ("publication_id", "key")}
call("POST", f"{WORKSPACE}/publications", KEY, {**names, **file}, read_back=publication)
run = call("POST", f"{publication}/runs", {**KEY, "Idempotency-Key": "tides-1"}, {"tool": "accessibility-repair"})
run = poll(f"{WORKSPACE}/runs/{run['id']}", KEY, "state", "succeeded", "failed", "rejected")
version = call("GET", f"{publication}/files", KEY)["current_file_id"]
_, answered, _ = send("GET", f"{WORKSPACE}/files/{version}/download", KEY)
_, _, repaired = send("GET", answered["Location"], {})
print(f"published {upload['publication_id']}: the run {run['state']}, {len(repaired)} bytes to read")

content = f"{STORE}/dashboard/issues/tides"
issue = {"external_id": "tides", "name": "Of Tides", "publication_date": "2026-03-02", "extension": "epub"}
call("POST", f"{STORE}/dashboard/issues", TOKEN, {**issue, "file_url": answered["Location"]}, read_back=content)
poll(content, TOKEN, "conversion_status", "done", "failed")

placed = f"{STORE}/orders/basket-7?id_type=external"
price = {"unit_price": 9.5, "currency_id": "USD"}
sale = {"type": "sale", "external_reference": "basket-7", "return_url": "https://shop.example/thanks", **price}
reader = {"id": "reader-zoe", "email": "zoe@readers.example"}
products = [{"type": "content", "id": "tides", **price}]
call("POST", f"{STORE}/orders", TOKEN, {**sale, "user": reader, "products": products}, read_back=placed)
page, query = call("GET", placed, TOKEN)["checkout"]["url"].split("?")
form = urlencode({"outcome": "approved", **dict(parse_qsl(query))}).encode()
_, answered, _ = send("POST", page, {"Content-Type": "application/x-www-form-urlencoded"}, form)
order = call("GET", placed, TOKEN)
reading, _, _ = send("GET", order["products"][0]["reader_url"], {})
print(f"sold basket-7: {order['status']}, back at {answered['Location']}, reading {reading}")
