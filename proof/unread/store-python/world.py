"""The data of the two stores, and how they look at the start."""
import hashlib
import os
from decimal import ROUND_HALF_UP, Decimal
from types import SimpleNamespace as Thing

from basics import Numbers

SESSION_LIFE = 14 * 86400
CHECKOUT_TTL = 3600
CONVERSION_TIME = 45

ROLES = {'admin': 'STORE_TOKEN', 'second-admin': 'SECOND_STORE_TOKEN', 'second-store': 'OTHER_STORE_TOKEN'}
DEFAULT_TOKENS = {'admin': 'tys-4c1e9f7a20-orillas-Ana', 'second-admin': 'tys-b7730d51ee-orillas-Bruno',
                  'second-store': 'tys-09ad66f3c8-cumbre-Carla'}


class Store:
    def __init__(self, tenant, name, domain):
        self.tenant, self.name, self.domain = tenant, name, domain
        self.users, self.orders, self.issues, self.plans = {}, {}, {}, {}
        self.sessions, self.readings = {}, {}
        self.collections, self.mails = [], []
        self.mail_on = {'report': True, 'sale': True}
        self.content_on = self.physical_on = self.consumption_on = True


class World:
    def __init__(self, clock):
        self.clock = clock
        self.numbers = Numbers(20261128)
        self.seq = 0
        self.tokens = {}   # token -> Thing(id, token, store, admin)
        self.roles = {}    # role -> token
        self.orillas = Store(3107, 'Librería Orillas', 'orillas.example')
        self.cumbre = Store(5519, 'Cumbre Libros', 'cumbre.example')
        self.stores = [self.orillas, self.cumbre]
        self.seed()

    def next_seq(self):
        self.seq += 1
        return self.seq

    # -- making things ------------------------------------------------------------------------------------------
    def make_user(self, store, email, external_id, password=None, **more):
        now = self.clock.now()
        user = Thing(id=self.numbers.next('user'), uuid=self.numbers.uuid(), email=email, external_id=external_id,
                     name=email.split('@')[0], password=self.hide(password), admin=False, plan_admin=False,
                     only_sees_readable=False, sessions_limit=None, created=now, updated=now, deleted=None,
                     anonymized=False, subscriptions=[], seq=self.next_seq())
        user.__dict__.update(more)
        store.users[user.id] = user
        return user

    @staticmethod
    def hide(password):
        return None if password is None else hashlib.sha256(password.encode('utf-8', 'replace')).hexdigest()

    def make_plan(self, store, fields, subscribable=True):
        now = self.clock.now()
        plan = Thing(id=self.numbers.next('plan'), type='recurring', name='', details='', duration=None,
                     recommended=False, private=False, assigns_collections=False, download_files=False,
                     free_trial=False, concurrency_limit=1, collections=[], prices={}, free_trial_days=None,
                     customer=None, invoice=None, file_name=None, upload_file=None, created=now, updated=now,
                     deleted=None, subscribable=subscribable, seq=self.next_seq())
        plan.__dict__.update(fields)
        store.plans[plan.id] = plan
        return plan

    def make_issue(self, store, external_id, name, **more):
        now = self.clock.now()
        issue = Thing(id=self.numbers.next('issue'), external_id=external_id, name=name, lang=None, version=1,
                      user_id=None, publication_date=None, description=None, extension=None, file_url=None, free=False,
                      bisac=[], collection=[], author=[], country=[], category=[], publisher=[], keyword=[],
                      prices={}, price_records=[], table_of_contents=None, cover=None, kind='Digital', physical={},
                      file_id=self.numbers.next('record'), deleted=None, created=now, updated=now, convert_at=now, deferred=False,
                      storefront=True, seq=self.next_seq())
        issue.__dict__.update(more)
        self.price_issue(issue)
        store.issues[issue.id] = issue
        return issue

    def price_issue(self, issue):
        now = self.clock.now()
        issue.price_records = [
            Thing(id=self.numbers.next('price'), currency=currency, created=now,
                  cents=int((Decimal(str(amount)) * 100).to_integral_value(ROUND_HALF_UP)))
            for currency, amount in issue.prices.items()]

    def make_token(self, store, admin, token=None):
        token = token or f'tys-{self.numbers.hex(24)}-{store.tenant}'
        entry = Thing(id=f'tk{self.numbers.hex(10)}', token=token, store=store, admin=admin)
        self.tokens[token] = entry
        return entry

    def make_subscription(self, user, plan, name, last_day):
        user.subscriptions.append(Thing(plan=plan.id, name=name or plan.name, last_day=last_day, cancelled=False))

    # -- the start ----------------------------------------------------------------------------------------------
    def seed(self):
        o, c = self.orillas, self.cumbre
        ana = self.make_user(o, 'ana@orillas.example', 'staff-ana', 'mate y bombilla', admin=True)
        bruno = self.make_user(o, 'bruno@orillas.example', 'staff-bruno', 'tinta verde 22', admin=True)
        carla = self.make_user(c, 'carla@cumbre.example', 'staff-ana', 'nieve en la cumbre', admin=True)
        self.make_user(o, 'delia.r@correo.example', 'lect-77', 'una clave larga', sessions_limit=4)
        self.make_user(o, 'ernesto+libros@correo.example', 'lect-78', 'otra clave larga', plan_admin=True)
        gone = self.make_user(o, 'fermin@correo.example', 'lect-79', 'ya no entra', only_sees_readable=True)
        gone.deleted = self.clock.now()
        self.make_user(c, 'delia.r@correo.example', 'lect-77', 'clave de cumbre')
        for role, admin, store in (('admin', ana, o), ('second-admin', bruno, o), ('second-store', carla, c)):
            token = os.environ.get(ROLES[role]) or DEFAULT_TOKENS[role]
            self.make_token(store, admin, token)
            self.roles[role] = token
        o.collections += ['Ríos', 'Cuentos del puerto', 'Ensayo']
        c.collections += ['Montaña', 'Ensayo']
        plan = dict(details='<p>Todo el <b>río</b></p>', prices={'UYU': 39000, 'USD': 999}, concurrency_limit=3)
        self.make_plan(o, dict(plan, name='Lectura mensual', assigns_collections=True, collections=['Ríos']))
        self.make_plan(o, dict(plan, name='Antiguos socios', type='prepaid', duration=6), subscribable=False)
        self.make_plan(o, dict(plan, name='Medio año', type='prepaid', duration=6, private=True))
        self.make_plan(c, dict(plan, name='Cordillera', free_trial=True, free_trial_days=7))
        done = dict(publication_date='2019-04-23', lang='es', convert_at=0)
        self.make_issue(o, '9789974-001-7', 'La orilla lenta', extension='epub', user_id=ana.id, author=['I. Sosa'],
                        description='<p>Una novela de <i>río</i>.</p>', prices={'UYU': 590, 'USD': 14.99},
                        file_url='https://files.orillas.example/orilla.epub', **done)
        self.make_issue(o, '9789974-002-4', 'Diez faros', extension='pdf', user_id=bruno.id, category=['Viajes'],
                        description='Guía.', file_url='https://files.orillas.example/faros.pdf', **done)
        self.make_issue(o, '9789974-003-1', 'Puerto de noche', extension='mp3', user_id=ana.id, collection=['Ensayo'],
                        description='Leído por su autora.', file_url='https://files.orillas.example/puerto.mp3', **done)
        self.make_issue(c, '9789974-001-7', 'Nieve y barro', extension='epub', user_id=carla.id,
                        description='Relatos.', file_url='https://files.cumbre.example/nieve.epub', **done)
