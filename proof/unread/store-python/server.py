"""The Store Integration API (v1) as a server: addresses, tokens, limits, and the listeners."""
import argparse
import json
import math
import re
import signal
import socket
import sys
import threading
import time
import urllib.parse
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace as Thing

import control
import faults
from basics import Clock, Refusal, seal_state
from content import Content, Plans
from orders import Orders
from people import People
from reading import Reading
from world import World

MINUTE_LIMIT, TOKEN_READS, STORE_READS, DAY = 60, 2000, 5000, 86400

ROUTES = [(method, address.split('/')[1:], name) for method, address, name in (
    ('POST', '/dashboard/users', 'createUser'),
    ('GET', '/dashboard/users', 'listUsers'),
    ('PUT', '/dashboard/users/*', 'updateUser'),
    ('DELETE', '/dashboard/users/*', 'deactivateUser'),
    ('PUT', '/dashboard/users/*/re-activate', 'reactivateUser'),
    ('POST', '/users/*/force-logout', 'forceLogout'),
    ('GET', '/auth-sessions', 'listAuthSessions'),
    ('DELETE', '/auth-sessions/*', 'deleteAuthSession'),
    ('DELETE', '/auth-sessions/users/*', 'deleteAuthSessionsOfUser'),
    ('GET', '/consumption/sessions', 'listReadingSessions'),
    ('POST', '/orders', 'createOrder'),
    ('GET', '/orders', 'listOrders'),
    ('GET', '/orders/*', 'getOrder'),
    ('PUT', '/orders/*', 'updateOrder'),
    ('DELETE', '/orders/*', 'cancelOrder'),
    ('POST', '/dashboard/issues', 'createIssue'),
    ('GET', '/dashboard/issues', 'listIssues'),
    ('GET', '/dashboard/issues/*', 'getIssue'),
    ('PUT', '/dashboard/issues/*', 'updateIssue'),
    ('DELETE', '/dashboard/issues/*', 'deleteIssue'),
    ('POST', '/dashboard/plans', 'createPlan'),
    ('GET', '/dashboard/plans', 'listPlans'),
    ('GET', '/dashboard/plans/collections', 'listCollections'),
    ('PUT', '/dashboard/plans/*', 'updatePlan'),
)]
PREFIX, OLD_PREFIX, NEW_PREFIX = '/integration-api/v1', '/api/v1', '/api/v3'


class Meters:
    """Counts requests of minutes and reads of days."""

    def __init__(self, clock):
        self.clock = clock
        self.windows = {}   # token id -> [start, requests]
        self.reads = {}     # (api, 'token' or 'store', its id) -> instants
        self.feigned = {}   # the same -> [instant, number] of the hook leave-reads

    def minute(self, token):
        """The requests that are left, or None where this one is too many; and the end of the window."""
        now = self.clock.now()
        window = self.windows.get(token.id)
        if window is None or now >= window[0] + 60:
            window = self.windows[token.id] = [now, 0]
        if window[1] >= MINUTE_LIMIT:
            return None, window[0] + 60
        window[1] += 1
        return MINUTE_LIMIT - window[1], window[0] + 60

    def day_keys(self, api, token):
        return (((api, 'token', token.id), TOKEN_READS), ((api, 'store', token.store.tenant), STORE_READS))

    def spent(self, key):
        start = self.clock.now() - DAY
        row = self.reads.setdefault(key, deque())
        while row and row[0] <= start:
            row.popleft()
        self.feigned[key] = [x for x in self.feigned.get(key, []) if x[0] > start]
        return len(row) + sum(n for _, n in self.feigned[key])

    def read(self, api, token):
        """Counts a read; None, or the seconds until there is room for it."""
        keys = self.day_keys(api, token)
        waits = [self.room_in(key, limit) for key, limit in keys]
        if max(waits) > 0:
            return max(waits)
        for key, _ in keys:
            self.reads[key].append(self.clock.now())
        return None

    def room_in(self, key, limit):
        over = self.spent(key) - limit + 1
        if over <= 0:
            return 0
        events = sorted([(t, 1) for t in self.reads[key]] + [tuple(x) for x in self.feigned[key]])
        for t, n in events:
            over -= n
            if over <= 0:
                return max(1, math.ceil(t + DAY - self.clock.now()))

    def leave(self, token, of, left):
        key, limit = next(x for x in self.day_keys('v1', token) if x[0][1] == of)
        if left is None:
            self.feigned[key] = []
            return
        missing = limit - left - self.spent(key)
        rows = self.feigned[key]
        if missing > 0:
            rows.append([self.clock.now(), missing])
        while missing < 0 and rows:
            part = min(-missing, rows[-1][1])
            rows[-1][1] -= part
            missing += part
            if not rows[-1][1]:
                rows.pop()


class App(People, Reading, Orders, Content, Plans):
    def __init__(self):
        self.lock = threading.Lock()
        self.clock = Clock()
        self.reset()

    def reset(self):
        self.clock.offset = 0.0
        self.world = World(self.clock)
        self.meters = Meters(self.clock)

    def pause(self, seconds=0.06):
        """Lets other requests run in between."""
        self.lock.release()
        time.sleep(seconds)
        self.lock.acquire()

    def any_user(self, store, name):
        text = str(name)
        user = store.users.get(int(text)) if re.fullmatch('[0-9]{1,15}', text) else None
        return user or self.user_by_external(store, text) or next(u for u in store.users.values() if u.uuid == text)

    # -- a request ----------------------------------------------------------------------------------------------
    def handle(self, rq):
        with self.lock:
            return self.answer(rq)

    def answer(self, rq):
        """Status, further headers, and the body (JSON, text or None)."""
        headers = {}
        try:
            if rq.path.startswith('/caja/'):
                return self.answer_checkout(rq)
            self.authenticate(rq)
            self.measure(rq, headers)
            status, body = self.dispatch(rq)
            return status, headers, body
        except Refusal as e:
            if e.status == 401:
                headers.update(self.rate_headers(MINUTE_LIMIT))
            return e.status, headers, self.error_body(rq, e)

    def answer_checkout(self, rq):
        order = rq.verb == 'GET' and self.open_checkout(rq.path + '?' + rq.raw_query, rq.agent or '')
        if not order:
            return 403, {}, '<h1>Esta caja está cerrada</h1>'
        return 200, {}, f'<h1>Caja</h1><p>{order.unit_price} {order.currency_id}</p>'

    def authenticate(self, rq):
        entry = self.token_entry(rq.token_text)
        if entry is None:
            raise Refusal(401, 'This token opens nothing.')
        rq.token, rq.store, rq.admin = entry, entry.store, entry.admin

    def token_entry(self, text):
        return self.world.tokens.get(text)

    def rate_headers(self, left, end=None):
        rows = {'X-RateLimit-Remaining': str(left), 'X-RateLimit-Limit': str(MINUTE_LIMIT)}
        if end is not None:
            rows['X-RateLimit-Reset'] = str(math.ceil(end))
        return rows

    def measure(self, rq, headers):
        left, end = self.meters.minute(rq.token)
        headers.update(self.rate_headers(left or 0, end if not left else None))
        if left is None:
            headers['Retry-After'] = str(max(1, math.ceil(end - self.clock.now())))
            raise Refusal(429, 'Too many requests in this minute.')
        if rq.method == 'GET':
            wait = self.meters.read(self.api_of(rq), rq.token)
            if wait is not None:
                headers['Retry-After'] = str(wait)
                raise Refusal(429, 'No reads are left for today.')

    def api_of(self, rq):
        return 'v3' if rq.path.startswith(NEW_PREFIX + '/') else 'v1'

    def dispatch(self, rq):
        if rq.path == NEW_PREFIX + '/ping' and rq.method == 'GET':
            return 200, {'data': 'pong', 'CODE': 'success'}
        rq.op, args = self.route(rq)
        if rq.method in ('POST', 'PUT', 'DELETE') and rq.raw_body:
            rq.body = self.read_body(rq)
        return self.perform(rq, args)

    def perform(self, rq, args):
        return getattr(self, 'op_' + rq.op)(rq, *args)

    def route(self, rq):
        if rq.path.startswith(PREFIX + '/'):
            parts = [urllib.parse.unquote(x) for x in rq.path[len(PREFIX) + 1:].split('/')]
            routes = ROUTES
        elif rq.path.startswith(OLD_PREFIX + '/'):
            parts = [urllib.parse.unquote(x) for x in rq.path[len(OLD_PREFIX) + 1:].split('/')]
            routes = [('DELETE', ['dashboard', 'plans', '*'], 'deletePlan')]
        else:
            parts, routes = [], []
        for method, names, op in sorted(routes, key=lambda r: '*' in r[1]):
            if method == rq.method and len(names) == len(parts) and all(a in ('*', b) for a, b in zip(names, parts)):
                args = [b for a, b in zip(names, parts) if a == '*']
                if all(args):
                    return op, args
        raise Refusal(404, 'There is nothing here.')

    def read_body(self, rq):
        def refuse(_):
            raise ValueError
        try:
            body = json.loads(rq.raw_body.decode('utf-8'), parse_constant=refuse)
            json.dumps(body, ensure_ascii=False, allow_nan=False).encode('utf-8')
        except (ValueError, RecursionError):
            raise Refusal(400, 'The body is no JSON.') from None
        if not isinstance(body, dict):
            raise Refusal(422, 'The body is no object.', {'body': ['It is JSON, but no object.']})
        return body

    def error_body(self, rq, e):
        if rq.path.startswith(PREFIX + '/orders') and e.status in (400, 404, 422):
            rows = [{'details': texts, 'title': name} for name, texts in e.errors.items()]
            return {'errors': rows or [{'details': [e.message], 'title': e.message}], 'status': e.status}
        return {'errors': e.errors, 'message': e.message, 'CODE': 'error'}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    server_version = 'TintaYSal/3.1'
    sys_version = ''
    wbufsize = -1
    timeout = 120
    app = None

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, *args):
        pass

    def date_time_string(self, timestamp=None):
        return super().date_time_string(self.app.clock.now() if timestamp is None else timestamp)

    def send_error(self, code, message=None, explain=None):
        """What is no request of HTTP."""
        data = json.dumps({'errors': {}, 'message': message or 'This cannot be read.', 'CODE': 'error'}).encode()
        self.send_response(404 if code == 501 else 400)
        for name, value in self.fixed_headers(400, {}):
            self.send_header(name, value)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(data)))
        self.send_header('Connection', 'close')
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def read_raw(self):
        if 'chunked' in self.headers.get('Transfer-Encoding', '').lower():
            whole = b''
            while True:
                size = int(self.rfile.readline().split(b';')[0], 16)
                whole += self.rfile.read(size)
                self.rfile.readline()
                if size == 0:
                    return whole
        return self.rfile.read(int(self.headers.get('Content-Length') or 0))

    def serve(self):
        raw = self.read_raw()
        path, _, query = self.path.partition('?')
        if path.startswith('http://'):
            path = '/' + path.split('/', 3)[-1]
        host = self.headers.get('Host') or 'localhost'
        rq = Thing(method='GET' if self.command == 'HEAD' else self.command, verb=self.command, path=path,
                   raw_query=query, query=dict(urllib.parse.parse_qsl(query, keep_blank_values=True)),
                   seal=seal_state(path, query), raw_body=raw, body=None, base='http://' + host, op=None, token=None,
                   store=None, admin=None, token_text=self.headers.get('X-User-Token'),
                   agent=self.headers.get('User-Agent'), headers=self.headers)
        try:
            status, headers, body = self.app.handle(rq)
        except Exception as e:  # a mistake of this server
            import traceback
            traceback.print_exc()
            status, headers, body = 500, {}, {'errors': {}, 'message': f'We are sorry: {e!r}', 'CODE': 'error'}
        kind = 'application/json'
        if isinstance(body, str):
            data, kind = body.encode(), 'text/html; charset=utf-8'
        else:
            data = b'' if body is None else json.dumps(body, ensure_ascii=False).encode('utf-8', 'replace')
        self.send_response(status)
        for name, value in self.fixed_headers(status, headers):
            self.send_header(name, value)
        if status != 204:
            self.send_header('Content-Type', kind)
            self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        if self.command != 'HEAD' and status != 204:
            self.wfile.write(data)
        self.wfile.flush()

    def fixed_headers(self, status, headers):
        rows = {'X-XSS-Protection': '1', 'X-Content-Type-Options': 'nosniff',
                'Strict-Transport-Security': 'max-age=31536000; includeSubdomains'}
        rows.update(headers)
        return rows.items()

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = serve


class Listener(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--port', type=int, default=8750)
    p.add_argument('--control', type=int, help='the private control port; default: PORT + 1000')
    p.add_argument('--fault', action='append', default=[], metavar='NAME')
    p.add_argument('--list-faults', action='store_true')
    a = p.parse_args()
    if a.list_faults:
        for f in faults.ALL.values():
            print(f.name, f.kind, f.cls or '-', f.sentence, f.chapter, sep='\t')
        return
    unknown = [name for name in a.fault if name not in faults.ALL]
    if unknown:
        sys.exit(f'unknown fault: {", ".join(unknown)}')
    app = App()
    handler = type('H', (Handler,), {'app': app})
    for name in a.fault:
        faults.ALL[name].install(app, handler)
    public = Listener(('127.0.0.1', a.port), handler)
    private = Listener(('127.0.0.1', a.control or a.port + 1000), control.handler(app))
    threading.Thread(target=private.serve_forever, daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f'store on http://127.0.0.1:{a.port}, control port {private.server_port}', flush=True)
    try:
        public.serve_forever(poll_interval=1)
    except KeyboardInterrupt:
        pass


if __name__ == '__main__':
    main()
