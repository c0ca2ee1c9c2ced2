"""The private control port: does for the hooks what the API cannot do."""
import json
import time
from http.server import BaseHTTPRequestHandler

from world import CONVERSION_TIME


class Verbs:
    def __init__(self, app):
        self.app = app

    @property
    def world(self):
        return self.app.world

    def token(self, a):
        return self.world.tokens[self.world.roles[a['role']]]

    def store(self, a):
        return self.token(a).store

    def order(self, a):
        return self.store(a).orders[a['order']]

    def user(self, a):
        return self.app.any_user(self.store(a), a['user'])

    # -- clock and limits ---------------------------------------------------------------------------------------
    def advance(self, a):
        self.app.clock.offset += max(0, a['ms']) / 1000

    def reset(self, a):
        self.app.reset()

    def leave_reads(self, a):
        self.app.meters.leave(self.token(a), a['of'], a['reads'])

    # -- tokens -------------------------------------------------------------------------------------------------
    def generate_token(self, a):
        store = self.store(a)
        name = self.world.numbers.hex(8)
        admin = self.world.make_user(store, f'{name}@{store.domain}', f'staff-{name}', 'clave ' + name, admin=True)
        entry = self.world.make_token(store, admin)
        return {'token': entry.token, 'id': entry.id}

    def entry(self, a):
        return next(t for t in self.world.tokens.values() if t.id == a['id'] and t.store is self.store(a))

    def regenerate_token(self, a):
        old = self.entry(a)
        del self.world.tokens[old.token]
        entry = self.world.make_token(old.store, old.admin)
        return {'token': entry.token, 'id': entry.id}

    def delete_token(self, a):
        del self.world.tokens[self.entry(a).token]

    # -- sessions -----------------------------------------------------------------------------------------------
    def sign_in(self, a):
        user = self.user(a)
        if user.deleted is not None:
            raise ValueError('this user cannot sign in')
        return {'session': self.app.begin_session(self.store(a), user, a.get('type') or 'web').id}

    def is_signed_in(self, a):
        store = self.store(a)
        session = store.sessions.get(a['session'])
        return {'alive': session is not None and session in self.app.live_sessions(store)}

    def try_login(self, a):
        user = self.user(a)
        return {'admitted': user.deleted is None and user.password is not None
                and user.password == self.world.hide(a['password'])}

    # -- orders -------------------------------------------------------------------------------------------------
    def complete_payment(self, a):
        order = self.order(a)
        outcome = a.get('outcome') or 'approved'
        redirect = self.app.pay(self.store(a), order, outcome)
        return {'redirect': redirect, 'order_status': order.status}

    def approve_late(self, a):
        order = self.order(a)
        self.app.approve_sale(self.store(a), order)
        return {'order_status': order.status}

    def leave_checkout(self, a):
        return {'redirect': None, 'order_status': self.order(a).status}

    def open_checkout(self, a):
        rest = a['url'].split('#')[0].split('://', 1)[-1]
        return {'opens': self.app.open_checkout('/' + rest.partition('/')[2]) is not None}

    def payment_records(self, a):
        return {'payments': self.order(a).payments}

    def which_gateway(self, a):
        return {'gateway': self.app.gateway_of(self.order(a))}

    def read_mail(self, a):
        end = time.time() + min(30000, a.get('wait_ms') or 0) / 1000
        while True:
            mails = [m for m in self.store(a).mails if m['to'] == a['to'] and a.get('kind') in (None, m['kind'])]
            if mails or time.time() >= end:
                return {'mails': mails}
            self.app.pause(0.1)

    def switch_mails(self, a):
        for kind in ('report', 'sale') if a['of'] == 'all' else (a['of'],):
            self.store(a).mail_on[kind] = a['on']

    def may_this_user_read(self, a):
        return {'may': self.app.may_read(self.store(a), self.user(a), a['product'], a.get('type') or 'content')}

    def catalog_entry(self, a):
        issue = self.app.any_issue(self.store(a), a['product'])
        link = issue.kind == 'External link'
        return {'name': issue.name, 'kind': issue.kind, 'url': issue.file_url if link else None,
                'storefront': issue.storefront}

    # -- content and plans --------------------------------------------------------------------------------------
    def seed_collection(self, a):
        name = f'Colección {self.world.numbers.hex(6)}'
        self.store(a).collections.append(name)
        return {'collection': name}

    def switch_content(self, a):
        self.store(a).content_on = a['on']

    def switch_physical(self, a):
        self.store(a).physical_on = a['on']

    def switch_consumption(self, a):
        self.store(a).consumption_on = a['on']

    def defer_conversion(self, a):
        issue = self.app.any_issue(self.store(a), a['issue'])
        if self.app.converted(issue):
            raise ValueError('this content is converted already')
        issue.deferred = True

    def resume_conversion(self, a):
        issue = self.app.any_issue(self.store(a), a['issue'])
        issue.deferred = False
        issue.convert_at = self.app.clock.now() + CONVERSION_TIME

    def list_subscriptions(self, a):
        return {'subscriptions': self.app.subscriptions_of(self.store(a), self.user(a))}

    # -- reading ------------------------------------------------------------------------------------------------
    def record_reading(self, a):
        return {'uuid': self.app.record_reading(self.store(a), a).uuid}

    def continue_reading(self, a):
        self.app.continue_reading(self.store(a), a)

    def generate_reading(self, a):
        self.app.generate_reading(self.store(a), a)


def handler(app):
    verbs = Verbs(app)

    class Control(BaseHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def do_POST(self):
            try:
                a = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
                verb = a['verb'].replace('-', '_')
                if verb in ('token', 'store', 'order', 'user', 'entry', 'world') or not hasattr(verbs, verb):
                    status, answer = 501, {'error': f'unknown verb {a["verb"]}'}
                else:
                    with app.lock:
                        status, answer = 200, getattr(verbs, verb)(a) or {}
            except Exception as e:
                status, answer = 409, {'error': repr(e)}
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header('Content-Type', 'application/json')
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Control
