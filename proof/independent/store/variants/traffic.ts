import {seedOrder} from '../commerce-seeds.ts';
import {noTerms, shelve} from '../content/shelve.ts';
import {record} from '../reading/record.ts';
import {blankUser} from '../seeds.ts';
import {invalidField, refuse} from '../replies.ts';
import {DAY, MINUTE} from '../time.ts';
import type {Ask, Context, Purchase, Reply, Store, World} from '../types.ts';
import {jsonOf, nameOf, type Act, type Variants} from './types.ts';

/** Adds users who have been there for long. */
function addUsers(world: World, store: Store, count: number, now: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = now - (700 - (index % 650)) * DAY;
    const email = `old.${index}@crowd.example`;
    const user = blankUser(world, email, `crowd-${store.key}-${index}`, at);
    user.admin = index % 500 === 7;
    if (index % 20 === 3) user.deletedAt = at + DAY;
    store.users.set(user.id, user);
    if (index % 10 === 0) addOrder(world, store, user.id, at);
  }
}

function addOrder(world: World, store: Store, userId: number, now: number): void {
  const user = store.users.get(userId);
  if (user === undefined) return;
  world.nextNumber += 3;
  const number = world.nextNumber;
  const bought: Purchase = {
    orderNumber: String(number),
    issueId: number + 90_000,
    channel: number % 2 === 0 ? 'manual' : 'checkout',
    cancelled: false,
    reason: null,
  };
  user.purchases.push(bought);
  const order = seedOrder(store, user, bought, now);
  bought.order = order.id;
  store.commerce.orders.push(order);
}

function addContent(world: World, store: Store, count: number, now: number): void {
  for (let index = 0; index < count; index += 1) {
    const at = now - (index % 900) * DAY;
    const id = world.nextIssue;
    world.nextIssue += 3;
    shelve(store, {
      id,
      externalId: `crowd:${id}`,
      name: `Crowd title ${index}`,
      extension: 'pdf',
      fileUrl: `${store.domain}/files/${id}`,
      description: '',
      publicationDate: new Date(at).toISOString().slice(0, 10),
      lang: 'es',
      free: index % 2 === 0,
      bisac: [],
      terms: {...noTerms(), keyword: ['crowd']},
      prices: [],
      contents: null,
      cover: null,
      physical: null,
      version: 1,
      userId: 7_340_001,
      owned: true,
      conversion: {since: at, takes: 0},
      createdAt: at,
      updatedAt: at,
      history: [],
    });
  }
}

/** Users, orders, content and sessions come and go while somebody else works with the API. */
function others(): Act {
  return (_ask, {world, store, now}: Context) => {
    const count = world.served;
    if (count % 3 !== 0) return;
    addUsers(world, store, 1, now());
    const [first] = [...store.users.values()].filter(({email}) => email.endsWith('@crowd.example'));
    if (count % 6 === 0 && first !== undefined) store.users.delete(first.id);
    if (count % 9 === 0) addContent(world, store, 1, now());
    const titles = [...store.commerce.issues.values()];
    const strange = titles.filter(({externalId}) => externalId.startsWith('crowd:'));
    const gone = strange[0];
    if (count % 18 === 0 && gone !== undefined) store.commerce.issues.delete(gone.id);
    const title = titles[count % titles.length];
    if (title === undefined) return;
    record(store, {issueId: title.id, startedAt: now(), reason: 'preview_issue'});
  };
}

/** Somebody else sends requests with the same key. */
function shared(): Act {
  return (_ask, {world, tokenId, now}) => {
    if (tokenId === undefined || world.served % 12 !== 0) return;
    world.minutes.get(tokenId)?.push(now());
  };
}

/** Uploads of a token within a minute, where uploads are bulk and have a limit of their own. */
const MOST_UPLOADS = 20;

function bulkLimit(ask: Ask, {world, tokenId, now}: Context): Reply | null {
  if (nameOf(ask) !== 'POST /dashboard/issues') return null;
  const name = `uploads of ${tokenId ?? ''}`;
  const hits = (world.minutes.get(name) ?? []).filter((at) => at > now() - MINUTE);
  world.minutes.set(name, hits);
  const [first] = hits;
  if (hits.length < MOST_UPLOADS || first === undefined) {
    hits.push(now());
    return null;
  }
  const reply = refuse(429, 'Too many uploads within a minute.');
  reply.headers = {'Retry-After': String(Math.ceil((first + MINUTE - now()) / 1000))};
  return reply;
}

/** Paths below which the API has operations. */
const KNOWN =
  /\/v1\/(users|auth-sessions|consumption\/sessions|orders|dashboard\/(users|issues|plans))\b/;

/** The query parameters of reads; what a path has besides is none. */
const QUERIES: [RegExp, string[]][] = [
  [/^GET \/dashboard\/users$/, ['query', 'page']],
  [/^GET \/auth-sessions$/, ['user_id', 'external_id', 'per_page', 'cursor']],
  [
    /^GET \/consumption\/sessions$/,
    'cursor issue_id user_id reason_type reason_value from_date to_date'.split(' '),
  ],
  [
    /^GET \/orders$/,
    'user_id user_email product_type product_id start_at end_at status before'.split(' '),
  ],
  [/^GET \/dashboard\/issues$/, ['query', 'page']],
  [/^GET \/dashboard\/plans$/, ['query', 'offset']],
];

function refuseUnknown(ask: Ask, {faults}: Context): Reply | null {
  const [, known] = QUERIES.find(([name]) => name.test(nameOf(ask))) ?? [];
  const strange = [...ask.query.keys()].find((name) => known?.includes(name) === false);
  return strange === undefined ? null : invalidField(strange, 'Not known here.', faults);
}

/** How busy a store is, and how it is reached. */
export const TRAFFIC: Variants = {
  'store-large': {
    seed: (world, now) => {
      for (const store of world.stores) {
        addUsers(world, store, 3000, now);
        addContent(world, store, 500, now);
      }
    },
  },
  'store-new': {
    seed: (world) => {
      for (const {commerce, users} of world.stores) {
        commerce.orders = [];
        commerce.readings = [];
        for (const user of users.values()) user.purchases = [];
      }
    },
  },
  'other-clients': {ask: others()},
  'key-shared-with-others': {ask: shared()},
  'slow-answers': {},
  'answers-compressed': {},
  'connections-short': {},
  'connections-of-five-requests': {},
  'paths-unknown-before-tokens': {
    reply: (reply, ask) => {
      if (reply.status === 401 && !KNOWN.test(ask.path)) reply.status = 404;
    },
  },
  'gateway-502-at-times': {},
  'gateway-503-at-times': {},
  'clock-2-seconds-ahead': {},
  'clock-2-seconds-behind': {},
  'zone-utc': {seed: zoned('UTC', 0)},
  'zone-far-east': {seed: zoned('Pacific/Kiritimati', 840)},
  'zone-far-west': {seed: zoned('Pacific/Pago_Pago', -660)},
  'lists-lag-by-a-second': {},
  'minute-window-fixed': {},
  'reads-of-the-day-with-their-first-moment': {},
  'bulk-limit-of-uploads': {instead: bulkLimit},
  'retry-after-in-seconds': {
    reply: (reply, _ask, {now}) => {
      const at = reply.headers?.['Retry-After'];
      if (at === undefined) return;
      const seconds = Math.max(1, Math.ceil((Date.parse(at) - now()) / 1000));
      reply.headers = {...reply.headers, 'Retry-After': String(seconds)};
    },
  },
  'retry-after-of-quotas-only': {
    reply: (reply) => {
      const {message} = jsonOf(reply.body);
      if (reply.status === 429 && /minute/.test(String(message))) reply.headers = {};
    },
  },
  'reset-on-refusals-only': {
    write: ({status, headers}) => {
      if (status !== 429) delete headers['X-RateLimit-Reset'];
    },
  },
  'queries-unknown-refused': {instead: refuseUnknown},
  'users-compared-by-case': {},
  'users-ids-compared-without-case': {},
  'users-left-hidden-in-list': {},
  'users-oldest-first': {},
  'users-by-address': {},
  'users-of-15-a-page': {},
  'users-ids-huge': {seed: (world) => void (world.nextUser = 900_719_910_000_001)},
  'ids-beyond-2-53': {
    seed: (world) => {
      world.nextUser = 900_719_910_000_001;
      world.nextIssue = 900_719_920_000_001;
    },
    leaves: (text) => text.replaceAll(/(?<!\d)9007199([12]\d{7})(?!\d)/g, '71150819838$1'),
    arrives: (text) => text.replaceAll(/(?<!\d)71150819838([12]\d{7})(?!\d)/g, '9007199$1'),
  },
  'validation-after-existence': {},
};

function zoned(zone: string, zoneMinutes: number) {
  return (world: World): void => {
    for (const store of world.stores) Object.assign(store, {zone, zoneMinutes});
  };
}
