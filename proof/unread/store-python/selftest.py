"""For each fault: the same probe at the correct server and at one with the fault; they must differ, and the correct one must answer as expected."""
import sys
import threading
import time
import traceback

import faults
from client import Client

PROBES = {}


def probe(name, expected):
    def keep(f):
        PROBES[name] = (f, expected)
        return f
    return keep


def race(c, calls):
    """Sends calls at once, each on a connection of its own; the statuses."""
    c.dense = True
    barrier, out = threading.Barrier(len(calls)), [None] * len(calls)

    def run(i):
        conn = c.connect()
        conn.connect()
        barrier.wait()
        method, path, body = calls[i]
        out[i] = c.call(method, path, body, conn=conn).s
        conn.close()
    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    [t.start() for t in threads]
    [t.join() for t in threads]
    return sorted(out)


def P(name, expected, f):
    PROBES[name] = (f, expected)


ISBN, ISBN2 = '9789974-001-7', '9789974-002-4'
SUB, PRE = 915228, 915329

# -- plain -----------------------------------------------------------------------------------------------------------------
P('missing-token-403', 401, lambda c: c.get('/orders', role=None).s)
P('hsts-without-subdomains', 'max-age=31536000; includeSubdomains', lambda c: c.get('/orders').h['Strict-Transport-Security'])
P('errors-without-nosniff', 'nosniff', lambda c: c.get('/orders/nope').h['X-Content-Type-Options'])
P('foreign-users-changed', 404, lambda c: c.delete('/dashboard/users/%d' % c.user(role='second-store')['id']).s)
P('foreign-orders-read', 404, lambda c: c.get('/orders/' + c.order(role='second-store')['id']).s)


@probe('deleted-token-works', [200, 401])
def _(c):
    t = c.hook('generate-token')
    first = c.get('/orders', token=t['token']).s
    c.hook('delete-token', id=t['id'])
    return [first, c.get('/orders', token=t['token']).s]


P('limit-header-100', '60', lambda c: c.get('/orders').h['X-RateLimit-Limit'])
P('remaining-stands-still', ['59', '58'], lambda c: [c.get('/orders').h['X-RateLimit-Remaining'] for _ in range(2)])


def burst(c, n):
    c.dense = True
    return [c.get('/orders').s for _ in range(n)].count(200)


P('ninety-a-minute', 60, lambda c: burst(c, 62))


@probe('quota-without-retry-after', [429, True])
def _(c):
    c.hook('leave-reads', of='token', reads=0)
    r = c.get('/orders')
    return [r.s, 'Retry-After' in r.h]


BODY = {'email': 'q@correo.example', 'external_id': 'q', 'new_password': 'clave larga'}
P('created-user-200', 201, lambda c: c.post('/dashboard/users', BODY).s)
P('short-passwords-taken', 422, lambda c: c.post('/dashboard/users', dict(BODY, new_password='corta')).s)
P('admins-are-everybody', {True}, lambda c: {u['admin'] for u in c.get('/dashboard/users?query=admins').j['data']['paginator']['data']})


@probe('deactivation-keeps-manual-orders', 'cancelled')
def _(c):
    u = c.user()
    o = c.order(user={'id': u['external_id']})
    c.delete(f'/dashboard/users/{u["id"]}')
    return c.get('/orders/' + o['id']).j['data']['status']


@probe('anonymize-keeps-email', True)
def _(c):
    u = c.user()
    c.delete(f'/dashboard/users/{u["id"]}?anonymize=true')
    return any(x['email'].startswith(f'user-{u["id"]}@') for x in c.get('/dashboard/users?query=deactivated').j['data']['paginator']['data'])


@probe('anonymized-come-back', 403)
def _(c):
    u = c.user()
    c.delete(f'/dashboard/users/{u["id"]}?anonymize=true')
    return c.put(f'/dashboard/users/{u["id"]}/re-activate').s


P('external-id-changed', 422, lambda c: c.update(c.user(), external_id='otra').s)


@probe('deleted-session-lives', [200, 404, False])
def _(c):
    s = c.hook('sign-in', user=48210557)['session']
    return [c.delete('/auth-sessions/' + s).s, c.delete('/auth-sessions/' + s).s, c.hook('is-signed-in', session=s)['alive']]


def sign_in(c, n, user=48210557):
    return [c.hook('sign-in', user=user)['session'] for _ in range(n)]


P('deleted-count-zero', 2, lambda c: (sign_in(c, 2), c.delete('/auth-sessions/users/48210557').j['data']['deleted_count'])[1])
P('force-logout-ends-one', 0, lambda c: (sign_in(c, 2), c.post('/users/48210557/force-logout'), len(c.get('/auth-sessions').j['data']))[2])
P('sessions-of-everybody', 0, lambda c: (sign_in(c, 2), len(c.get('/auth-sessions?external_id=lect-78').j['data']))[1])


def readings(c, n):
    c.hook('generate-reading', sessions=n, **{'from': '2026-01-01', 'to': '2026-01-03'})


P('reading-page-of-thirty', 25, lambda c: (readings(c, 40), len(c.get('/consumption/sessions').j['data']))[1])
P('reading-disabled-empty', 403, lambda c: (c.hook('switch-consumption', on=False), c.get('/consumption/sessions').s)[1])
P('reading-user-filter-ignored', {48210557}, lambda c: (readings(c, 20), {x['user_id'] for x in c.get('/consumption/sessions?user_id=48210557').j['data']})[1])
P('guests-are-user-zero', None, lambda c: (c.hook('record-reading', issue=ISBN), c.get('/consumption/sessions').j['data'][0]['user_id'])[1])
P('sale-approved-at-once', 'pending', lambda c: c.order('sale')['status'])


@probe('cancelled-orders-revive', 422)
def _(c):
    o = c.order()
    c.delete('/orders/' + o['id'])
    return c.put('/orders/' + o['id'], {'status': 'approved'}).s


@probe('paused-keeps-access', [True, False])
def _(c):
    o = c.order()
    first = c.may(o['user']['id'])
    c.put('/orders/' + o['id'], {'status': 'paused'})
    return [first, c.may(o['user']['id'])]


P('order-errors-in-general-shape', 422, lambda c: c.post('/orders', {}).j.get('status'))
P('order-status-filter-ignored', 0, lambda c: (c.order(), len(c.get('/orders?status=pending').j['data']))[1])
P('unknown-product-404', 400, lambda c: c.order(product='nada').s)
P('report-without-mail', 1, lambda c: len(c.hook('read-mail', to=c.order('report')['user']['email'])['mails']))
P('redirect-without-external-id', True, lambda c: 'order-external-id=r-1&' in c.hook(
    'complete-payment', order=c.order('sale', external_reference='r-1')['id'], outcome='approved')['redirect'])
P('mails-not-switched-off', 0, lambda c: (c.hook('switch-mails', of='all', on=False), len(c.hook('read-mail', to=c.order('report')['user']['email'])['mails']))[1])


@probe('content-terms-added', ['B'])
def _(c):
    b = c.issue_body(author=['A'])
    i = c.post('/dashboard/issues', b).j['data']['issue']
    b.pop('file_url'), b.pop('extension')
    c.put(f'/dashboard/issues/{i["id"]}', dict(b, author=['B']))
    return c.get(f'/dashboard/issues/{i["id"]}').j['data']['author']


@probe('deleted-content-read', 404)
def _(c):
    i = c.issue()
    c.delete(f'/dashboard/issues/{i["id"]}')
    return c.get(f'/dashboard/issues/{i["id"]}').s


P('content-external-id-twice', 422, lambda c: getattr(c.issue(external_id=ISBN), 's', 201))
P('prepaid-without-duration', 422, lambda c: getattr(c.plan(type='prepaid'), 's', 201))
P('plans-searched-by-name-only', 200, lambda c: (c.plan(details='agua de pozo'), c.get('/dashboard/plans?query=pozo').s)[1])
P('deleted-plans-listed', False, lambda c: (lambda p: (c.delete(f'/api/v1/dashboard/plans/{p["id"]}'), p['id'] in [x['id'] for x in c.get('/dashboard/plans').j['data']])[1])(c.plan()))

# -- values ----------------------------------------------------------------------------------------------------------------
P('external-id-63', 201, lambda c: c.post('/dashboard/users', dict(BODY, external_id='e' * 64)).s)
P('sessions-limit-below-999999', 201, lambda c: c.post('/dashboard/users', dict(BODY, sessions_limit=999999)).s)
P('reason-counted-in-bytes', [422, 200], lambda c: [c.delete('/orders/' + c.order()['id'], {'reason': x}).s for x in ('a' * 151, 'ñ' * 120)])
P('plus-address-refused', 201, lambda c: c.post('/orders', c.order_body(user={'id': 'z', 'email': 'a+b@correo.example'})).s)
P('leading-zeros-lost', '0042', lambda c: c.order(external_reference='0042')['external_reference'])
P('cents-cut-off', 1999, lambda c: c.issue(prices={'USD': 19.99})['price_morph'][0]['amount_in_cents'])
P('saml-reason-refused', 200, lambda c: c.get('/consumption/sessions?reason_type=saml_and_entry_point_free_access').s)
P('lempira-refused', 201, lambda c: getattr(c.plan(prices={'HNL': 5000}), 's', 201))

# -- combinations ----------------------------------------------------------------------------------------------------------
P('status-lost-beside-user', 0, lambda c: len(c.get(f'/orders?status=paused&user_id={c.order()["user"]["id"]}').j['data']))


@probe('email-before-id', 'a1')
def _(c):
    c.order(user={'id': 'a1', 'email': 'a1@correo.example'})
    c.order(user={'id': 'a2', 'email': 'a2@correo.example'})
    return c.get('/orders?user_id=a1&user_email=a2@correo.example').j['data'][0]['user']['id']


@probe('product-expiration-with-status-for-all', [None, '2030-01-01'])
def _(c):
    o = c.order(products=[{'type': 'content', 'id': ISBN}, {'type': 'content', 'id': ISBN2}])
    r = c.put(f'/orders/{o["id"]}?product_id={ISBN2}&product_type=content', {'expiration_date': '2030-01-01', 'status': 'paused'})
    return [p['expiration_date'] for p in r.j['data']['products']]


@probe('anonymize-after-deactivation-keeps-plans', 0)
def _(c):
    u = c.user(assign_new_plan=SUB)
    c.delete(f'/dashboard/users/{u["id"]}')
    c.delete(f'/dashboard/users/{u["id"]}?anonymize=true')
    return len(c.hook('list-subscriptions', user=u['id'])['subscriptions'])


@probe('dates-lost-beside-plan', 0)
def _(c):
    c.hook('record-reading', issue=ISBN, reason_type='global_subscription', reason_value=SUB, started_at='2026-03-04T12:00:00Z')
    q = f'reason_type=global_subscription&reason_value={SUB}&from_date=2026-05-01&to_date=2026-05-02'
    return len(c.get('/consumption/sessions?' + q).j['data'])


P('physical-without-prices', {'USD': 5}, lambda c: c.post('/dashboard/issues', {
    'type': 'physical', 'publication_date': '2020-01-01', 'name': 'n', 'external_id': 'ph', 'prices': {'USD': 5}}).j['data']['issue']['prices'])
P('prepaid-trial-without-days', 422, lambda c: getattr(c.plan(type='prepaid', duration=3, free_trial=True), 's', 201))


@probe('reason-and-date-end-at-once', True)
def _(c):
    o = c.order()
    c.delete('/orders/' + o['id'], {'reason': 'porque sí', 'expiration_date': '2031-01-01'})
    return c.may(o['user']['id'])


# -- depth -----------------------------------------------------------------------------------------------------------------
@probe('third-currency-unchecked', 422)
def _(c):
    p = [{'type': 'content', 'id': x, 'unit_price': 1, 'currency_id': y} for x, y in ((ISBN, 'ARS'), (ISBN2, 'ARS'), ('9789974-003-1', 'USD'))]
    return c.post('/orders', c.order_body('sale', products=p)).s


@probe('third-session-page-skips', 7)
def _(c):
    sign_in(c, 7)
    n, cursor = 0, ''
    while cursor is not None:
        r = c.get('/auth-sessions?per_page=2' + (cursor and '&cursor=' + cursor)).j
        n, cursor = n + len(r['data']), r['pagination']['next_cursor']
    return n


@probe('equal-instants-lost-between-pages', 30)
def _(c):
    for _ in range(30):
        c.hook('record-reading', issue=ISBN, started_at='2026-03-04T12:00:00Z')
    r = c.get('/consumption/sessions').j
    return len(r['data']) + len(c.get(r['next_page_url']).j['data'])


P('ten-sessions-deleted', 0, lambda c: (sign_in(c, 12), c.delete('/auth-sessions/users/48210557'), len(c.get('/auth-sessions').j['data']))[2])


@probe('second-pause-keeps-access', False)
def _(c):
    o = c.order()
    for s in ('paused', 'approved', 'paused'):
        c.put('/orders/' + o['id'], {'status': s})
    return c.may(o['user']['id'])


@probe('second-deactivation-keeps-orders', ['cancelled', 'cancelled'])
def _(c):
    u, out = c.user(), []
    for _ in range(2):
        o = c.order(user={'id': u['external_id']})
        c.delete(f'/dashboard/users/{u["id"]}')
        c.put(f'/dashboard/users/{u["id"]}/re-activate')
        out.append(c.get('/orders/' + o['id']).j['data']['status'])
    return out


P('sixth-term-lost', 7, lambda c: len(c.issue(keyword=list('abcdefg'))['keyword']))


@probe('anonymize-cancels-one-plan', 0)
def _(c):
    u = c.user(assign_new_plan=SUB)
    c.update(u, assign_new_plan=PRE)
    c.delete(f'/dashboard/users/{u["id"]}?anonymize=true')
    return [p['status'] for p in next(x for x in c.get('/dashboard/users?query=deactivated').j['data']['paginator']['data']
                                      if x['id'] == u['id'])['user_plans']].count('active')


# -- time ------------------------------------------------------------------------------------------------------------------
@probe('quota-of-the-calendar-day', [429, 429, 200])
def _(c):
    c.hook('leave-reads', of='token', reads=0)
    out = [c.get('/orders').s]
    for hours in (23.9, 0.2):
        c.hook('advance', ms=hours * 3600000)
        out.append(c.get('/orders').s)
    return out


@probe('checkout-of-half-an-hour', [True, False])
def _(c):
    url, out = c.order('sale')['checkout']['url'], []
    for minutes in (50, 11):
        c.hook('advance', ms=minutes * 60000)
        out.append(c.hook('open-checkout', url=url)['opens'])
    return out


@probe('checkout-not-renewed', True)
def _(c):
    o = c.order('sale')
    c.hook('advance', ms=4000000)
    return c.hook('open-checkout', url=c.get('/orders/' + o['id']).j['data']['checkout']['url'])['opens']


@probe('months-of-thirty-days', True)
def _(c):
    p = c.plan(type='prepaid', duration=12)
    u = c.user(assign_new_plan=p['id'])
    day = c.hook('list-subscriptions', user=u['id'])['subscriptions'][0]['last_day']
    return day[5:] == c.app.clock.today()[5:]


@probe('cancelled-access-a-week-longer', [True, False])
def _(c):
    o = c.order()
    c.delete('/orders/' + o['id'], {'expiration_date': c.app.clock.today()})
    out = [c.may(o['user']['id'])]
    c.hook('advance', ms=2 * 86400000)
    return out + [c.may(o['user']['id'])]


P('leap-day-refused', 200, lambda c: c.put('/orders/' + c.order()['id'], {'expiration_date': '2028-02-29'}).s)


# -- races -----------------------------------------------------------------------------------------------------------------
P('same-user-twice-at-once', [201, 422, 422, 422], lambda c: race(c, [('POST', '/dashboard/users', BODY)] * 4))
P('minute-count-races', 60, lambda c: (race(c, [('POST', '/orders', {})] * 40) + race(c, [('POST', '/orders', {})] * 40)).count(422))


@probe('session-deleted-twice-at-once', [200, 404])
def _(c):
    return race(c, [('DELETE', '/auth-sessions/' + sign_in(c, 1)[0], None)] * 2)


@probe('update-undoes-cancellation', 'cancelled')
def _(c):
    o = c.order()
    race(c, [('PUT', '/orders/' + o['id'], {'status': 'approved'}), ('DELETE', '/orders/' + o['id'], None)])
    time.sleep(0.05)
    return c.get('/orders/' + o['id']).j['data']['status']


# -- representations -------------------------------------------------------------------------------------------------------
P('escaped-reference-unknown', 200, lambda c: (c.order(external_reference='A/B 1'), c.get('/orders/A%2FB%201?id_type=external').s)[1])


@probe('anonymize-one-only-deactivates', [200, 403])
def _(c):
    u = c.user()
    return [c.delete(f'/dashboard/users/{u["id"]}?anonymize=1').s, c.put(f'/dashboard/users/{u["id"]}/re-activate').s]


P('numbers-as-texts-refused', 201, lambda c: getattr(c.plan(type='prepaid', duration='6', concurrency_limit='2'), 's', 201))


@probe('head-is-free', [200, 429])
def _(c):
    c.hook('leave-reads', of='token', reads=1)
    return [c.call('HEAD', '/orders').s, c.get('/orders').s]


@probe('cancel-by-reference-has-no-effect', 'cancelled')
def _(c):
    c.order(external_reference='ref-1')
    c.delete('/orders/ref-1?id_type=external')
    return c.get('/orders/ref-1?id_type=external').j['data']['status']


P('isbn-of-digits-unread', 200, lambda c: (c.issue(external_id='9789974777123'), c.get('/dashboard/issues/9789974777123').s)[1])


def main():
    begin, bad = time.time(), 0
    names = sys.argv[1:] or list(faults.ALL)
    for name in names:
        got = []
        for fault in ((), (name,)):
            c = Client(*fault)
            try:
                got.append(PROBES[name][0](c))
            except Exception as e:
                if not fault:
                    traceback.print_exc()
                got.append(f'{type(e).__name__}: {e}')
            c.close()
        ok = got[0] == PROBES[name][1] and got[0] != got[1] and 'Error' not in str(got[1])
        bad += not ok
        print('ok  ' if ok else 'BAD ', name, 'correct:', got[0], 'faulty:', got[1])
    print(f'{len(names) - bad} of {len(names)} faults show a difference; {time.time() - begin:.1f} s')
    return bad


if __name__ == '__main__':
    sys.exit(main() > 0)
