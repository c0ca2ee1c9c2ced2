import {seedReadings} from '../reading/seeds.ts';
import type {Ask, Context, Json, Reply} from '../types.ts';
import {each, jsonOf, listOf, nameOf, on, type Edit, type Variants} from './types.ts';

const READINGS = /^(GET|HEAD) \/consumption\/sessions$/;
const TIMES = ['started_at', 'processed_at', 'last_heartbeat_at'];

function texts(names: string[], edit: (text: string, context: Context) => unknown): Edit {
  const change = (row: Json, context: Context): void => {
    for (const name of names) {
      if (typeof row[name] === 'string') row[name] = edit(row[name], context);
    }
  };
  return (...args) => {
    each('reading', change)(...args);
    each('session', change)(...args);
  };
}

/** The instant of a time on the clock of the store. */
function instant(text: string, {store}: Context): Date {
  return new Date(Date.parse(`${text.replace(' ', 'T')}Z`) - store.zoneMinutes * 60_000);
}

function offset({store}: Context): string {
  const minutes = Math.abs(store.zoneMinutes);
  const two = (number: number): string => String(number).padStart(2, '0');
  const sign = store.zoneMinutes < 0 ? '-' : '+';
  return `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Filters that only work together have no effect alone. */
function lone({query}: Ask): void {
  if (!query.has('reason_type')) query.delete('reason_value');
  if (query.has('from_date') === query.has('to_date')) return;
  query.delete('from_date');
  query.delete('to_date');
}

/** Cursors that keep their filters: the address of a page has nothing else. */
const sealed: Edit = (reply, {query}) => {
  const body = jsonOf(reply.body);
  for (const side of ['next', 'prev']) {
    const cursor = body[`${side}_cursor`];
    if (typeof cursor !== 'string') continue;
    const filters = new URLSearchParams(query);
    filters.delete('cursor');
    const text = Buffer.from(`${filters.toString()}|${cursor}`).toString('base64url');
    body[`${side}_cursor`] = text;
    body[`${side}_page_url`] = `${String(body.path)}?cursor=${text}`;
  }
};

/** Takes the filters out of a cursor. */
function unsealed({query}: Ask): void {
  const text = query.get('cursor') ?? '';
  const [filters = '', cursor] = Buffer.from(text, 'base64url').toString('utf8').split('|');
  if (cursor === undefined) return;
  const names = [...query.keys()];
  for (const name of names) query.delete(name);
  for (const [name, value] of new URLSearchParams(filters)) query.set(name, value);
  query.set('cursor', cursor);
}

const relative: Edit = (reply) => {
  const body = jsonOf(reply.body);
  for (const name of ['path', 'next_page_url', 'prev_page_url']) {
    if (typeof body[name] === 'string') body[name] = body[name].replace(/^https?:\/\/[^/]+/, '');
  }
};

const elsewhere: Edit = (reply, _ask, context) => {
  const body = jsonOf(reply.body);
  for (const name of ['path', 'next_page_url', 'prev_page_url']) {
    if (typeof body[name] !== 'string') continue;
    body[name] = body[name].replace(/^https?:\/\/[^/]+/, context.store.domain);
  }
};

function refused(status: number): Edit {
  return (reply, ask) => {
    if (READINGS.test(nameOf(ask)) && reply.status === 400) reply.status = status;
  };
}

const missing = (): Reply => ({
  status: 422,
  body: {CODE: 'error', message: 'x', errors: {user_id: ['x']}},
});

const REFUSED = {
  outcomes: {
    'listReadingSessions.filter-refused': {status: [422]},
    'listReadingSessions.cursor-refused': {status: [422]},
  },
};

/** What is open of reading sessions. */
export const READING: Variants = {
  'reading-times-with-offset': {
    reply: texts(TIMES, (text, context) => `${text.replace(' ', 'T')}${offset(context)}`),
  },
  'reading-times-in-utc-with-fraction': {
    reply: texts(TIMES, (text, context) => instant(text, context).toISOString()),
  },
  'reading-times-in-microseconds': {
    reply: texts(TIMES, (text, context) => {
      return instant(text, context).toISOString().replace('Z', '000Z');
    }),
  },
  'reading-uuid-hashed': {
    reply: each('reading', (row) => {
      row.uuid = `t_${String(row.uuid).replaceAll('-', '_')}`;
    }),
    config: {hooks: {'record-reading': null, 'continue-reading': null}},
  },
  'reading-never-heard-of-again': {
    reply: each('reading', (row) => {
      row.last_heartbeat_at = null;
    }),
  },
  'reading-refused-422': {reply: refused(422), profile: REFUSED},
  'reading-lone-filters-ignored': {
    ask: (ask) => {
      if (READINGS.test(nameOf(ask))) lone(ask);
    },
  },
  'reading-filters-in-cursor': {
    ask: (ask) => {
      if (READINGS.test(nameOf(ask))) unsealed(ask);
    },
    reply: on(READINGS, sealed),
  },
  'reading-addresses-relative': {reply: on(READINGS, relative)},
  'reading-addresses-of-the-public-name': {reply: on(READINGS, elsewhere)},
  'reading-page-number-always-1': {
    reply: on(READINGS, (reply) => {
      jsonOf(reply.body).current_page = 1;
    }),
  },
  'reading-forwards-only': {
    reply: on(READINGS, (reply) => {
      Object.assign(jsonOf(reply.body), {prev_cursor: null, prev_page_url: null});
    }),
  },
  'reading-feature-off': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.features.consumption = false;
    },
    config: {hooks: {'switch-consumption': null}},
    profile: {choices: {'NS-ST-22': 'consumption-disabled'}},
  },
  'reading-nothing-read-yet': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.readings = [];
    },
  },
  'reading-many-sessions': {
    seed: (world, now) => {
      for (const store of world.stores) seedReadings(store, 700, now);
    },
  },
  'reading-hooks-few': {
    config: {
      hooks: {'record-reading': null, 'continue-reading': null, 'generate-reading': null},
    },
  },
  'reading-days-of-utc': {},
  'reading-users-as-they-were': {},
  'reading-oldest-first': {},
  'reading-pages-not-full': {},
  'reading-appears-later': {},
  'reading-last-page-may-be-empty': {},
};

const SESSIONS = /^(GET|HEAD) \/auth-sessions$/;

/** What is open of authentication sessions. */
export const SESSIONS_OPEN: Variants = {
  'sessions-times-with-fraction': {
    reply: texts(['last_activity', 'session_expires_at'], (text) => `${text}.123456`),
  },
  'sessions-elapsed-in-spanish': {
    reply: texts(['last_activity_diff'], (text) => `hace ${text.replace(/ ago$/, '')}`),
  },
  'sessions-external-id-null': {
    reply: each('session', (row) => {
      row.user_external_id ??= null;
    }),
  },
  'sessions-of-unknown-user-422': {
    instead: (ask, context) => {
      const user = ask.query.get('user_id');
      if (!SESSIONS.test(nameOf(ask)) || user === null || !/^\d+$/.test(user)) return null;
      return context.store.users.has(Number(user)) ? null : missing();
    },
    profile: {choices: {'NS-ST-19': null}},
  },
  'sessions-data-with-more': {
    reply: each('session', (row) => {
      Object.assign(jsonOf(row.session_data), {browser_version: '128.0', city: null, bot: false});
    }),
  },
  'sessions-deletion-with-data': {
    reply: on(/^DELETE \/auth-sessions\/[^/]+$/, (reply) => {
      jsonOf(reply.body).data = {deleted: true, ids: listOf([]).length};
    }),
  },
  'sessions-ids-of-letters': {},
  'sessions-newest-first': {},
};
