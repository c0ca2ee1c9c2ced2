"""A small client for selftest.py: the API by HTTP, the hooks by a call in the same process."""
import http.client
import json
import os
import threading
from types import SimpleNamespace as Thing

import control
import faults
from server import App, Handler, Listener
from world import DEFAULT_TOKENS, ROLES

for role, name in ROLES.items():
    os.environ.setdefault(name, DEFAULT_TOKENS[role])


class Client:
    def __init__(self, *names):
        self.app = App()
        handler = type('H', (Handler,), {'app': self.app})
        for name in names:
            faults.ALL[name].install(self.app, handler)
        self.server = Listener(('127.0.0.1', 0), handler)
        self.verbs = control.Verbs(self.app)
        threading.Thread(target=lambda: self.server.serve_forever(poll_interval=0.02), daemon=True).start()
        self.base = f'http://127.0.0.1:{self.server.server_port}'
        self.conn = self.connect()
        self.n = 0
        self.sent = 0

    def connect(self):
        return http.client.HTTPConnection('127.0.0.1', self.server.server_port, timeout=10)

    def close(self):
        self.conn.close()
        self.server.shutdown()
        self.server.server_close()

    def call(self, method, path, body=None, role='admin', token=None, headers=None, conn=None, raw=None):
        if role and not token and path.startswith('/'):
            self.sent += 1
            if self.sent % 50 == 0 and not getattr(self, 'dense', False):
                self.hook('advance', ms=60000)
        h = {'Host': 'tienda.test'}
        if role or token:
            h['X-User-Token'] = token or os.environ[ROLES[role]]
        h.update(headers or {})
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if path.startswith('http://tienda.test'):
            path = path[len('http://tienda.test'):]
        elif not path.startswith(('/api/', '/caja/', '/integration-api')):
            path = '/integration-api/v1' + path
        conn = conn or self.conn
        conn.request(method, path, data, h)
        r = conn.getresponse()
        text = r.read()
        try:
            j = json.loads(text)
        except ValueError:
            j = text.decode() or None
        return Thing(s=r.status, j=j, h=r.headers, text=text)

    def get(self, path, **k):
        return self.call('GET', path, **k)

    def post(self, path, body=None, **k):
        return self.call('POST', path, body, **k)

    def put(self, path, body=None, **k):
        return self.call('PUT', path, body, **k)

    def delete(self, path, body=None, **k):
        return self.call('DELETE', path, body, **k)

    def hook(self, verb, **a):
        a.setdefault('role', 'admin')
        with self.app.lock:
            return getattr(self.verbs, verb.replace('-', '_'))(a)

    def new(self):
        self.n += 1
        return f'x{self.n}'

    def user(self, role='admin', **more):
        n = self.new()
        body = dict({'email': f'{n}@correo.example', 'external_id': f'ext-{n}', 'new_password': 'clave larga'}, **more)
        r = self.post('/dashboard/users', body, role=role)
        return r.j['data'] if r.s == 201 else r

    def update(self, user, **more):
        body = dict({'email': user['email'], 'external_id': user['external_id'], 'only_sees_readable': False}, **more)
        return self.put(f'/dashboard/users/{user["id"]}', body)

    def listed(self, user, role='admin'):
        r = self.get('/dashboard/users?query=' + user['email'].replace('+', '%2B'), role=role)
        return r.j['data']['paginator']['data'][0] if r.s == 200 else r.s

    def order_body(self, type='permission', user=None, product='9789974-001-7', ptype='content', **more):
        n = self.new()
        p = {'type': ptype, 'id': product}
        body = {'type': type, 'user': user or {'id': f'buyer-{n}', 'email': f'{n}@compra.example'}, 'products': [p]}
        if type != 'permission':
            body.update(unit_price=12.5, currency_id='ARS', return_url='https://tienda.example/g?a=b')
            p.update(unit_price=12.5, currency_id='ARS')
        body.update(more)
        return body

    def order(self, type='permission', **more):
        role = more.pop('role', 'admin')
        if type == 'report' and 'user' not in more:
            u = self.user(role=role)
            more['user'] = {'id': u['external_id'], 'email': u['email']}
        r = self.post('/orders', self.order_body(type, **more), role=role)
        return r.j['data'] if r.s == 201 else r

    def issue_body(self, **more):
        n = self.new()
        return dict({'publication_date': '2020-02-03', 'name': f'Libro {n}', 'extension': 'epub', 'external_id': f'isbn-{n}',
                     'file_url': 'https://f.example/a.epub'}, **more)

    def issue(self, **more):
        role = more.pop('role', 'admin')
        r = self.post('/dashboard/issues', self.issue_body(**more), role=role)
        return r.j['data']['issue'] if r.s == 201 else r

    def plan(self, **more):
        role = more.pop('role', 'admin')
        r = self.post('/dashboard/plans', dict({'type': 'recurring', 'name': f'Plan {self.new()}'}, **more), role=role)
        return r.j['data'] if r.s == 201 else r

    def may(self, user, product='9789974-001-7', type='content'):
        return self.hook('may-this-user-read', user=user, product=product, type=type)['may']
