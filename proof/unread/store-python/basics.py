"""Small things that everything else uses: clock, days, refusals, checks of bodies, seals."""
import base64
import datetime as dt
import hashlib
import hmac
import json
import random
import re
import time
import urllib.parse
import uuid

ZONE_NAME = 'America/Montevideo'
ZONE = dt.timezone(dt.timedelta(hours=-3))
SEAL_KEY = b'tinta-y-sal/1'

CURRENCIES = 'USD ARS EUR MXN COP PEN CLP AUD UYU BOB PYG BRL INR GTQ HNL'.split()
ISO_4217 = set('''AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD
MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON
RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
USD UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL'''.split())
GATEWAYS = {
    'USD': 'global card gateway',
    'ARS': 'regional wallet gateway', 'MXN': 'regional wallet gateway', 'BRL': 'regional wallet gateway',
    'CLP': 'regional gateway reached through the wallet gateway',
    'COP': 'local Colombian gateway',
}
LANGUAGES = set('''aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv
dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu
ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne
ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv
sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'''.split())
REASON_TYPES = '''license_retail administrator_user free_issue preview_issue free_access bought_issue assigned_issue
gifted_issue external_permissions subscription_with_collections global_subscription lti_and_entry_point_free_access
saml_and_entry_point_free_access ip_and_entry_point_free_access'''.split()
PLAN_REASONS = ('subscription_with_collections', 'global_subscription')
COUNTERS = ('seconds_reading page_changes page_views printed_pages notes highlights bookmarks '
            'resolved_captchas').split()


class Refusal(Exception):
    """A request is answered with an error."""

    def __init__(self, status, message, errors=None):
        super().__init__(message)
        self.status, self.message, self.errors = status, message, errors or {}


class Clock:
    def __init__(self):
        self.offset = 0.0

    def now(self):
        return time.time() + self.offset

    def today(self):
        return day_of(self.now())


def local(t):
    return dt.datetime.fromtimestamp(t, ZONE)


def day_of(t):
    return local(t).strftime('%Y-%m-%d')


def iso(t, unit='seconds'):
    return None if t is None else local(t).isoformat(timespec=unit)


def bare(t):
    """ISO 8601 without a zone; the zone meant is that of the store."""
    return local(t).replace(tzinfo=None).isoformat(timespec='seconds')


def stamp(t):
    return {'timezone': ZONE_NAME, 'date': local(t).strftime('%Y-%m-%d %H:%M:%S'), 'timestamp': int(t)}


def elapsed(seconds):
    seconds = max(0, int(seconds))
    for size, name in ((86400, 'day'), (3600, 'hour'), (60, 'minute')):
        if seconds >= size:
            n = seconds // size
            return f'{n} {name}{"s" if n > 1 else ""} ago'
    return 'a moment ago'


def parse_day(text):
    if not isinstance(text, str) or not re.fullmatch(r'[0-9]{4}-[0-9]{2}-[0-9]{2}', text):
        return None
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return None
    return text


def add_months(day, months):
    """The same day of a later month, or the last one where that month is shorter."""
    d = dt.date.fromisoformat(day)
    count = d.year * 12 + d.month - 1 + months
    year, month = divmod(count, 12)
    last = (dt.date(year + (month == 11), (month + 1) % 12 + 1, 1) - dt.timedelta(days=1)).day
    return dt.date(year, month + 1, min(d.day, last)).isoformat()


def sign(text, size=16):
    return hmac.new(SEAL_KEY, text.encode('utf-8', 'surrogatepass'), hashlib.sha256).hexdigest()[:size]


def pack(value):
    """An opaque, signed text for a small JSON value."""
    raw = base64.urlsafe_b64encode(json.dumps(value, separators=(',', ':')).encode()).decode().rstrip('=')
    return raw + '.' + sign(raw)


def unpack(text):
    raw, _, mark = text.rpartition('.')
    if not raw or not hmac.compare_digest(sign(raw).encode(), mark.encode('utf-8', 'replace')):
        return None
    try:
        return json.loads(base64.urlsafe_b64decode(raw + '=' * (-len(raw) % 4)))
    except ValueError:
        return None


# Links to pages have a seal over their exact bytes, in characters that some clients would like to tidy up.
def sealed(path, pairs):
    query = '&'.join(f'{k}={urllib.parse.quote(str(v), safe="")}' for k, v in pairs)
    query += '&' if query else ''
    mark = sign(path.split('/', 3)[-1] + '?' + query + '#', 8)
    return f"{path}?{query}sello='{mark}|%7E%2Fa'"


def seal_state(raw_path, raw_query):
    """None: there is no seal; otherwise whether it fits."""
    if 'sello=' not in raw_query and 'sello%' not in raw_query:
        return None
    at = raw_query.rfind("sello='")
    if at < 0:
        return False
    mark = sign(raw_path.lstrip('/') + '?' + raw_query[:at] + '#', 8)
    return raw_query[at:] == f"sello='{mark}|%7E%2Fa'"


class Numbers:
    """Ids that are large and not consecutive."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.last = {'user': 48210337, 'issue': 7730011, 'plan': 915204, 'price': 3300917, 'record': 660178}

    def next(self, kind):
        self.last[kind] += self.dice.randint(3, 97)
        return self.last[kind]

    def uuid(self):
        return str(uuid.UUID(int=self.dice.getrandbits(128), version=4))

    def hex(self, n):
        return '%0*x' % (n, self.dice.getrandbits(4 * n))


def is_int(v):
    return isinstance(v, int) and not isinstance(v, bool)


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


def is_url(v):
    if not isinstance(v, str) or re.search(r'[\s<>"\x00-\x1f]', v):
        return False
    try:
        parts = urllib.parse.urlsplit(v)
        return parts.scheme in ('http', 'https') and bool(parts.hostname)
    except ValueError:
        return False


def is_email(v):
    if not isinstance(v, str) or len(v) > 254 or v.count('@') != 1:
        return False
    name, host = v.split('@')
    if not re.fullmatch(r"[^\s@\x00-\x1f,;:<>()\[\]\\\"]{1,64}", name) or name.startswith('.') or name.endswith('.') or '..' in name:
        return False
    labels = host.split('.')
    return len(labels) > 1 and all(re.fullmatch(r'\w([\w-]{0,61}\w)?', x) and '_' not in x for x in labels)


class Checker:
    """Looks at the members of a body; null counts as not given."""

    def __init__(self, body):
        self.body = body if isinstance(body, dict) else {}
        self.errors = {}

    def fail(self, name, text):
        self.errors.setdefault(name, []).append(text)

    def has(self, name):
        return self.body.get(name) is not None

    def take(self, name, required, fits, text):
        value = self.body.get(name)
        if value is None:
            if required:
                self.fail(name, f'{name} is missing.')
            return None
        if not fits(value):
            self.fail(name, text)
            return None
        return value

    def string(self, name, required=False, most=None, least=0, of=None):
        value = self.take(name, required, lambda v: isinstance(v, str), f'{name} is not a text.')
        if value is None:
            return None
        if required and value == '':
            self.fail(name, f'{name} is empty.')
        elif most is not None and len(value) > most:
            self.fail(name, f'{name} has more than {most} characters.')
        elif len(value) < least:
            self.fail(name, f'{name} has fewer than {least} characters.')
        elif of is not None and value not in of:
            self.fail(name, f'{name} is none of: {", ".join(of)}.')
        else:
            return value
        return None

    def email(self, name, required=False):
        return self.take(name, required, is_email, f'{name} is no address for e-mail.')

    def url(self, name, required=False):
        return self.take(name, required, is_url, f'{name} is no URL.')

    def day(self, name, required=False):
        return self.take(name, required, parse_day, f'{name} is no day of the form YYYY-MM-DD.')

    def boolean(self, name, required=False):
        return self.take(name, required, lambda v: isinstance(v, bool), f'{name} is neither true nor false.')

    def whole(self, name, required=False, least=None, most=None, texts=False):
        value = self.body.get(name)
        if texts and isinstance(value, str) and re.fullmatch(r'-?[0-9]{1,18}', value):
            value = int(value)
        if value is None:
            if required:
                self.fail(name, f'{name} is missing.')
            return None
        if not is_int(value):
            self.fail(name, f'{name} is no whole number.')
        elif least is not None and value < least:
            self.fail(name, f'{name} is below {least}.')
        elif most is not None and value > most:
            self.fail(name, f'{name} is above {most}.')
        else:
            return value
        return None

    def number(self, name, required=False, least=None):
        value = self.take(name, required, is_number, f'{name} is no number.')
        if value is not None and least is not None and value < least:
            self.fail(name, f'{name} is below {least}.')
            return None
        return value

    def texts(self, name):
        fits = lambda v: isinstance(v, list) and all(isinstance(x, str) and x for x in v)
        return self.take(name, False, fits, f'{name} is no list of texts.')

    def done(self):
        if self.errors:
            raise Refusal(422, 'Some of the data cannot be accepted.', self.errors)
