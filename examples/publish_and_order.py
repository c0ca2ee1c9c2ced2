"""Publishes a book, and orders it for a reader: each request is repeated until it is done, and nothing is done twice.

Run it with: presscheck exec --faults publish_and_order.faults.yaml -- python3 publish_and_order.py
"""
import json
import os
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

WORKSPACE = os.environ["PRESSCHECK_WORKSPACE_URL"] + "/api/v1"
STORE = os.environ["PRESSCHECK_STORE_URL"] + "/integration-api/v1"
CONTROL = os.environ["PRESSCHECK_CONTROL_URL"] + "/worlds/demo"
KEY = {"Authorization": "Bearer " + os.environ["PRESSCHECK_KEY_FULL"]}
TOKEN = {"X-User-Token": os.environ["PRESSCHECK_TOKEN_ADMIN"]}
BOOK = b"a book"


def send(method, url, headers, body=None):
    """One request; its status, headers and bytes."""
    if isinstance(body, dict):
        body, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    try:
        response = urlopen(Request(url, body, headers, method=method), timeout=30)
    except HTTPError as refusal:
        response = refusal
    return response.status, response.headers, response.read()


def call(method, url, headers, body=None, done=None):
    """Repeats a request until it is answered. `done` reads back what a request without an answer may have made."""
    for attempt in range(5):
        try:
            status, answered, content = send(method, url, headers, body)
        except OSError:
            status, answered = 0, {}
        if 200 <= status < 300:
            return content
        if status == 0 and done and (found := send("GET", done, headers))[0] == 200:
            return found[2]
        if status not in (0, 429, 503):
            raise SystemExit(f"{method} {url}: {status} {content.decode()}")
        time.sleep(int(answered.get("Retry-After", 1)))
    raise SystemExit(f"{method} {url}: no answer after five attempts")


def publish(name):
    """Reserves an upload, sends the bytes, registers the publication, and reads its file back."""
    described = {"original_filename": name, "size_bytes": len(BOOK)}
    upload = json.loads(call("POST", f"{WORKSPACE}/uploads", KEY, described))
    call("PUT", upload["upload_url"], upload["upload_headers"], BOOK)
    publication = f"{WORKSPACE}/publications/{upload['publication_id']}"
    registered = {"publication_id": upload["publication_id"], "key": upload["key"], **described}
    call("POST", f"{WORKSPACE}/publications", KEY, registered, done=publication)
    run = {**KEY, "Idempotency-Key": f"repair-{name}"}
    call("POST", f"{publication}/runs", run, {"tool": "accessibility-repair"})
    files = json.loads(call("GET", f"{publication}/files", KEY))
    assert call("GET", f"{WORKSPACE}/files/{files['current_file_id']}/download", KEY) == BOOK


def order(reference):
    """Offers the title in the store, orders it for a reader, and pays; the order as it then is."""
    price = {"unit_price": 9.5, "currency_id": "USD"}
    title = {"publication_date": "2026-03-02", "name": "Of Tides", "external_id": "of-tides", "extension": "epub",
             "file_url": "https://files.presscheck.example/good.epub"}
    call("POST", f"{STORE}/dashboard/issues", TOKEN, title, done=f"{STORE}/dashboard/issues/of-tides")
    sale = {"type": "sale", "external_reference": reference, "return_url": "https://shop.example/thanks", **price,
            "user": {"id": "reader-zoe", "email": "zoe@readers.example"},
            "products": [{"type": "content", "id": "of-tides", **price}]}
    placed = f"{STORE}/orders/{reference}?id_type=external"
    call("POST", f"{STORE}/orders", TOKEN, sale, done=placed)
    waiting = json.loads(call("GET", placed, TOKEN))
    paid = {"verb": "complete-payment", "role": "admin", "order": waiting["id"], "outcome": "approved"}
    call("POST", f"{CONTROL}/hooks", {}, paid)
    return json.loads(call("GET", placed, TOKEN))


publish("tides.epub")
print("the order is", order("basket-7")["status"])
