import type {Ask, Context, Json, Reply, User} from '../types.ts';
import {bodyOf, each, jsonOf, listOf, nameOf, on, type Edit, type Variants} from './types.ts';

const CREATE = /^POST \/dashboard\/users$/;
const UPDATE = /^PUT \/dashboard\/users\/[^/]+$/;
const LIST = /^(GET|HEAD) \/dashboard\/users$/;
const TEXTS = /^(POST|PUT|DELETE) /;

/** Changes each text of a body, also of inner ones; passwords stay as they are. */
function texts(value: unknown, edit: (text: string) => unknown): unknown {
  if (typeof value === 'string') return edit(value);
  if (Array.isArray(value)) return value.map((one) => texts(one, edit));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => {
    return [name, /password/.test(name) ? one : texts(one, edit)];
  });
  return Object.fromEntries(members);
}

function everyText(edit: (text: string) => unknown) {
  return bodyOf(TEXTS, (body) => void Object.assign(body, jsonOf(texts({...body}, edit))));
}

function userOf(context: Context, path: string): User | undefined {
  const id = /\/dashboard\/users\/(\d+)/.exec(path)?.[1];
  return context.store.users.get(Number(id));
}

/** Whether a deletion asks for no more than what a deactivated user is already. */
function isPlain(ask: Ask, user: User): boolean {
  const text = ask.query.get('anonymize');
  if (text === null || text === 'false' || text === '0') return true;
  return user.anonymized && (text === 'true' || text === '1');
}

/** Answers a move that leads nowhere otherwise. */
function idle(name: RegExp, test: (user: User) => boolean, reply: () => Reply): Variants[string] {
  return {
    instead: (ask, context) => {
      const user = name.test(nameOf(ask)) ? userOf(context, ask.path) : undefined;
      if (user === undefined || !test(user) || !isPlain(ask, user)) return null;
      return reply();
    },
  };
}

const left = (user: User): boolean => user.deletedAt !== null && !user.anonymized;
const done = (data: unknown): Reply => ({status: 200, body: {CODE: 'success', data}});
const DELETE = /^DELETE \/dashboard\/users\/[^/]+$/;
const missing = (): Reply => ({
  status: 404,
  body: {CODE: 'error', message: 'Not found.', errors: {}},
});

/** Shows the paginator as another framework does. */
const pager: Edit = (reply, _ask, context) => {
  const {paginator} = jsonOf(jsonOf(reply.body).data);
  const page = jsonOf(paginator);
  if (!Array.isArray(page.data)) return;
  const path = `${context.world.origin}/integration-api/v1/dashboard/users`;
  const at = (number: unknown): string => `${path}?page=${String(number)}`;
  const {page_size: size, pages, items, following_page: next} = page;
  for (const name of ['page_size', 'pages', 'items', 'following_page']) delete page[name];
  const number = Number(page.current_page);
  const from = (number - 1) * Number(size) + 1;
  Object.assign(page, {
    first_page_url: at(1),
    from,
    last_page: pages,
    last_page_url: at(pages),
    next_page_url: typeof next === 'number' ? at(next) : null,
    path,
    per_page: size,
    prev_page_url: number > 1 ? at(number - 1) : null,
    to: from + page.data.length - 1,
    total: items,
  });
};

function stamped(edit: (text: string) => string) {
  return (row: Json): void => {
    for (const [name, value] of Object.entries(row)) {
      if (name.endsWith('_at') && typeof value === 'string') row[name] = edit(value);
    }
  };
}

const inUtc = (text: string): string => new Date(text).toISOString();

/** What is open of users. */
export const USERS: Variants = {
  'texts-trimmed': {ask: everyText((text) => text.trim())},
  'texts-trimmed-and-empty-is-null': {
    ask: everyText((text) => (text.trim() === '' ? null : text.trim())),
  },
  'email-kept-in-small-letters': {
    ask: bodyOf(/^(POST|PUT) \/dashboard\/users/, (body) => {
      if (typeof body.email === 'string') body.email = body.email.toLowerCase();
    }),
  },
  'users-updated-200-with-user': {
    reply: on(UPDATE, (reply, ask, context) => {
      const user = userOf(context, ask.path);
      reply.status = 200;
      reply.body = {CODE: 'success', data: {id: user?.id, email: user?.email}};
    }),
  },
  'users-updated-200-bare': {
    reply: on(UPDATE, (reply) => {
      reply.status = 200;
      reply.body = {CODE: 'success', data: []};
    }),
  },
  'users-silent-of-name-and-flag': {
    profile: {choices: {'NS-ST-02': null}},
    reply: each('user', (row) => {
      delete row.name;
      delete row.anonymized;
      delete row.locale;
    }),
  },
  'users-pager-of-another-framework': {reply: on(LIST, pager)},
  'users-page-beyond-is-empty': {
    instead: (ask, context) => {
      const page = Number(ask.query.get('page') ?? 1);
      if (!Number.isInteger(page) || page < 1) return null;
      if (!LIST.test(nameOf(ask)) || ask.query.has('query')) return null;
      if ((page - 1) * 30 < context.store.users.size) return null;
      return done({paginator: {current_page: page, data: []}});
    },
  },
  'users-pages-turned-otherwise': {
    ask: (ask) => {
      if (!LIST.test(nameOf(ask))) return;
      const page = ask.query.get('p');
      ask.query.delete('page');
      if (page !== null) ask.query.set('page', page);
    },
    reply: on(LIST, (reply) => {
      const {paginator} = jsonOf(jsonOf(reply.body).data);
      const {current_page, data} = jsonOf(paginator);
      jsonOf(reply.body).data = {paginator: {current_page, data}};
    }),
  },
  'users-readable-as-boolean': {
    reply: each('user', (row) => {
      row.only_sees_readable = Boolean(row.only_sees_readable);
    }),
  },
  'users-sessions-empty-list': {
    reply: on(LIST, (reply) => {
      for (const row of listOf(jsonOf(jsonOf(jsonOf(reply.body).data).paginator).data)) {
        row.sessions ??= [];
      }
    }),
  },
  'users-deleted-at-as-text': {
    reply: each('user', (row) => {
      if (typeof row.deleted_at !== 'number') return;
      row.deleted_at = new Date(row.deleted_at * 1000).toISOString();
    }),
  },
  'users-plans-of-other-members': {
    reply: each('user', (row) => {
      if (!Array.isArray(row.user_plans)) return;
      row.user_plans = listOf(row.user_plans).map((one, index) => ({
        id: 900 + index,
        plan_id: jsonOf(one.plan).id,
        name: one.label,
        is_active: one.state === 'running',
        valid_to: one.runs_until,
        cancelled_by: jsonOf(one.cancellation).reason ?? null,
      }));
    }),
  },
  'users-picture-elsewhere': {
    reply: each('user', (row) => {
      row.picture = 'https://www.gravatar.com/avatar/0?d=mp&s=64';
    }),
  },
  'users-uuid-in-capitals': {
    reply: each('user', (row) => {
      row.uuid = String(row.uuid).toUpperCase();
    }),
  },
  'times-in-utc': {
    reply: (...args) => {
      each('user', stamped(inUtc))(...args);
      each('plan', stamped(inUtc))(...args);
    },
  },
  'times-in-microseconds': {
    reply: (...args) => {
      const micro = stamped((text) => text.replace(/(:\d\d)([+-]\d\d:\d\d|Z)$/, '$1.000000$2'));
      each('user', micro)(...args);
      each('plan', micro)(...args);
    },
  },
  'users-deactivated-again-200': idle(DELETE, left, () => done([])),
  'users-deactivated-again-404': idle(DELETE, left, missing),
  'users-anonymized-again-404': idle(DELETE, (user) => user.anonymized, missing),
  'users-anonymized-again-200': idle(
    DELETE,
    (user) => user.anonymized,
    () => done([]),
  ),
  'users-reactivated-again-200': idle(
    /^PUT .*\/re-activate$/,
    (user) => user.deletedAt === null,
    () => done(1),
  ),
  'users-deactivated-not-updated-404': idle(UPDATE, left, missing),
  'users-anonymized-not-updated-404': idle(UPDATE, (user) => user.anonymized, missing),
  'users-new-password-ends-sessions': {},
  'users-anonymized-domain-elsewhere': {},
  'users-anonymized-not-listed': {profile: {choices: {'NS-ST-16': 'unlisted'}}},
  'users-sessions-limit-kept': {},
  'users-logout-by-number-first': {},
  'users-logout-says-otherwise': {
    reply: on(/^POST \/users\/.*\/force-logout$/, (reply) => {
      reply.body = {CODE: 'success', message: 'The user will be logged out.'};
    }),
  },
  'users-logout-says-nothing': {
    reply: on(/^POST \/users\/.*\/force-logout$/, (reply) => {
      reply.body = '';
    }),
  },
  'users-create-with-email-of-others-first': {
    reply: (reply, ask) => {
      const {errors} = jsonOf(reply.body);
      if (!CREATE.test(nameOf(ask)) || reply.status !== 422) return;
      const [first] = Object.entries(jsonOf(errors));
      if (first) jsonOf(reply.body).errors = Object.fromEntries([first]);
    },
  },
};
