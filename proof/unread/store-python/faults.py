"""Faults that the server can be started with: `--fault NAME`. Each wraps one step of the correct server, which knows nothing of them."""
import re
from types import SimpleNamespace as Thing

import world as world_module
from basics import Refusal, day_of, unpack

ALL = {}


def fault(kind, name, chapter, sentence, cls=None):
    def keep(install):
        ALL[name] = Thing(name=name, kind=kind, cls=cls, chapter=chapter, sentence=sentence, install=install)
        return install
    return keep


def plain(name, chapter, sentence):
    return fault('plain', name, chapter, sentence)


def deep(cls, name, chapter, sentence):
    return fault('deep', name, chapter, sentence, cls)


def wrap(app, name, step):
    """Puts step(inner, *args) in the place of a method of the server."""
    inner = getattr(app, name)
    setattr(app, name, lambda *args, **more: step(inner, *args, **more))


def after(app, op, change):
    """change(rq, body) alters the successful answer of an operation (or returns another pair)."""
    def step(inner, rq, *args):
        status, body = inner(rq, *args)
        return change(rq, body) or (status, body)
    wrap(app, 'op_' + op, step)


def meters(app, change):
    """Alters the meters, also those after a reset."""
    def again(inner):
        inner()
        change(app.meters)
    change(app.meters)
    wrap(app, 'reset', again)


def headers(handler, change):
    inner = handler.fixed_headers

    def fixed_headers(self, status, more):
        rows = dict(inner(self, status, more))
        change(status, rows)
        return rows.items()
    handler.fixed_headers = fixed_headers


# == plain: access =======================================================================================================

@plain('missing-token-403', 'access', 'A missing or invalid token is answered 401.')
def _(app, handler):
    def step(inner, rq):
        if rq.token_text is None:
            raise Refusal(403, 'A token is missing.')
        inner(rq)
    wrap(app, 'authenticate', step)


@plain('hsts-without-subdomains', 'access', 'Every response carries Strict-Transport-Security: max-age=31536000; includeSubdomains')
def _(app, handler):
    headers(handler, lambda status, rows: rows.update({'Strict-Transport-Security': 'max-age=31536000'}))


@plain('errors-without-nosniff', 'access', 'Every response carries ... X-Content-Type-Options: nosniff')
def _(app, handler):
    headers(handler, lambda status, rows: status >= 400 and rows.pop('X-Content-Type-Options'))


@plain('foreign-users-changed', 'access', '404: user, session, order, content, plan not found (a user of another store)')
def _(app, handler):
    def step(inner, store, text):
        for other in app.world.stores:
            if text.isdigit() and int(text) in other.users:
                return other.users[int(text)]
        return inner(store, text)
    wrap(app, 'find_user', step)


@plain('foreign-orders-read', 'access', '404: user, session, order, content, plan not found (an order of another store)')
def _(app, handler):
    def step(inner, rq, name):
        for other in app.world.stores:
            if name in other.orders:
                rq.store = other
        return inner(rq, name)
    wrap(app, 'op_getOrder', step)


@plain('deleted-token-works', 'access', 'A compromised token can be deleted or regenerated; an invalid token is answered 401.')
def _(app, handler):
    known = {}

    def step(inner, text):
        entry = inner(text)
        if entry is not None:
            known[text] = entry
        return entry or (known.get(text) if known.get(text) and known[text].store in app.world.stores else None)
    wrap(app, 'token_entry', step)


# == plain: limits =======================================================================================================

@plain('limit-header-100', 'limits', 'Rate headers on responses: X-RateLimit-Limit (60)')
def _(app, handler):
    headers(handler, lambda status, rows: 'X-RateLimit-Limit' in rows and rows.update({'X-RateLimit-Limit': '100'}))


@plain('remaining-stands-still', 'limits', 'Rate headers on responses: ... X-RateLimit-Remaining')
def _(app, handler):
    headers(handler, lambda status, rows: 'X-RateLimit-Remaining' in rows and rows.update({'X-RateLimit-Remaining': '59'}))


@plain('ninety-a-minute', 'limits', 'Requests per API token: 60 per minute')
def _(app, handler):
    def change(m):
        inner, extra = m.minute, {}

        def minute(token):
            left, end = inner(token)
            if left is None and extra.setdefault((token.id, end), 30) > 0:
                extra[token.id, end] -= 1
                return 0, end
            return left, end
        m.minute = minute
    meters(app, change)


@plain('quota-without-retry-after', 'limits', 'Exceeding the minute limit or either daily quota answers 429, with Retry-After for the quotas.')
def _(app, handler):
    def step(inner, rq, rows):
        try:
            inner(rq, rows)
        except Refusal:
            if 'X-RateLimit-Reset' not in rows:
                rows.pop('Retry-After', None)
            raise
    wrap(app, 'measure', step)


# == plain: users ========================================================================================================

@plain('created-user-200', 'users', "Create answers 201 with {CODE: 'success', data: user}.")
def _(app, handler):
    after(app, 'createUser', lambda rq, body: (200, body))


@plain('short-passwords-taken', 'users', '422: ... new_password missing or under 8 characters on create')
def _(app, handler):
    def step(inner, rq, user=None):
        if user is None and isinstance(rq.body, dict) and isinstance(rq.body.get('new_password'), str):
            given = rq.body
            rq.body = dict(given, new_password=given['new_password'].ljust(8, '.') if given['new_password'] else '')
            inner(rq, user)
            return given
        return inner(rq, user)
    wrap(app, 'check_user', step)


@plain('admins-are-everybody', 'users', 'List: query `query` with one of: ... `admins` (only admins)')
def _(app, handler):
    wrap(app, 'select_users', lambda inner, store, query: inner(store, '' if query == 'admins' else query))


@plain('deactivation-keeps-manual-orders', 'users', 'active, DELETE without anonymize: login impossible by any means; active manual orders cancelled')
def _(app, handler):
    wrap(app, 'cancel_manual_orders', lambda inner, store, user: None)


@plain('anonymize-keeps-email', 'users', 'anonymize: email replaced by a generic address of the form user-<id>@<anonymized_domain>')
def _(app, handler):
    def step(inner, store, user):
        email = user.email
        inner(store, user)
        user.email = email
    wrap(app, 'anonymize', step)


@plain('anonymized-come-back', 'users', 'anonymized, PUT re-activate: answered 403')
def _(app, handler):
    def step(inner, rq, number):
        user = app.find_user(rq.store, number)
        if user.anonymized:
            return 200, {'CODE': 'success', 'data': 1}
        return inner(rq, number)
    wrap(app, 'op_reactivateUser', step)


@plain('external-id-changed', 'users', '422: external_id changed on user update (message: the field is prohibited)')
def _(app, handler):
    def step(inner, rq, user=None):
        if user is not None and isinstance(rq.body, dict) and isinstance(rq.body.get('external_id'), str) and rq.body['external_id']:
            user.external_id = rq.body['external_id'][:64]
        return inner(rq, user)
    wrap(app, 'check_user', step)


# == plain: auth-sessions ================================================================================================

@plain('deleted-session-lives', 'auth-sessions', 'DELETE /auth-sessions/{id}: delete one session. Deleting sessions logs the users out at once.')
def _(app, handler):
    def step(inner, rq, name):
        session = rq.store.sessions.get(name)
        answer = inner(rq, name)
        rq.store.sessions[name] = session
        return answer
    wrap(app, 'op_deleteAuthSession', step)


@plain('deleted-count-zero', 'auth-sessions', 'Delete all: answers 200 {CODE, message, data: {deleted_count: integer}}')
def _(app, handler):
    after(app, 'deleteAuthSessionsOfUser', lambda rq, body: body['data'].update(deleted_count=0))


@plain('force-logout-ends-one', 'auth-sessions', "Force logout does not change the user state; it ends all the user's sessions.")
def _(app, handler):
    def step(inner, rq, name):
        user = app.user_to_log_out(rq.store, name)
        kept = [s for s in app.live_sessions(rq.store) if user and s.user == user.id][:-1]
        answer = inner(rq, name)
        rq.store.sessions.update({s.id: s for s in kept})
        return answer
    wrap(app, 'op_forceLogout', step)


@plain('sessions-of-everybody', 'auth-sessions', "List query: ... `external_id` (string, user's external id)")
def _(app, handler):
    wrap(app, 'select_sessions', lambda inner, store, user_id, external_id: inner(store, user_id, None))


# == plain: reading ======================================================================================================

@plain('reading-page-of-thirty', 'reading', 'Up to 25 sessions per page.')
def _(app, handler):
    def step(inner, rq):
        import reading
        reading.READING_PAGE = 30
        try:
            return inner(rq)
        finally:
            reading.READING_PAGE = 25
    wrap(app, 'op_listReadingSessions', step)


@plain('reading-disabled-empty', 'reading', '403: consumption sessions disabled for the store')
def _(app, handler):
    def step(inner, rq):
        if rq.store.consumption_on:
            return inner(rq)
        rq.store.consumption_on = True
        try:
            status, body = inner(rq)
        finally:
            rq.store.consumption_on = False
        return status, dict(body, data=[], next_cursor=None, next_page_url=None)
    wrap(app, 'op_listReadingSessions', step)


@plain('reading-user-filter-ignored', 'reading', 'Query parameters: user_id (integer)')
def _(app, handler):
    wrap(app, 'reading_fits', lambda inner, r, f: inner(r, {k: v for k, v in f.items() if k != 'user_id'}))


@plain('guests-are-user-zero', 'reading', 'user_id, user_email, user_name: integer/string or null; null for guest sessions')
def _(app, handler):
    def step(inner, store, r):
        row = inner(store, r)
        if row['user_id'] is None:
            row.update(user_id=0, user_email='guest@orillas.example', user_name='guest')
        return row
    wrap(app, 'show_reading', step)


# == plain: orders =======================================================================================================

@plain('sale-approved-at-once', 'orders', 'create, type `sale`: next state pending, checkout URL returned')
def _(app, handler):
    def step(inner, store, body, user, found):
        order = inner(store, body, user, found)
        if order.type == 'sale':
            order.status = 'approved'
        return order
    wrap(app, 'add_order', step)


@plain('cancelled-orders-revive', 'orders', 'pending, approved or paused, DELETE: cancelled, irreversible')
def _(app, handler):
    def step(inner, rq, name):
        order = app.find_order(rq, name)
        if order.status == 'cancelled' and isinstance(rq.body, dict) and rq.body.get('status') == 'approved':
            order.status = 'approved'
        return inner(rq, name)
    wrap(app, 'op_updateOrder', step)


@plain('paused-keeps-access', 'orders', 'approved, PUT status = paused: applied instantly; permissions lost until approved again')
def _(app, handler):
    def step(inner, order, p):
        return (True, p.expiration_date or p.last_day) if order.status == 'paused' else inner(order, p)
    wrap(app, 'access_days', step)


@plain('order-errors-in-general-shape', 'orders', 'Orders: {status: 422, errors: [{title: string, details: [string...]}]}')
def _(app, handler):
    def step(inner, rq, e):
        return {'CODE': 'error', 'message': e.message, 'errors': e.errors} if e.status == 422 else inner(rq, e)
    wrap(app, 'error_body', step)


@plain('order-status-filter-ignored', 'orders', 'List query: ... `status` (for example `pending`)')
def _(app, handler):
    wrap(app, 'order_fits', lambda inner, store, o, f: inner(store, o, {k: v for k, v in f.items() if k != 'status'}))


@plain('unknown-product-404', 'orders', '400: order product not in the catalog; unsupported currency')
def _(app, handler):
    def step(inner, *args):
        try:
            return inner(*args)
        except Refusal as e:
            e.status = 404 if e.status == 400 else e.status
            raise
    wrap(app, 'find_product', step)


# == plain: checkout and mails ===========================================================================================

@plain('report-without-mail', 'events', 'create, type `report`: ... email to user unless disabled in dashboard notification settings')
def _(app, handler):
    wrap(app, 'send_mail', lambda inner, store, o, kind: None if kind == 'order-reported' else inner(store, o, kind))


@plain('redirect-without-external-id', 'events', 'the user is sent to return_url with query parameters order-id, order-external-id and status')
def _(app, handler):
    wrap(app, 'redirect_of', lambda inner, o, status: re.sub(r'order-external-id=[^&]*&', '', inner(o, status) or '') or None)


@plain('mails-not-switched-off', 'events', 'emails to the user when a report order is created or a sale order is approved (switchable in the dashboard notification settings)')
def _(app, handler):
    def step(inner, store, o, kind):
        kept, store.mail_on = store.mail_on, {'report': True, 'sale': True}
        inner(store, o, kind)
        store.mail_on = kept
    wrap(app, 'send_mail', step)


# == plain: content ======================================================================================================

@plain('content-terms-added', 'content', 'All desired taxonomy terms must be sent every time; adding a second term means sending both.')
def _(app, handler):
    from content import TAXONOMIES

    def step(inner, issue, body, physical):
        old = {name: list(getattr(issue, name)) for name in TAXONOMIES}
        inner(issue, body, physical)
        for name, terms in old.items():
            setattr(issue, name, terms + [t for t in getattr(issue, name) if t not in terms])
    wrap(app, 'change_issue', step)


@plain('deleted-content-read', 'content', '404: user, session, order, content, plan not found; DELETE /dashboard/issues/{issue_id}: delete')
def _(app, handler):
    def step(inner, rq, name):
        issue = rq.store.issues.get(int(name)) if name.isdigit() else None
        if issue is not None and issue.deleted is not None:
            return 200, {'CODE': 'success', 'data': app.show_issue(rq.store, issue)}
        return inner(rq, name)
    wrap(app, 'op_getIssue', step)


@plain('content-external-id-twice', 'content', 'external_id: string, required, unique')
def _(app, handler):
    wrap(app, 'issue_external_taken', lambda inner, *args: False)


# == plain: plans ========================================================================================================

@plain('prepaid-without-duration', 'plans', 'duration: months; required for prepaid, null for recurring')
def _(app, handler):
    def step(inner, rq, plan=None):
        body = rq.body
        if plan is None and isinstance(body, dict) and body.get('type') == 'prepaid' and body.get('duration') is None:
            rq.body = dict(body, duration=1)
        return inner(rq, plan)
    wrap(app, 'check_plan', step)


@plain('plans-searched-by-name-only', 'plans', 'list; query `query` searches name, type and description')
def _(app, handler):
    wrap(app, 'plan_matches', lambda inner, plan, query: query.lower() in plan.name.lower())


@plain('deleted-plans-listed', 'plans', 'DELETE /api/v1/dashboard/plans/{plan_id}: delete (200, 404)')
def _(app, handler):
    wrap(app, 'plans_of', lambda inner, store: list(store.plans.values()))


# == deep: values ========================================================================================================

@deep('values', 'external-id-63', 'users', 'external_id and ids of users, orders, products: max 64 characters')
def _(app, handler):
    def step(inner, rq, user=None):
        body = rq.body if isinstance(rq.body, dict) else {}
        if user is None and isinstance(body.get('external_id'), str) and len(body['external_id']) == 64:
            raise Refusal(422, 'Some of the data cannot be accepted.', {'external_id': ['external_id is too long.']})
        return inner(rq, user)
    wrap(app, 'check_user', step)


@deep('values', 'sessions-limit-below-999999', 'users', 'sessions_limit: 1 to 999999')
def _(app, handler):
    def step(inner, rq, user=None):
        body = rq.body if isinstance(rq.body, dict) else {}
        if body.get('sessions_limit') == 999999:
            raise Refusal(422, 'Some of the data cannot be accepted.', {'sessions_limit': ['sessions_limit is too high.']})
        return inner(rq, user)
    wrap(app, 'check_user', step)


@deep('values', 'reason-counted-in-bytes', 'orders', 'Order cancel reason: 3 to 150 characters')
def _(app, handler):
    def step(inner, rq, name):
        body = rq.body if isinstance(rq.body, dict) else {}
        if isinstance(body.get('reason'), str) and len(body['reason'].encode()) > 150:
            app.find_order(rq, name)
            raise Refusal(422, 'Some of the data cannot be accepted.', {'reason': ['reason is too long.']})
        return inner(rq, name)
    wrap(app, 'op_cancelOrder', step)


@deep('values', 'plus-address-refused', 'orders', 'user.email: string email')
def _(app, handler):
    def step(inner, c, who, kind):
        inner(c, who, kind)
        if isinstance(who.get('email'), str) and '+' in who['email']:
            c.fail('user.email', 'email is no address for e-mail.')
    wrap(app, 'check_buyer', step)


@deep('values', 'leading-zeros-lost', 'orders', "external_reference: string, caller's own id, max 64")
def _(app, handler):
    def step(inner, store, body, user, found):
        order = inner(store, body, user, found)
        if order.external_reference and re.fullmatch(r'0+[1-9][0-9]*', order.external_reference):
            order.external_reference = order.external_reference.lstrip('0')
        return order
    wrap(app, 'add_order', step)


@deep('values', 'cents-cut-off', 'content', 'prices (object by currency), price_morph (... amount_in_cents (integer))')
def _(app, handler):
    def step(inner, store, issue):
        row = inner(store, issue)
        for p in row['price_morph']:
            p['amount_in_cents'] = int(issue.prices[p['currency_id']] * 100)
        return row
    wrap(app, 'show_issue', step)


@deep('values', 'saml-reason-refused', 'reading', 'reason_type: one of the reason_type values')
def _(app, handler):
    def step(inner, rq):
        if rq.query.get('reason_type') == 'saml_and_entry_point_free_access':
            raise Refusal(422, 'Some of the data cannot be accepted.', {'reason_type': ['Unknown.']})
        return inner(rq)
    wrap(app, 'reading_filters', step)


@deep('values', 'lempira-refused', 'plans', 'Price currencies: USD, ARS, EUR, MXN, COP, PEN, CLP, AUD, UYU, BOB, PYG, BRL, INR, GTQ, HNL.')
def _(app, handler):
    def step(inner, rq, plan=None):
        prices = rq.body.get('prices') if isinstance(rq.body, dict) else None
        if isinstance(prices, dict) and 'HNL' in prices:
            raise Refusal(422, 'Some of the data cannot be accepted.', {'prices': ['HNL is no currency for prices.']})
        return inner(rq, plan)
    wrap(app, 'check_plan', step)


# == deep: combinations ==================================================================================================

@deep('combinations', 'status-lost-beside-user', 'orders', 'List query: `user_id`, ... `status` (for example `pending`)')
def _(app, handler):
    def step(inner, store, o, f):
        if 'user_id' in f and 'status' in f:
            f = {k: v for k, v in f.items() if k != 'status'}
        return inner(store, o, f)
    wrap(app, 'order_fits', step)


@deep('combinations', 'email-before-id', 'orders', 'List query: `user_id` (string, takes priority over `user_email`)')
def _(app, handler):
    def step(inner, store, o, f):
        if 'user_id' in f and 'user_email' in f:
            f = {k: v for k, v in f.items() if k != 'user_id'}
        return inner(store, o, f)
    wrap(app, 'order_fits', step)


@deep('combinations', 'product-expiration-with-status-for-all', 'orders', 'Update: optional product_id and product_type. Without `product_id` the expiration date applies to all products of the order.')
def _(app, handler):
    def step(inner, order, products, day, status):
        inner(order, order.products if day is not None and status is not None else products, day, status)
    wrap(app, 'change_order', step)


@deep('combinations', 'anonymize-after-deactivation-keeps-plans', 'users', 'active or deactivated, DELETE with anonymize=true: all subscriptions (recurring and prepaid) cancelled')
def _(app, handler):
    before = set()

    def deactivate(inner, store, user):
        if user.deleted is not None:
            before.add(user.uuid)
        inner(store, user)
    wrap(app, 'deactivate', deactivate)
    wrap(app, 'cancel_subscriptions', lambda inner, store, user: None if user.uuid in before else inner(store, user))


@deep('combinations', 'dates-lost-beside-plan', 'reading', 'from_date, to_date; reason_value only together with reason_type')
def _(app, handler):
    def step(inner, r, f):
        if 'reason_value' in f:
            f = {k: v for k, v in f.items() if not k.endswith('_date')}
        return inner(r, f)
    wrap(app, 'reading_fits', step)


@deep('combinations', 'physical-without-prices', 'content', 'Physical content: same fields minus `extension` and `file_url`')
def _(app, handler):
    def step(inner, body, physical):
        fields = inner(body, physical)
        if physical:
            fields.pop('prices', None)
        return fields
    wrap(app, 'issue_fields', step)


@deep('combinations', 'prepaid-trial-without-days', 'plans', 'free_trial_days: integer, required when free_trial is true')
def _(app, handler):
    def step(inner, rq, plan=None):
        body = rq.body
        if isinstance(body, dict) and body.get('type') == 'prepaid' and body.get('free_trial') is True and body.get('free_trial_days') is None:
            rq.body = dict(body, free_trial=False)
            return dict(inner(rq, plan), free_trial=True)
        return inner(rq, plan)
    wrap(app, 'check_plan', step)


@deep('combinations', 'reason-and-date-end-at-once', 'orders', 'Cancel: optional body `reason` and `expiration_date` (YYYY-MM-DD, the date access ends)')
def _(app, handler):
    def step(inner, order, reason, day):
        inner(order, reason, day)
        if reason is not None:
            order.access_until = None
    wrap(app, 'cancel_order', step)


# == deep: depth =========================================================================================================

@deep('depth', 'third-currency-unchecked', 'orders', 'Every product of a sale order must use the same currency as the order.')
def _(app, handler):
    def step(inner, c, body, i, product, priced):
        if i >= 2:
            body = {}
        inner(c, body, i, product, priced)
    wrap(app, 'check_product', step)


@deep('depth', 'third-session-page-skips', 'auth-sessions', 'pagination: {per_page, next_cursor, has_more}: the cursor leads to the rest of the list')
def _(app, handler):
    walks = {}

    def step(inner, rq):
        status, body = inner(rq)
        cursor = rq.query.get('cursor')
        page = walks.get(cursor, 1) if cursor else 1
        if body['pagination']['next_cursor']:
            walks[body['pagination']['next_cursor']] = page + 1
        if page >= 3 and body['data']:
            body['data'] = body['data'][1:]
        return status, body
    wrap(app, 'op_listAuthSessions', step)


@deep('depth', 'equal-instants-lost-between-pages', 'reading', 'Up to 25 sessions per page; next_cursor, next_page_url lead to the others')
def _(app, handler):
    def step(inner, rq):
        status, body = inner(rq)
        mark = unpack(rq.query['cursor']) if 'cursor' in rq.query else None
        if mark and mark[2] == '>':
            rows = rq.store.readings
            body['data'] = [x for x in body['data'] if rows[x['uuid']].started != mark[3][0]]
        return status, body
    wrap(app, 'op_listReadingSessions', step)


@deep('depth', 'ten-sessions-deleted', 'auth-sessions', 'DELETE /auth-sessions/users/{user_id}: delete all sessions of a user')
def _(app, handler):
    def step(inner, rq, number):
        user = app.find_user(rq.store, number)
        kept = [s for s in app.live_sessions(rq.store) if s.user == user.id][10:]
        status, body = inner(rq, number)
        rq.store.sessions.update({s.id: s for s in kept})
        return status, body
    wrap(app, 'op_deleteAuthSessionsOfUser', step)


@deep('depth', 'second-pause-keeps-access', 'orders', 'approved, PUT status = paused: applied instantly; permissions lost until approved again')
def _(app, handler):
    pauses = {}

    def change(inner, order, products, day, status):
        if status == 'paused' and order.status == 'approved':
            pauses[order.id, order.created] = pauses.get((order.id, order.created), 0) + 1
        inner(order, products, day, status)

    def access(inner, order, p):
        if order.status == 'paused' and pauses.get((order.id, order.created), 0) > 1:
            return True, p.expiration_date or p.last_day
        return inner(order, p)
    wrap(app, 'change_order', change)
    wrap(app, 'access_days', access)


@deep('depth', 'second-deactivation-keeps-orders', 'users', 'active, DELETE: deactivated; login impossible by any means; active manual orders cancelled')
def _(app, handler):
    def step(inner, store, user):
        user.times = getattr(user, 'times', 0) + 1
        if user.times < 2:
            inner(store, user)
    wrap(app, 'cancel_manual_orders', step)


@deep('depth', 'sixth-term-lost', 'content', 'collection, author, country, category, publisher, keyword: array of strings')
def _(app, handler):
    from content import TAXONOMIES

    def step(inner, body, physical):
        fields = inner(body, physical)
        for name in TAXONOMIES:
            fields[name] = fields[name][:5]
        return fields
    wrap(app, 'issue_fields', step)


@deep('depth', 'anonymize-cancels-one-plan', 'users', 'anonymize: all subscriptions (recurring and prepaid) cancelled')
def _(app, handler):
    def step(inner, store, user):
        kept = [s for s in user.subscriptions if not s.cancelled][1:]
        inner(store, user)
        for s in kept:
            s.cancelled = False
    wrap(app, 'cancel_subscriptions', step)


# == deep: time ==========================================================================================================

@deep('time', 'quota-of-the-calendar-day', 'limits', 'Reads per API token: 2,000 GET and HEAD requests per rolling 24 hours')
def _(app, handler):
    def change(m):
        inner = m.spent

        def spent(key):
            inner(key)
            today = day_of(m.clock.now())
            return (sum(day_of(t) == today for t in m.reads[key])
                    + sum(n for t, n in m.feigned[key] if day_of(t) == today))
        m.spent = spent
    meters(app, change)


@deep('time', 'checkout-of-half-an-hour', 'orders', 'redirect the user to checkout.url within checkout.ttl seconds')
def _(app, handler):
    def step(inner, raw, agent=None):
        token = re.search(r'external-auth-token=([\w.-]+)', raw)
        mark = unpack(token[1]) if token else None
        if mark and mark[3] - world_module.CHECKOUT_TTL / 2 <= app.clock.now():
            return None
        return inner(raw, agent)
    wrap(app, 'open_checkout', step)


@deep('time', 'checkout-not-renewed', 'orders', 'A new checkout URL comes from reading the order again while it is pending.')
def _(app, handler):
    first = {}

    def step(inner, rq, o):
        key = o.id, o.created
        if key not in first:
            first[key] = inner(rq, o)
        return first[key]
    wrap(app, 'checkout_url', step)


@deep('time', 'months-of-thirty-days', 'plans', 'duration: integer or null, months')
def _(app, handler):
    import datetime as dt

    def step(inner, plan):
        if plan.type == 'prepaid':
            return (dt.date.fromisoformat(app.clock.today()) + dt.timedelta(days=30 * int(plan.duration))).isoformat()
        return inner(plan)
    wrap(app, 'end_of', step)


@deep('time', 'cancelled-access-a-week-longer', 'orders', 'Cancel: `expiration_date` (YYYY-MM-DD, the date access ends)')
def _(app, handler):
    import datetime as dt

    def step(inner, order, p):
        open_, last = inner(order, p)
        if open_ and last and order.status == 'cancelled':
            last = (dt.date.fromisoformat(last) + dt.timedelta(days=7)).isoformat()
        return open_, last
    wrap(app, 'access_days', step)


@deep('time', 'leap-day-refused', 'orders', 'expiration_date: string YYYY-MM-DD')
def _(app, handler):
    def step(inner, rq, *args):
        text = (rq.raw_body or b'').decode('utf-8', 'replace')
        if re.search(r'"expiration_date"\s*:\s*"[0-9]{4}-02-29"', text):
            raise Refusal(422, 'Some of the data cannot be accepted.', {'expiration_date': ['This is no day.']})
        return inner(rq, *args)
    wrap(app, 'op_createOrder', step)
    wrap(app, 'op_updateOrder', step)


# == deep: races =========================================================================================================

@deep('races', 'same-user-twice-at-once', 'users', 'email: valid email, unique within the store; external_id: unique within the store')
def _(app, handler):
    def step(inner, rq, user=None):
        body = inner(rq, user)
        if user is None:
            app.pause(0.02)
        return body
    wrap(app, 'check_user', step)


@deep('races', 'minute-count-races', 'limits', 'Requests per API token: 60 per minute')
def _(app, handler):
    def change(m):
        inner = m.minute

        def minute(token):
            left, end = inner(token)
            if left is not None:
                window = m.windows[token.id]
                count = window[1]
                window[1] = count - 1
                app.pause(0.004)
                window[1] = count
            return left, end
        m.minute = minute
    meters(app, change)


@deep('races', 'session-deleted-twice-at-once', 'auth-sessions', 'Delete one: answers 200 {CODE, message} or 404.')
def _(app, handler):
    def step(inner, rq, name):
        session = rq.store.sessions.get(name)
        if session is None:
            return inner(rq, name)
        app.pause(0.03)
        rq.store.sessions.setdefault(name, session)
        return inner(rq, name)
    wrap(app, 'op_deleteAuthSession', step)


@deep('races', 'update-undoes-cancellation', 'orders', 'pending, approved or paused, DELETE: cancelled, irreversible')
def _(app, handler):
    def step(inner, order, products, day, status):
        before = order.status
        app.pause(0.03)
        inner(order, products, day, status or before)

    def cancel(inner, order, reason, day):
        app.pause(0.015)
        inner(order, reason, day)
    wrap(app, 'change_order', step)
    wrap(app, 'cancel_order', cancel)


# == deep: representations ===============================================================================================

@deep('representations', 'escaped-reference-unknown', 'orders', 'GET /orders/{id or external_reference}: read one; `id_type` must be `external` for an external reference')
def _(app, handler):
    def step(inner, store, name, way):
        return None if way == 'external' and re.search(r'[^\w.~-]', name) else inner(store, name, way)
    wrap(app, 'order_named', step)


@deep('representations', 'anonymize-one-only-deactivates', 'users', 'Deactivate: optional query `anonymize` (boolean, `true`/`1`)')
def _(app, handler):
    def step(inner, rq, number):
        if rq.query.get('anonymize') == '1':
            rq.query['anonymize'] = '0'
        return inner(rq, number)
    wrap(app, 'op_deactivateUser', step)


@deep('representations', 'numbers-as-texts-refused', 'plans', 'Numeric values may be sent as strings.')
def _(app, handler):
    def step(inner, rq, plan=None):
        body = rq.body if isinstance(rq.body, dict) else {}
        for name in ('duration', 'concurrency_limit', 'free_trial_days'):
            if isinstance(body.get(name), str):
                raise Refusal(422, 'Some of the data cannot be accepted.', {name: [f'{name} is no whole number.']})
        return inner(rq, plan)
    wrap(app, 'check_plan', step)


@deep('representations', 'head-is-free', 'limits', 'Reads per API token: 2,000 GET and HEAD requests per rolling 24 hours')
def _(app, handler):
    def step(inner, rq, rows):
        if rq.verb == 'HEAD':
            rq.method = 'HEAD'
        try:
            inner(rq, rows)
        finally:
            rq.method = 'GET' if rq.verb == 'HEAD' else rq.verb
    wrap(app, 'measure', step)


@deep('representations', 'cancel-by-reference-has-no-effect', 'orders', 'DELETE /orders/{id or external_reference}: cancel')
def _(app, handler):
    def step(inner, rq, name):
        order = app.find_order(rq, name)
        before = order.status
        answer = inner(rq, name)
        if rq.query.get('id_type') == 'external':
            order.status = before
        return answer
    wrap(app, 'op_cancelOrder', step)


@deep('representations', 'isbn-of-digits-unread', 'content', 'GET /dashboard/issues/{id or external_reference}: read one')
def _(app, handler):
    def step(inner, rq, name):
        if name.isdigit() and app.issue_by_number(rq.store, name) is None:
            app.need_content(rq)
            raise Refusal(404, 'There is no such title.')
        return inner(rq, name)
    wrap(app, 'op_getIssue', step)
