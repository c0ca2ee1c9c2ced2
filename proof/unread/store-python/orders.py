"""Orders, their checkout and their mails, and what users may read."""
import re
import urllib.parse
from types import SimpleNamespace as Thing

from basics import GATEWAYS, ISO_4217, Checker, Refusal, add_months, day_of, iso, pack, parse_day, unpack
from world import CHECKOUT_TTL

ORDERS_PAGE = 20
ORDER_STATES = ('pending', 'approved', 'paused', 'cancelled')


class Orders:
    # -- how an order looks -------------------------------------------------------------------------------------
    def show_order(self, rq, o):
        store = rq.store
        user = store.users[o.user]
        row = {
            'external_reference': o.external_reference, 'id': o.id, 'status': o.status, 'type': o.type,
            'source': 'api', 'user': {'email': user.email, 'id': user.external_id},
            'products': [self.show_product(store, o, p) for p in o.products],
            'currency_id': o.currency_id, 'unit_price': o.unit_price, 'created_at': day_of(o.created),
            'cancel_reason': o.cancel_reason, 'channel': 'mostrador',
        }
        if o.type == 'sale' and o.status == 'pending':
            row['checkout'] = {'ttl': CHECKOUT_TTL, 'url': self.checkout_url(rq, o)}
        return row

    def show_product(self, store, o, p):
        row = {'type': p.type, 'id': p.id, 'expiration_date': p.expiration_date,
               'status': 'cancelled' if p.cancelled else o.status,
               'unit_price': p.unit_price, 'currency_id': p.currency_id}
        if p.type == 'subscription':
            plan = store.plans[int(p.id)]
            return dict(row, name=plan.name, cover=f'https://img.{store.domain}/planes/{plan.id}.png', reader_url=None,
                        description=plan.details, pages_quantity=0, file_type='plan', is_free=not plan.prices)
        issue = store.issues[p.issue]
        reader = f'https://{store.domain}/leer/{issue.id}' if o.status == 'approved' else None
        return dict(row, name=issue.name, cover=self.cover_of(store, issue), reader_url=reader,
                    description=issue.description, pages_quantity=self.pages_of(issue),
                    file_type=self.file_type_of(issue), is_free=bool(issue.free))

    # -- checkout -----------------------------------------------------------------------------------------------
    def checkout_url(self, rq, o):
        """The token signs the buyer in; its signature is over the exact bytes of the address."""
        token = pack(['co', rq.store.tenant, o.id, self.clock.now() + CHECKOUT_TTL, self.world.next_seq()])
        return (f"{rq.base}/caja/{o.id}/~pagar!('ya')?moneda={o.currency_id};a%2Cb%7E'"
                f"&external-auth-token={token}&lang=es-UY*")

    def open_checkout(self, raw, agent=None):
        """The order that can be paid at this address (path and query), or None; opening signs the buyer in."""
        found = re.fullmatch(r"/caja/([0-9a-f-]{36})/~pagar!\('ya'\)\?moneda=([A-Z]{3});a%2Cb%7E'"
                             r"&external-auth-token=([\w.-]+)&lang=es-UY\*", raw)
        mark = unpack(found[3]) if found else None
        if not mark or mark[0] != 'co' or mark[2] != found[1] or mark[3] <= self.clock.now():
            return None
        store = next(s for s in self.world.stores if s.tenant == mark[1])
        order = store.orders.get(mark[2])
        if order is None:
            return None
        user = store.users[order.user]
        if user.deleted is not None:
            return None
        self.begin_session(store, user, 'web', agent)
        return order if order.status == 'pending' else None

    def redirect_of(self, o, status):
        if not o.return_url:
            return None
        pairs = urllib.parse.urlencode([('order-id', o.id), ('order-external-id', o.external_reference or ''),
                                        ('status', status)], quote_via=urllib.parse.quote)
        url, hash_, fragment = o.return_url.partition('#')
        return url + ('&' if '?' in url else '?') + pairs + hash_ + fragment

    def pay(self, store, o, outcome):
        """What the buyer does at the checkout of a pending order; the address to which he is sent."""
        if o.status != 'pending':
            return None
        if outcome == 'approved':
            self.approve_sale(store, o)
        elif outcome == 'declined':
            o.status = 'cancelled'
            o.cancel_reason = 'payment_declined'
        return self.redirect_of(o, o.status)

    def approve_sale(self, store, o):
        if o.status != 'pending':
            return
        o.status = 'approved'
        self.add_payment(o)
        self.start_access(store, o)
        self.send_mail(store, o, 'sale-approved')

    def add_payment(self, o):
        o.payments.append({'id': f'pago-{self.world.numbers.hex(12)}', 'amount': o.unit_price,
                           'currency': o.currency_id, 'at': int(self.clock.now())})

    def start_access(self, store, o):
        for p in o.products:
            if p.type == 'subscription':
                p.last_day = self.end_of(store.plans[int(p.id)])

    def end_of(self, plan):
        """The last day of a subscription that begins today; None where it renews."""
        return add_months(self.clock.today(), int(plan.duration)) if plan.type == 'prepaid' else None

    def send_mail(self, store, o, kind):
        if not store.mail_on['report' if kind == 'order-reported' else 'sale']:
            return
        user = store.users[o.user]
        subject = {'order-reported': 'Tu pedido está en tu biblioteca', 'sale-approved': 'Recibimos tu pago'}[kind]
        store.mails.append({
            'id': f'm{self.world.next_seq()}', 'to': user.email, 'kind': kind, 'order': o.id, 'subject': subject,
            'at': iso(self.clock.now()), 'links': [f'https://{store.domain}/biblioteca?pedido={o.id}']})

    # -- creating -----------------------------------------------------------------------------------------------
    def op_createOrder(self, rq):
        store, body = rq.store, rq.body
        c = Checker(body)
        kind = c.string('type', True, of=('permission', 'report', 'sale'))
        priced = kind in ('report', 'sale')
        reference = c.string('external_reference', most=64)
        c.url('return_url', priced)
        c.number('unit_price', priced, 0)
        self.check_currency(c, 'currency_id', priced)
        who = c.take('user', True, lambda v: isinstance(v, dict), 'user is no object.')
        if who is not None:
            self.check_buyer(c, who, kind)
        products = c.take('products', True, lambda v: isinstance(v, list) and v, 'products is no list with products.')
        for i, product in enumerate(products or []):
            self.check_product(c, body, i, product, priced)
        if reference is not None and self.reference_taken(store, reference):
            c.fail('external_reference', 'There is an order with this external_reference.')
        c.done()
        self.check_supported(body)
        found = [self.find_product(store, product, kind) for product in products]
        user = self.buyer(store, who, kind)
        order = self.add_order(store, body, user, found)
        return 201, {'data': self.show_order(rq, order)}

    def check_currency(self, c, name, required):
        return c.take(name, required, lambda v: isinstance(v, str) and re.fullmatch('[A-Z]{3}', v),
                      f'{name} is no currency of ISO 4217.')

    def check_buyer(self, c, who, kind):
        b = Checker(who)
        b.string('id', kind == 'sale', 64)
        b.email('email')
        if not (b.has('id') and who['id'] != '') and not b.has('email'):
            b.fail('id', 'id or email is needed.')
        for name, texts in b.errors.items():
            for text in texts:
                c.fail('user.' + name, text)

    def check_product(self, c, body, i, product, priced):
        if not isinstance(product, dict):
            c.fail(f'products.{i}', 'A product is an object.')
            return
        b = Checker(product)
        b.string('type', True, of=('content', 'subscription'))
        b.string('id', True, 64)
        b.string('name', most=64)
        b.url('url')
        b.number('unit_price', priced, 0)
        currency = self.check_currency(b, 'currency_id', priced)
        b.day('expiration_date')
        if currency is not None and body.get('currency_id') is not None and currency != body['currency_id']:
            b.fail('currency_id', 'The currency of a product is that of its order.')
        for name, texts in b.errors.items():
            for text in texts:
                c.fail(f'products.{i}.{name}', text)

    def check_supported(self, body):
        for currency in (body.get('currency_id'), *(p.get('currency_id') for p in body['products'])):
            if currency is not None and currency not in (GATEWAYS if body['type'] == 'sale' else ISO_4217):
                raise Refusal(400, f'This store does not take {currency}.', {'currency_id': ['Not supported.']})

    def reference_taken(self, store, reference):
        return any(o.external_reference == reference for o in store.orders.values())

    def find_product(self, store, product, kind):
        """The content or plan that is ordered; None where it is to be made."""
        if product['type'] == 'subscription':
            number = product['id']
            plan = store.plans.get(int(number)) if re.fullmatch(r'[1-9][0-9]{0,14}', number) else None
            if plan is None or plan.deleted is not None:
                raise Refusal(400, 'There is no such plan.', {'products': [f'Plan {number} is unknown.']})
            return plan
        issue = self.issue_by_external(store, product['id'])
        if issue is None:
            name, url = product.get('name'), product.get('url')
            if kind == 'permission' or (not name and not url):
                raise Refusal(400, 'Not in the catalog.', {'products': [f'{product["id"]} is not in the catalog.']})
            if not name or not url:
                raise Refusal(422, 'The title could not be made.', {'products': ['name and url are both needed.']})
        return issue

    def buyer(self, store, who, kind):
        """The user whom the order names; he is made where the order may."""
        external_id, email = who.get('id') or None, who.get('email')
        user = self.named_buyer(store, external_id, email)
        if user is None and kind == 'report':
            raise Refusal(422, 'Reports are about known readers.', {'user': ['This reader is unknown.']})
        if user is None and email is not None and self.user_by_email(store, email):
            raise Refusal(422, 'The address is in use.', {'user.email': ['It belongs to a reader with another id.']})
        if user is not None and user.deleted is not None:
            raise Refusal(422, 'This reader has been deactivated.', {'user': ['Not active.']})
        if user is None:
            number = self.world.numbers.hex(12)
            user = self.world.make_user(store, email or f'sin-correo-{number}@{store.domain}',
                                        external_id or f'pedido-{number}')
        return user

    def named_buyer(self, store, external_id, email):
        if external_id is not None:
            return self.user_by_external(store, external_id)
        return self.user_by_email(store, email)

    def add_order(self, store, body, user, found):
        kind = body['type']
        order = Thing(id=self.world.numbers.uuid(), external_reference=body.get('external_reference'), type=kind,
                      unit_price=float(body.get('unit_price') or 0), currency_id=body.get('currency_id'), user=user.id,
                      status='pending' if kind == 'sale' else 'approved', created=self.clock.now(),
                      return_url=body.get('return_url'), payments=[], cancel_reason=None, access_until=None,
                      products=[], seq=self.world.next_seq())
        for asked, thing in zip(body['products'], found):
            if thing is None:  # the same product may have been made for this order already
                thing = self.issue_by_external(store, asked['id']) or self.make_link(store, asked)
            issue = thing.id if asked['type'] == 'content' else None
            order.products.append(Thing(
                id=asked['id'], type=asked['type'], issue=issue, expiration_date=asked.get('expiration_date'),
                unit_price=float(asked.get('unit_price') or 0), currency_id=asked.get('currency_id'),
                cancelled=False, last_day=None))
        store.orders[order.id] = order
        if kind != 'sale':
            self.start_access(store, order)
        if kind == 'report':
            self.add_payment(order)
            self.send_mail(store, order, 'order-reported')
        return order

    def make_link(self, store, asked):
        return self.world.make_issue(store, asked['id'], asked['name'], kind='External link', file_url=asked['url'],
                                     storefront=False, convert_at=0, publication_date=self.clock.today())

    # -- reading ------------------------------------------------------------------------------------------------
    def find_order(self, rq, name):
        way = rq.query.get('id_type', 'internal')
        if way not in ('internal', 'external'):
            raise Refusal(422, 'The id_type is unknown.', {'id_type': ['It is internal or external.']})
        order = self.order_named(rq.store, name, way)
        if order is None:
            raise Refusal(404, 'There is no such order.')
        return order

    def order_named(self, store, name, way):
        if way == 'internal':
            return store.orders.get(name)
        return next((o for o in store.orders.values() if o.external_reference == name), None)

    def op_getOrder(self, rq, name):
        return 200, {'data': self.show_order(rq, self.find_order(rq, name))}

    def order_filters(self, rq):
        q, c = rq.query, Checker({})
        if 'product_type' in q and 'product_id' not in q:
            c.fail('product_type', 'product_type needs product_id.')
        if q.get('product_type', 'content') not in ('content', 'subscription'):
            c.fail('product_type', 'product_type is content or subscription.')
        for name in ('start_at', 'end_at'):
            if name in q and not parse_day(q[name]):
                c.fail(name, f'{name} is no day of the form YYYY-MM-DD.')
        if q.get('status', 'pending') not in ORDER_STATES:
            c.fail('status', 'There is no such status.')
        c.done()
        names = ('user_id', 'user_email', 'product_type', 'product_id', 'start_at', 'end_at', 'status')
        return {name: q[name] for name in names if name in q}

    def order_fits(self, store, o, f):
        user = store.users[o.user]
        if 'user_id' in f:
            if user.external_id != f['user_id']:
                return False
        elif 'user_email' in f and user.email != f['user_email']:
            return False
        if 'product_id' in f and not any(self.product_fits(p, f['product_id'], f.get('product_type')) for p in o.products):
            return False
        return (f.get('start_at', '') <= day_of(o.created) <= f.get('end_at', '9')
                and f.get('status', o.status) == o.status)

    def product_fits(self, p, product_id, product_type):
        return p.id == product_id and product_type in (None, p.type)

    def op_listOrders(self, rq):
        f = self.order_filters(rq)
        rows = [o for o in rq.store.orders.values() if self.order_fits(rq.store, o, f)]
        rows.sort(key=lambda o: -o.seq)
        key = [rq.store.tenant, [list(x) for x in sorted(f.items())]]
        if 'after' in rq.query:
            mark = unpack(rq.query['after'])
            if not isinstance(mark, list) or mark[:2] != ['or', key]:
                raise Refusal(422, 'The mark is not of this list.', {'after': ['It does not belong to this list.']})
            rows = [o for o in rows if o.seq < mark[2]]
        more = len(rows) > ORDERS_PAGE
        rows = rows[:ORDERS_PAGE]
        after = pack(['or', key, rows[-1].seq]) if more else None
        return 200, {'walk': {'more': more, 'after': after}, 'data': [self.show_order(rq, o) for o in rows]}

    # -- changing -----------------------------------------------------------------------------------------------
    def op_updateOrder(self, rq, name):
        order = self.find_order(rq, name)
        q, c = rq.query, Checker(rq.body)
        day = c.day('expiration_date')
        status = c.string('status', of=('approved', 'paused'))
        if 'expiration_date' in c.body and c.body['expiration_date'] is None:
            c.fail('expiration_date', 'expiration_date is no day of the form YYYY-MM-DD.')
        if not c.has('expiration_date') and not c.has('status'):
            c.fail('expiration_date', 'expiration_date or status is needed.')
        if 'product_id' in q and q.get('product_type') not in ('content', 'subscription'):
            c.fail('product_type', 'product_id needs product_type: content or subscription.')
        c.done()
        products = order.products
        if 'product_id' in q:
            products = [p for p in products if self.product_fits(p, q['product_id'], q['product_type'])]
            if not products:
                raise Refusal(404, 'The order is not about this product.')
        if order.status in ('pending', 'cancelled'):
            raise Refusal(422, f'An order that is {order.status} stays as it is.', {'status': [f'It is {order.status}.']})
        self.change_order(order, products, day, status)
        return 200, {'data': self.show_order(rq, order)}

    def change_order(self, order, products, day, status):
        if day is not None:
            for p in products:
                p.expiration_date = day
        if status is not None:
            order.status = status

    def op_cancelOrder(self, rq, name):
        order = self.find_order(rq, name)
        c = Checker(rq.body)
        reason = c.string('reason', most=150, least=3)
        day = c.day('expiration_date')
        c.done()
        if order.status == 'cancelled':
            raise Refusal(422, 'This order was cancelled before.', {'status': ['It is cancelled.']})
        self.cancel_order(order, reason, day)
        return 200, {'data': self.show_order(rq, order)}

    def cancel_order(self, order, reason, day):
        if day is not None and order.status == 'approved':
            order.access_until = day
            for p in order.products:
                p.expiration_date = day
        order.status, order.cancel_reason = 'cancelled', reason

    # -- access -------------------------------------------------------------------------------------------------
    def access_days(self, order, p):
        """Whether the order grants the product at all, and up to which day (None: without end)."""
        if p.cancelled or order.status in ('pending', 'paused'):
            return False, None
        if order.status == 'cancelled':
            return order.access_until is not None, order.access_until
        return True, p.expiration_date or p.last_day

    def grants(self, order, p):
        open_, last = self.access_days(order, p)
        return open_ and (last is None or self.clock.today() <= last)

    def subscriptions_of(self, store, user):
        today, rows = self.clock.today(), []
        for s in user.subscriptions:
            if not s.cancelled and (s.last_day is None or today <= s.last_day):
                rows.append({'plan': s.plan, 'last_day': s.last_day, 'name': s.name})
        for o in store.orders.values():
            if o.user == user.id:
                rows += [{'plan': int(p.id), 'last_day': self.access_days(o, p)[1], 'name': store.plans[int(p.id)].name}
                         for p in o.products if p.type == 'subscription' and self.grants(o, p)]
        return rows

    def may_read(self, store, user, product, kind):
        if user.deleted is not None:
            return False
        plans = [s['plan'] for s in self.subscriptions_of(store, user)]
        if kind == 'subscription':
            return str(product) in [str(p) for p in plans]
        issue = self.any_issue(store, product)
        if issue is None:
            return False
        if any(o.user == user.id and p.issue == issue.id and self.grants(o, p)
               for o in store.orders.values() for p in o.products if p.type == 'content'):
            return True
        return any(set(store.plans[number].collections) & set(issue.collection) for number in plans)

    def gateway_of(self, order):
        return GATEWAYS[order.currency_id]
