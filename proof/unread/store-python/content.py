"""Content and plans."""
import datetime as dt
import re
import urllib.parse

from basics import CURRENCIES, LANGUAGES, ZONE, ZONE_NAME, Checker, Refusal, is_int, is_number, is_url, iso, sealed
from world import CONVERSION_TIME

ISSUES_PAGE = 15
PLANS_PAGE = 15
TAXONOMIES = ('collection', 'author', 'country', 'category', 'publisher', 'keyword')
EXTENSIONS = ('mpga', 'mp3', 'pdf', 'epub')
PHYSICAL = ('pages', 'height', 'width', 'weight', 'thickness', 'stock', 'binding_type', 'editing_location')


class Content:
    # -- how content looks --------------------------------------------------------------------------------------
    def cover_of(self, store, issue):
        if issue.cover and is_url(issue.cover):
            return issue.cover
        return f'https://img.{store.domain}/tapas/{(issue.cover or f"{issue.id}.jpg").lstrip("/")}'

    def pages_of(self, issue):
        return issue.physical.get('pages') or {'pdf': 180, 'epub': 240}.get(issue.extension, 0)

    def file_type_of(self, issue):
        return issue.extension or ('physical' if issue.kind == 'physical' else 'url')

    def converted(self, issue):
        return not issue.deferred and self.clock.now() >= issue.convert_at

    def show_issue(self, store, issue):
        done = self.converted(issue)
        words = re.sub(r'<[^>]*>', '', issue.description or '')
        audio = issue.extension in ('mp3', 'mpga')
        row = {
            'name': issue.name, 'external_id': issue.external_id, 'id': issue.id,
            'slug': re.sub(r'[^a-z0-9]+', '-', issue.name.lower()).strip('-') or f'titulo-{issue.id}',
            'lang': issue.lang, 'version': issue.version, 'user_id': issue.user_id, 'audience': 'todos',
            'notifies_users': False, 'notification_text': None,
            'published_at_utc': f'{issue.publication_date}T03:00:00Z',
            'published_at': {'timezone': ZONE_NAME, 'date': f'{issue.publication_date} 00:00:00',
                             'timestamp': self.midnight(issue.publication_date)},
            'conversion_settings': {'profile': 'estándar'}, 'bucket_domain': f'balde.{store.domain}',
            'conversion_status': 'done' if done else 'started_dispatching_conversion',
            'conversion_status_progress': '100' if done else '0',
            'description': issue.description, 'description_raw_text': words,
            'description_with_html': issue.description or '',
            'issue_description': {'description': issue.description, 'issue_id': issue.id},
            'require_login_for_preview': None, 'require_login': True, 'free': issue.free,
            'is_owned_by_current_tenant': True,
            'prices': dict(issue.prices),
            'price_morph': [{'amount_in_cents': p.cents, 'currency_id': p.currency, 'country_code': None, 'id': p.id,
                             'type': 'retail', 'priceable_type': 'issue', 'priceable_id': issue.id,
                             'updated_at': iso(p.created), 'created_at': iso(p.created)} for p in issue.price_records],
            'file': None if issue.kind == 'physical' else {
                'id': issue.file_id, 'issue_id': issue.id, 'tenant_id': store.tenant, 'version': issue.version,
                'order': 1, 'track_title': issue.name, 'duration': 1800 if audio else None, 'size_in_kb': 2048},
            'bisac': issue.bisac, 'table_of_contents': issue.table_of_contents, 'kind': issue.kind,
        }
        row.update({name: getattr(issue, name) for name in TAXONOMIES})
        if issue.kind == 'physical':
            row['physical'] = issue.physical
        return row

    def midnight(self, day):
        return int(dt.datetime.fromisoformat(day).replace(tzinfo=ZONE).timestamp())

    def show_listed_issue(self, store, issue):
        page = f'https://{store.domain}/titulos/{issue.id}'
        at = iso(issue.created)
        return dict(
            self.show_issue(store, issue), marketplace=False, license={'retail': True, 'ppu': False}, discount=None,
            file_type=self.file_type_of(issue), cover=self.cover_of(store, issue), url=page, share_url=page + '?de=amigo',
            cover_image_path=urllib.parse.urlsplit(self.cover_of(store, issue)).path, public_file_url=None,
            number_of_pages=self.pages_of(issue), publication_date=issue.publication_date, preview=True,
            private_material=False, free_to=None, current_session_limit=None, can_be_removed_from_inventory=True,
            notes_count=0, created_at=at, ti_license='retail', ti_withdrawn=False, ti_free=issue.free, ti_preview=True,
            ti_created_at=at, ti_updated_at=iso(issue.updated))

    # -- finding ------------------------------------------------------------------------------------------------
    def issues_of(self, store):
        return [i for i in store.issues.values() if i.deleted is None]

    def issue_by_external(self, store, external_id):
        return next((i for i in self.issues_of(store) if i.external_id == external_id), None)

    def any_issue(self, store, name):
        issue = self.issue_by_external(store, str(name))
        if issue is None:
            issue = self.issue_by_number(store, str(name))
        return issue

    def issue_by_number(self, store, text):
        issue = store.issues.get(int(text)) if re.fullmatch(r'[0-9]{1,15}', text) else None
        return issue if issue and issue.deleted is None else None

    def find_issue(self, store, name):
        issue = self.issue_by_number(store, name) or self.issue_by_external(store, name)
        if issue is None:
            raise Refusal(404, 'There is no such title.')
        return issue

    def select_issues(self, store, query):
        rows = self.issues_of(store)
        if query == 'converting':
            return [i for i in rows if not i.deferred and not self.converted(i)]
        if query == 'deferred':
            return [i for i in rows if i.deferred]
        if query:
            return [i for i in rows if self.issue_matches(i, query)]
        return rows

    def issue_matches(self, issue, query):
        return query.lower() in issue.name.lower() or query in (str(issue.id), issue.external_id)

    # -- operations ---------------------------------------------------------------------------------------------
    def need_content(self, rq):
        if not rq.store.content_on:
            raise Refusal(403, 'This store has not booked content.')

    def op_listIssues(self, rq):
        self.need_content(rq)
        query, page = rq.query.get('query', ''), self.page_of(rq)
        rows = self.select_issues(rq.store, query)
        if not rows:
            raise Refusal(404, 'No title was found.')
        here, last = rq.base + rq.path, -(-len(rows) // ISSUES_PAGE)
        shown = rows[(page - 1) * ISSUES_PAGE:page * ISSUES_PAGE]
        link = lambda n: sealed(here, ([('query', query)] if query else []) + [('page', n)]) if 1 <= n <= last else None
        labels = [('‹', page - 1), *((str(n), n) for n in range(1, last + 1)), ('›', page + 1)]
        first = (page - 1) * ISSUES_PAGE + 1
        return 200, {'data': {
            'reached_issues_limit': False, 'reached_free_issues_limit': False,
            'paginator': {
                'total': len(rows), 'per_page': ISSUES_PAGE, 'current_page': page, 'last_page': last, 'path': here,
                'from': first if shown else None, 'to': first + len(shown) - 1 if shown else None,
                'first_page_url': link(1), 'last_page_url': link(last), 'prev_page_url': link(page - 1),
                'next_page_url': link(page + 1),
                'links': [{'label': label, 'url': link(n), 'active': n == page} for label, n in labels],
                'data': [self.show_listed_issue(rq.store, i) for i in shown],
            }}, 'CODE': 'success'}

    def op_getIssue(self, rq, name):
        self.need_content(rq)
        return 200, {'data': self.show_issue(rq.store, self.find_issue(rq.store, name)), 'CODE': 'success'}

    def check_issue(self, rq, issue=None):
        store, c = rq.store, Checker(rq.body)
        kind = c.string('type') if c.has('type') else (issue.kind if issue else None)
        physical = kind == 'physical'
        if c.has('type') and not physical and not (issue and c.body['type'] == issue.kind):
            c.fail('type', 'type is physical, or left out.')
        if issue and (issue.kind == 'physical') != physical:
            c.fail('type', 'The type of a title stays as it is.')
        if physical and not store.physical_on:
            raise Refusal(403, 'This store does not sell books of paper.')
        c.day('publication_date', True)
        c.string('name', True)
        c.string('description')
        external_id = c.string('external_id', True)
        if external_id is not None and self.issue_external_taken(store, external_id, issue):
            c.fail('external_id', 'There is a title with this external_id.')
        if not physical:
            self.check_file(c, issue)
        c.boolean('free')
        c.take('bisac', False, lambda v: isinstance(v, list) and all(
            isinstance(x, dict) and isinstance(x.get('code'), str) and x['code'] for x in v), 'bisac lists objects with code.')
        for name in TAXONOMIES:
            c.texts(name)
        self.check_collections(store, c, 'collection')
        self.check_prices(c, lambda v: is_number(v) and v >= 0)
        c.string('lang', of=LANGUAGES)
        c.take('cover', False, self.is_cover, 'cover is a URL or path of a jpg or png.')
        if physical:
            c.string('table_of_contents')
            for name in ('pages', 'height', 'width', 'weight', 'thickness'):
                c.whole(name, least=0)
            c.take('stock', False, lambda v: isinstance(v, bool) or is_int(v) and v >= 0, 'stock is a boolean or a quantity.')
            c.string('binding_type')
            c.string('editing_location')
        c.done()
        return c.body, physical

    def check_file(self, c, issue):
        new = issue is None
        extension = c.string('extension', new, of=EXTENSIONS)
        url = c.url('file_url', new)
        if not new and extension not in (None, issue.extension):
            c.fail('extension', 'The type of the file stays as it is.')
        if not new and url not in (None, issue.file_url):
            c.fail('file_url', 'The file stays as it is.')

    def issue_external_taken(self, store, external_id, but):
        return self.issue_by_external(store, external_id) not in (None, but)

    def check_collections(self, store, c, name):
        value = c.body.get(name)
        if isinstance(value, list):
            for term in value:
                if isinstance(term, str) and term not in store.collections:
                    c.fail(name, f'There is no collection {term[:60]}.')

    def check_prices(self, c, fits):
        prices = c.take('prices', False, lambda v: isinstance(v, dict) or v == [], 'prices is no object.')
        for currency, amount in (prices or {}).items():
            if currency not in CURRENCIES:
                c.fail('prices', f'{currency[:20]} is no currency for prices.')
            elif not fits(amount):
                c.fail(f'prices.{currency}', 'This is no price.')

    def is_cover(self, v):
        if not isinstance(v, str) or not v or re.search(r'\s', v):
            return False
        if '://' in v and not is_url(v):
            return False
        return bool(re.search(r'\.(jpg|jpeg|png)$', urllib.parse.urlsplit(v).path, re.I))

    def issue_fields(self, body, physical):
        """What a body says of a title; the terms of a taxonomy that it does not name are none."""
        fields = {name: body.get(name) or [] for name in TAXONOMIES}
        for name in ('publication_date', 'name', 'external_id', 'description', 'free', 'bisac', 'lang', 'cover',
                     'table_of_contents'):
            if body.get(name) is not None:
                fields[name] = body[name]
        if body.get('prices') is not None:
            fields['prices'] = dict(body['prices'])
        if physical:
            fields['physical'] = {name: body[name] for name in PHYSICAL if body.get(name) is not None}
        return fields

    def op_createIssue(self, rq):
        self.need_content(rq)
        body, physical = self.check_issue(rq)
        fields = self.issue_fields(body, physical)
        if physical:
            fields.update(kind='physical')
        else:
            fields.update(extension=body['extension'], file_url=body['file_url'],
                          convert_at=self.clock.now() + CONVERSION_TIME)
        issue = self.world.make_issue(rq.store, **dict(fields, user_id=rq.admin.id))
        return 201, {'data': {'message': 'The title will be processed and will be available in the library shortly.',
                              'issue': self.show_issue(rq.store, issue)}, 'CODE': 'success'}

    def op_updateIssue(self, rq, number):
        self.need_content(rq)
        issue = self.issue_by_number(rq.store, number)
        if issue is None:
            raise Refusal(404, 'There is no such title.')
        body, physical = self.check_issue(rq, issue)
        self.change_issue(issue, body, physical)
        return 204, None

    def change_issue(self, issue, body, physical):
        fields = self.issue_fields(body, physical)
        if physical:
            fields['physical'] = dict(issue.physical, **fields['physical'])
        issue.__dict__.update(fields)
        issue.updated = self.clock.now()
        if 'prices' in fields:
            self.world.price_issue(issue)

    def op_deleteIssue(self, rq, name):
        self.need_content(rq)
        issue = self.find_issue(rq.store, name)
        issue.deleted = self.clock.now()
        return 200, {'message': 'The title is gone.', 'CODE': 'success'}


class Plans:
    def show_plan(self, store, plan):
        return {
            'name': plan.name, 'type': plan.type, 'id': plan.id, 'details': plan.details, 'duration': plan.duration,
            'private': plan.private, 'recommended': plan.recommended, 'download_files': plan.download_files,
            'assigns_collections': plan.assigns_collections, 'collections': plan.collections,
            'concurrency_limit': plan.concurrency_limit, 'free_trial_days': plan.free_trial_days,
            'free_trial': plan.free_trial, 'prices': dict(plan.prices), 'has_geolocalized_prices': False,
            'customer': plan.customer, 'invoice': plan.invoice, 'file_name': plan.file_name,
            'url': f'https://{store.domain}/suscribirme/{plan.id}', 'deleted_at': plan.deleted and iso(plan.deleted),
            'updated_at': iso(plan.updated), 'created_at': iso(plan.created),
        }

    def plans_of(self, store):
        return [p for p in store.plans.values() if p.deleted is None]

    def find_plan(self, store, text):
        plan = store.plans.get(int(text)) if re.fullmatch(r'[0-9]{1,15}', text) else None
        if plan is None or plan.deleted is not None:
            raise Refusal(404, 'There is no such plan.')
        return plan

    def plan_matches(self, plan, query):
        query = query.lower()
        return query in plan.name.lower() or query in plan.type.lower() or query in plan.details.lower()

    def op_listPlans(self, rq):
        query, p = rq.query.get('query', ''), rq.query.get('p', '1')
        if not re.fullmatch(r'[1-9][0-9]{0,6}', p):
            raise Refusal(422, 'There is no such page.', {'p': ['p is a number from 1.']})
        rows = [x for x in self.plans_of(rq.store) if not query or self.plan_matches(x, query)]
        if not rows:
            raise Refusal(404, 'No plan was found.')
        page = int(p)
        shown = rows[(page - 1) * PLANS_PAGE:page * PLANS_PAGE]
        return 200, {'data': [self.show_plan(rq.store, x) for x in shown], 'pages': -(-len(rows) // PLANS_PAGE),
                     'page': page, 'CODE': 'success'}

    def check_plan(self, rq, plan=None):
        """An update is looked at together with what the plan has already."""
        body = rq.body if isinstance(rq.body, dict) else {}
        given = {name: value for name, value in body.items() if value is not None}
        old = {name: getattr(plan, name) for name in ('type', 'name', 'duration', 'free_trial', 'free_trial_days')} if plan else {}
        c = Checker(dict(old, **given))
        kind = c.string('type', True, of=('recurring', 'prepaid'))
        c.string('name', True)
        c.string('details')
        c.whole('duration', kind == 'prepaid', 1, 1200, texts=True)
        for name in ('recommended', 'private', 'assigns_collections', 'download_files', 'free_trial'):
            c.boolean(name)
        c.whole('concurrency_limit', least=1, texts=True)
        c.texts('collections')
        self.check_collections(rq.store, c, 'collections')
        self.check_prices(c, lambda v: self.cents(v) is not None)
        c.whole('free_trial_days', c.body.get('free_trial') is True, 1, texts=True)
        for name in ('customer', 'invoice', 'file_name', 'upload_file') if plan else ():
            c.string(name)
        c.done()
        return given

    def cents(self, v):
        if isinstance(v, str) and re.fullmatch(r'[0-9]{1,12}', v):
            v = int(v)
        if isinstance(v, float) and v.is_integer():
            v = int(v)
        return v if is_int(v) and v >= 0 else None

    def plan_fields(self, body, update=False):
        fields = {}
        for name in ('type', 'name', 'details', 'recommended', 'private', 'assigns_collections', 'download_files',
                     'free_trial', 'collections') + (('customer', 'invoice', 'file_name', 'upload_file') if update else ()):
            if name in body:
                fields[name] = body[name]
        for name in ('duration', 'concurrency_limit', 'free_trial_days'):
            if name in body:
                fields[name] = int(body[name])
        if 'prices' in body:
            fields['prices'] = {currency: self.cents(v) for currency, v in dict(body['prices'] or {}).items()}
        return fields

    def op_createPlan(self, rq):
        body = self.check_plan(rq)
        plan = self.world.make_plan(rq.store, self.plan_fields(body))
        self.settle_plan(plan)
        return 201, {'data': self.show_plan(rq.store, plan), 'CODE': 'success'}

    def settle_plan(self, plan):
        if plan.type == 'recurring':
            plan.duration = None

    def op_updatePlan(self, rq, number):
        plan = self.find_plan(rq.store, number)
        body = self.check_plan(rq, plan)
        plan.__dict__.update(self.plan_fields(body, True))
        self.settle_plan(plan)
        plan.updated = self.clock.now()
        return 204, None

    def op_deletePlan(self, rq, number):
        plan = self.find_plan(rq.store, number)
        plan.deleted = self.clock.now()
        return 200, {'message': 'The plan is gone.', 'CODE': 'success'}

    def op_listCollections(self, rq):
        return 200, {'data': list(rq.store.collections), 'CODE': 'success'}
