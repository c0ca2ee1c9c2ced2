"""Users and their authentication sessions."""
import re
from types import SimpleNamespace as Thing

from basics import Checker, Refusal, bare, day_of, elapsed, iso, pack, sealed, stamp, unpack
from world import SESSION_LIFE

USERS_PAGE = 20
ANONYMOUS = 'sinnombre.orillas.example'


class People:
    # -- how a user looks ---------------------------------------------------------------------------------------
    def picture(self, store, user):
        return f'https://img.{store.domain}/caras/{user.uuid[:8]}.png'

    def show_user(self, store, user):
        return {
            'uuid': user.uuid, 'id': user.id, 'external_id': user.external_id, 'email': user.email,
            'name': user.name, 'anonymized': user.anonymized, 'admin': user.admin, 'plan_admin': user.plan_admin,
            'only_sees_readable': user.only_sees_readable, 'sessions_limit': user.sessions_limit,
            'picture': self.picture(store, user), 'deleted_at': self.show_deleted(user),
            'updated_at': stamp(user.updated), 'created_at': stamp(user.created), 'shelf': store.name,
        }

    def show_deleted(self, user):
        return None if user.deleted is None else int(user.deleted)

    def show_listed_user(self, store, user):
        bought = self.purchases_of(store, user)
        plans = self.show_user_plans(store, user)
        return {
            'email': user.email, 'id': user.id, 'uuid': user.uuid, 'name': user.name,
            'external_id': user.external_id, 'sessions_limit': user.sessions_limit,
            'admin': user.admin, 'plan_admin': user.plan_admin, 'only_sees_readable': int(user.only_sees_readable),
            'anonymized': user.anonymized, 'picture': self.picture(store, user),
            'updated_at': iso(user.updated), 'created_at': iso(user.created),
            'created_at_date_string': day_of(user.created), 'deleted_at': self.show_deleted(user),
            'purchased_issues_with_cancelled_count': len(bought), 'purchased_issues_with_cancelled': bought,
            'user_plans_count': len(plans), 'user_plans': plans, 'can_be_edited': not user.anonymized,
            'impersonate': f'https://{store.domain}/como/{user.uuid}', 'sessions': None, 'ip_ranges': [],
            'referrers': [], 'loyalty': {'tier': 'lector'},
        }

    def purchases_of(self, store, user):
        return [{'order_id': o.id, 'issue': p.id, 'status': o.status, 'cancelled_reason': o.cancel_reason}
                for o in store.orders.values() if o.user == user.id and o.status != 'pending'
                for p in o.products if p.type == 'content']

    def show_user_plans(self, store, user):
        own = [{'plan_id': s.plan, 'name': s.name, 'valid_to': s.last_day,
                'status': 'cancelled' if s.cancelled else 'active'} for s in user.subscriptions]
        return own + [{'plan_id': int(p.id), 'name': store.plans[int(p.id)].name, 'valid_to': p.expiration_date or p.last_day,
                       'status': 'cancelled' if p.cancelled or o.status == 'cancelled' else 'active'}
                      for o in store.orders.values() if o.user == user.id and o.status != 'pending'
                      for p in o.products if p.type == 'subscription']

    # -- finding ------------------------------------------------------------------------------------------------
    def find_user(self, store, text):
        user = store.users.get(int(text)) if re.fullmatch(r'[0-9]{1,15}', text) else None
        if user is None:
            raise Refusal(404, f'No reader here has the number {text[:40]}.')
        return user

    def user_by_external(self, store, external_id):
        return next((u for u in store.users.values() if u.external_id == external_id), None)

    def user_by_email(self, store, email):
        return next((u for u in store.users.values() if u.email == email), None)

    def select_users(self, store, query):
        users = sorted(store.users.values(), key=lambda u: -u.seq)
        if query == 'deactivated':
            return [u for u in users if u.deleted is not None]
        if query == 'admins':
            return [u for u in users if u.admin]
        if query:
            return [u for u in users if u.email == query]
        return users

    # -- operations ---------------------------------------------------------------------------------------------
    def op_listUsers(self, rq):
        query = rq.query.get('query', '')
        page, top = self.page_of(rq), rq.query.get('tope') if rq.seal else None
        users = self.select_users(rq.store, query)
        if top:  # pages stay in place while users are added
            users = [u for u in users if u.seq <= int(top)]
        if not users:
            raise Refusal(404, 'Nobody was found.')
        pages = -(-len(users) // USERS_PAGE)
        shown = users[(page - 1) * USERS_PAGE:page * USERS_PAGE]
        link = None
        if page < pages:
            pairs = ([('query', query)] if query else []) + [('page', page + 1), ('tope', top or users[0].seq)]
            link = sealed(rq.base + rq.path, pairs)
        return 200, {'data': {'paginator': {
            'data': [self.show_listed_user(rq.store, u) for u in shown], 'current_page': page, 'last_page': pages,
            'total': len(users), 'per_page': USERS_PAGE, 'next_page_url': link}}, 'CODE': 'success'}

    def page_of(self, rq):
        """Only links lead to further pages: the number of a page counts with its seal."""
        page = rq.query.get('page', '1')
        if rq.seal is False or (page != '1' and rq.seal is None):
            raise Refusal(422, 'This link to a page is not one of ours.', {'page': ['Follow the links as they are.']})
        return int(page)

    def check_user(self, rq, user=None):
        store, c = rq.store, Checker(rq.body)
        new = user is None
        email = c.email('email', True)
        if email is not None and self.email_taken(store, email, user):
            c.fail('email', 'This address belongs to another reader.')
        if new:
            external_id = c.string('external_id', True, 64)
            if external_id is not None and self.external_taken(store, external_id):
                c.fail('external_id', 'This external_id belongs to another reader.')
        elif c.string('external_id', True, 64) is not None and c.body['external_id'] != user.external_id:
            c.fail('external_id', 'The external_id field is prohibited: it stays as it is.')
        c.string('new_password', new, 255, 8)
        c.whole('sessions_limit', False, 1, 999999)
        self.check_new_plan(store, c)
        c.day('new_plan_custom_valid_to')
        c.boolean('admin')
        c.boolean('plan_admin')
        c.boolean('only_sees_readable', not new)
        c.string('user_plan_name')
        c.done()
        return c.body

    def check_new_plan(self, store, c):
        number = c.whole('assign_new_plan')
        if number is None:
            return
        plan = store.plans.get(number)
        if plan is None or plan.deleted is not None:
            c.fail('assign_new_plan', 'There is no such plan.')
        elif not plan.subscribable:
            c.fail('assign_new_plan', 'Nobody can subscribe to this plan.')

    def email_taken(self, store, email, but):
        return any(u.email == email and u is not but for u in store.users.values())

    def external_taken(self, store, external_id):
        return self.user_by_external(store, external_id) is not None

    def op_createUser(self, rq):
        body = self.check_user(rq)
        user = self.add_user(rq.store, body)
        return 201, {'data': self.show_user(rq.store, user), 'CODE': 'success'}

    def add_user(self, store, body):
        user = self.world.make_user(store, body['email'], body['external_id'], body['new_password'])
        self.set_user(store, user, body)
        return user

    def set_user(self, store, user, body):
        for name in ('admin', 'plan_admin', 'only_sees_readable'):
            if body.get(name) is not None:
                setattr(user, name, body[name])
        if 'sessions_limit' in body:
            user.sessions_limit = body['sessions_limit']
        if body.get('assign_new_plan') is not None:
            plan = store.plans[body['assign_new_plan']]
            self.world.make_subscription(user, plan, body.get('user_plan_name'),
                                         body.get('new_plan_custom_valid_to') or self.end_of(plan))

    def op_updateUser(self, rq, number):
        user = self.find_user(rq.store, number)
        body = self.check_user(rq, user)
        self.change_user(rq.store, user, body)
        return 200, {'CODE': 'success', 'data': self.show_user(rq.store, user)}

    def change_user(self, store, user, body):
        user.email = body['email']
        if body.get('new_password') is not None:
            user.password = self.world.hide(body['new_password'])
        self.set_user(store, user, body)
        user.updated = self.clock.now()

    def op_deactivateUser(self, rq, number):
        user = self.find_user(rq.store, number)
        wish = rq.query.get('anonymize', 'false')
        if wish not in ('true', '1', 'false', '0'):
            raise Refusal(422, 'The wish cannot be read.', {'anonymize': ['anonymize is neither true nor false.']})
        anonymize = wish in ('true', '1')
        if user.anonymized or (user.deleted is not None and not anonymize):
            raise Refusal(422, 'This reader has been deactivated before.', {'id': ['Not active.']})
        self.deactivate(rq.store, user)
        if anonymize:
            self.anonymize(rq.store, user)
        return 200, {'data': [], 'CODE': 'success'}

    def deactivate(self, store, user):
        if user.deleted is None:
            user.deleted = self.clock.now()
        self.end_sessions(store, user)
        self.cancel_manual_orders(store, user)

    def anonymize(self, store, user):
        user.email = f'user-{user.id}@{ANONYMOUS}'
        user.name = user.external_id = user.password = None
        user.anonymized = True
        self.cancel_subscriptions(store, user)

    def cancel_manual_orders(self, store, user):
        for order in store.orders.values():
            if order.user == user.id and order.type != 'sale' and order.status in ('approved', 'paused'):
                order.status, order.cancel_reason, order.access_until = 'cancelled', 'deactivate_user', None

    def cancel_subscriptions(self, store, user):
        for s in user.subscriptions:
            s.cancelled = True
        for order in store.orders.values():
            if order.user == user.id:
                for p in order.products:
                    p.cancelled = p.cancelled or p.type == 'subscription'

    def op_reactivateUser(self, rq, number):
        user = self.find_user(rq.store, number)
        if user.anonymized:
            raise Refusal(403, 'Whoever was made anonymous does not come back.')
        if user.deleted is None:
            raise Refusal(422, 'This reader is active.', {'id': ['Not deactivated.']})
        user.deleted, user.updated = None, self.clock.now()
        return 200, {'data': 1, 'CODE': 'success'}

    def op_forceLogout(self, rq, name):
        user = self.user_to_log_out(rq.store, name)
        if user is None:
            raise Refusal(404, 'No reader here has this id.')
        self.end_sessions(rq.store, user)
        return 200, {'CODE': 'success', 'data': []}

    def user_to_log_out(self, store, name):
        user = store.users.get(int(name)) if re.fullmatch(r'[0-9]{1,15}', name) else None
        return user or self.user_by_external(store, name)

    # -- sessions -----------------------------------------------------------------------------------------------
    def begin_session(self, store, user, kind='web', raw=None, ip='127.0.0.1'):
        now = self.clock.now()
        if kind == 'mobile':
            data = {'raw': raw or 'OrillasApp/5.2.1 (iOS 17.4; iPhone14,5)', 'type': 'mobile', 'os': 'iOS',
                    'os_version': '17.4', 'app_name': 'OrillasApp', 'app_version': '5.2.1'}
        else:
            raw = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' if raw is None else raw
            data = dict(read_agent(raw), raw=raw, type='web')
        session = Thing(id='ses-' + self.world.numbers.hex(28), user=user.id, ip=ip, data=data, last=now,
                        seq=self.world.next_seq())
        store.sessions[session.id] = session
        return session

    def live_sessions(self, store):
        now = self.clock.now()
        return [s for s in store.sessions.values() if s.last + SESSION_LIFE > now]

    def end_sessions(self, store, user):
        gone = [s.id for s in self.live_sessions(store) if s.user == user.id]
        for key in gone:
            del store.sessions[key]
        return len(gone)

    def show_session(self, store, s):
        user = store.users[s.user]
        return {'id': s.id, 'session_data': s.data, 'ip_address': s.ip, 'user_email': user.email,
                'user_id': user.id, 'user_external_id': user.external_id, 'last_activity': bare(s.last),
                'session_expires_at': bare(s.last + SESSION_LIFE),
                'last_activity_diff': elapsed(self.clock.now() - s.last)}

    def select_sessions(self, store, user_id, external_id):
        rows = []
        for s in self.live_sessions(store):
            user = store.users[s.user]
            if user_id is not None and user.id != user_id:
                continue
            if external_id is not None and user.external_id != external_id:
                continue
            rows.append(s)
        return sorted(rows, key=lambda s: -s.seq)

    def op_listAuthSessions(self, rq):
        c = Checker({})
        q = rq.query
        user_id, external_id, per_page = q.get('user_id'), q.get('external_id'), q.get('per_page', '100')
        if user_id is not None and not re.fullmatch(r'[0-9]{1,15}', user_id):
            c.fail('user_id', 'user_id is no whole number.')
        if external_id is not None and not 1 <= len(external_id) <= 64:
            c.fail('external_id', 'external_id has 1 to 64 characters.')
        if not re.fullmatch(r'[0-9]{1,4}', per_page) or not 1 <= int(per_page) <= 200:
            c.fail('per_page', 'per_page is a number from 1 to 200.')
        key, after = [rq.store.tenant, user_id, external_id], None
        if 'cursor' in q:
            mark = unpack(q['cursor'])
            if not isinstance(mark, list) or mark[:2] != ['as', key]:
                c.fail('cursor', 'This cursor does not belong to this list.')
            else:
                after = mark[2]
        c.done()
        rows = self.select_sessions(rq.store, int(user_id) if user_id else None, external_id)
        if after is not None:
            rows = [s for s in rows if s.seq < after]
        size = int(per_page)
        more = len(rows) > size
        rows = rows[:size]
        return 200, {'pagination': {'has_more': more, 'per_page': size,
                                    'next_cursor': pack(['as', key, rows[-1].seq]) if more else None},
                     'data': [self.show_session(rq.store, s) for s in rows], 'CODE': 'success'}

    def op_deleteAuthSession(self, rq, name):
        session = rq.store.sessions.get(name)
        if session is None or session not in self.live_sessions(rq.store):
            raise Refusal(404, 'This session is unknown or over.')
        del rq.store.sessions[name]
        return 200, {'message': 'The session is over.', 'CODE': 'success'}

    def op_deleteAuthSessionsOfUser(self, rq, number):
        user = self.find_user(rq.store, number)
        count = self.end_sessions(rq.store, user)
        return 200, {'message': f'{count} sessions are over.', 'data': {'deleted_count': count}, 'CODE': 'success'}


def read_agent(raw):
    """Browser, device and system of a user agent, roughly."""
    def first(pairs, other):
        return next((name for mark, name in pairs if mark in raw), other)
    return {
        'browser': first((('Edg/', 'Edge'), ('Firefox/', 'Firefox'), ('Chrome/', 'Chrome'), ('Safari/', 'Safari')), 'Unknown'),
        'device': first((('iPad', 'Tablet'), ('Tablet', 'Tablet'), ('Mobile', 'Mobile'), ('iPhone', 'Mobile')), 'Desktop'),
        'os': first((('Android', 'Android'), ('iPhone', 'iOS'), ('iPad', 'iOS'), ('Windows', 'Windows'),
                     ('Mac OS', 'Mac'), ('Linux', 'Linux')), 'Unknown'),
    }
