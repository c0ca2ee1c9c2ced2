import {
  asList,
  asObject,
  created,
  creates,
  listed,
  type Probe,
  type Probes,
  type Site,
  updated,
  type Value,
} from './probe-kit.ts';
import {parses} from './web-address.ts';

const x = (length: number): string => 'x'.repeat(length);

function moments(test: (value: Value) => boolean): Probe {
  return created((user) => test(asObject(user.created_at)));
}

function at(time: number, test: (value: Value) => boolean): Probe {
  return (site) => {
    site.clock.time = time;
    return moments(test)(site);
  };
}

const DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

function plansOf(row: Value): Value[] {
  return asList(row.user_plans);
}

async function both(site: Site, changes: Value): Promise<number> {
  const answers = await Promise.all([site.create(changes), site.create(changes)]);
  return answers.filter((one) => one.status === 201).length;
}

/** Probes of the answer of a create. */
export const answers: Probes = {
  'create-status-200': creates({}, 201),
  'create-code-created': async (s) => (await s.create()).json.CODE !== 'success',
  'create-data-nested': created((u) => Number.isInteger(u.id)),
  'id-as-text': created((u) => Number.isInteger(u.id)),
  'uuid-missing': created((u) => typeof u.uuid === 'string'),
  'external-missing': created((u) => typeof u.external_id === 'string'),
  'picture-missing': created((u) => typeof u.picture === 'string'),
  'picture-path': created((u) => parses(String(u.picture))),
  'admin-as-number': created((u) => typeof u.admin === 'boolean'),
  'plan-admin-missing': created((u) => typeof u.plan_admin === 'boolean'),
  'readable-as-text': created((u) => typeof u.only_sees_readable === 'boolean'),
  'sessions-limit-as-text': created((u) => u.sessions_limit === 5, {sessions_limit: 5}),
  'created-at-as-text': moments((m) => Number.isInteger(m.timestamp)),
  'timestamp-as-text': moments((m) => Number.isInteger(m.timestamp)),
  'date-with-slashes': moments((m) => DATE.test(String(m.date))),
  'timezone-missing': moments((m) => typeof m.timezone === 'string'),
  'updated-at-missing': created((u) => DATE.test(String(asObject(u.updated_at).date))),
  'deleted-at-false': created((u) => u.deleted_at === null),
  'date-twelve-hours': at(Date.UTC(2026, 2, 17, 21, 5), (m) => String(m.date).includes(' 18:05')),
  'date-day-unpadded': at(Date.UTC(2026, 2, 5, 15), (m) => DATE.test(String(m.date))),
  'date-month-from-zero': at(Date.UTC(2026, 4, 31, 15), (m) =>
    String(m.date).startsWith('2026-05-31'),
  ),
  'email-lower-cased': created((u) => u.email === 'Jo.Nes@Probe.example', {
    email: 'Jo.Nes@Probe.example',
  }),
  'external-normalised': created((u) => u.external_id === 'cafe\u0301', {
    external_id: 'cafe\u0301',
  }),
  'external-zeros-lost': created((u) => u.external_id === '000417', {external_id: '000417'}),
  'external-cut': created((u) => u.external_id === x(60), {external_id: x(60)}),
  'external-trimmed': created((u) => u.external_id === ' pad ', {external_id: ' pad '}),
};

/** Probes of what a create refuses and accepts. */
export const bounds: Probes = {
  'create-email-not-unique': async (s) =>
    (await s.create({email: (await s.made()).email})).status !== 422,
  'create-external-not-unique': async (s) =>
    (await s.create({external_id: (await s.made()).external_id})).status !== 422,
  'create-email-unchecked': creates({email: 'x'}, 422),
  'create-email-optional': creates({email: undefined}, 422),
  'create-external-optional': creates({external_id: undefined}, 422),
  'create-password-optional': creates({new_password: undefined}, 422),
  'create-password-min-6': creates({new_password: x(7)}, 422),
  'create-password-8-refused': creates({new_password: x(8)}, 201),
  'create-password-unbounded': creates({new_password: x(256)}, 422),
  'create-password-max-72': creates({new_password: x(255)}, 201),
  'create-sessions-zero': creates({sessions_limit: 0}, 422),
  'create-sessions-unbounded': creates({sessions_limit: 1_000_000}, 422),
  'create-sessions-max-99999': creates({sessions_limit: 999_999}, 201),
  'create-sessions-required': creates({}, 201),
  'create-readable-required': creates({}, 201),
  'sessions-text-accepted': creates({sessions_limit: 'abc'}, 422),
  'sessions-true-accepted': creates({sessions_limit: true}, 422),
  'sessions-fraction-accepted': creates({sessions_limit: 2.5}, 422),
  'sessions-one-refused': creates({sessions_limit: 1}, 201),
  'external-max-255': creates({external_id: x(65)}, 422),
  'external-64-refused': creates({external_id: x(64)}, 201),
  'external-bytes-counted': creates({external_id: 'ñ'.repeat(64)}, 201),
  'external-number-accepted': creates({external_id: 778_899}, 422),
  'external-spaces-refused': creates({external_id: 'two words'}, 201),
  'email-plus-refused': creates({email: 'jo+tag@probe.example'}, 201),
  'email-apostrophe-refused': creates({email: "o'neil@probe.example"}, 201),
  'email-long-tld-refused': creates({email: 'jo@probe.technology'}, 201),
  'email-double-at': creates({email: 'jo@nes@probe.example'}, 422),
  'email-long-local-refused': creates({email: `${x(50)}@probe.example`}, 201),
  'password-bytes-maximum': creates({new_password: 'é'.repeat(200)}, 201),
  'password-bytes-minimum': creates({new_password: 'señoría'}, 422),
  'password-trimmed': creates({new_password: 'abcdef  '}, 201),
  'admin-text-accepted': creates({admin: 'x'}, 422),
  'admin-false-text': creates({admin: 'false'}, 422),
  'email-of-deactivated-free': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await s.create({email: user.email})).status !== 422;
  },
  'external-of-deactivated-free': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await s.create({external_id: user.external_id})).status !== 422;
  },
  'email-of-anonymized-kept': async (s) => {
    const user = await s.made();
    await s.remove(user, '?anonymize=true');
    return (await s.create({email: user.email})).status !== 201;
  },
  'create-email-race': async (s) => (await both(s, {email: 'race@probe.example'})) !== 1,
  'create-external-race': async (s) => (await both(s, {external_id: 'race-1'})) !== 1,
};

/** Probes of what a create stores, and of plans. */
export const stored: Probes = {
  'create-admin-ignored': created((u) => u.admin === true, {admin: true}),
  'plan-admin-makes-admin': created((u) => u.admin === false, {plan_admin: true}),
  'plan-admin-lost-for-admins': created((u) => u.plan_admin === true, {
    admin: true,
    plan_admin: true,
  }),
  'create-readable-ignored': created((u) => u.only_sees_readable === true, {
    only_sees_readable: true,
  }),
  'create-plan-not-given': listed((r) => asObject(plansOf(r)[0]?.plan).id === 88_120, {
    assign_new_plan: 88_120,
  }),
  'plan-unknown-ignored': creates({assign_new_plan: 999_999_999}, 422),
  'plan-unsubscribable-accepted': creates({assign_new_plan: 88_128}, 422),
  'plan-of-any-store': creates({assign_new_plan: 88_520}, 422),
  'plan-text-accepted': creates({assign_new_plan: 'abc'}, 422),
  'valid-to-any-date': creates(
    {
      assign_new_plan: 88_124,
      new_plan_custom_valid_to: '01/02/2030',
    },
    422,
  ),
  'valid-to-impossible-day': creates(
    {
      assign_new_plan: 88_124,
      new_plan_custom_valid_to: '2031-02-30',
    },
    422,
  ),
  'valid-to-leap-refused': creates(
    {
      assign_new_plan: 88_124,
      new_plan_custom_valid_to: '2028-02-29',
    },
    201,
  ),
  'valid-to-unpadded': creates(
    {
      assign_new_plan: 88_124,
      new_plan_custom_valid_to: '2030-1-2',
    },
    422,
  ),
  'valid-to-with-time': creates(
    {
      assign_new_plan: 88_124,
      new_plan_custom_valid_to: '2030-01-02T00:00:00Z',
    },
    422,
  ),
  'valid-to-required-with-plan': creates({assign_new_plan: 88_124}, 201),
  'valid-to-ignored': listed((r) => plansOf(r)[0]?.runs_until === '2031-05-06', {
    assign_new_plan: 88_124,
    new_plan_custom_valid_to: '2031-05-06',
  }),
  'valid-to-ignored-for-recurring': listed((r) => plansOf(r)[0]?.runs_until === '2031-05-06', {
    assign_new_plan: 88_120,
    new_plan_custom_valid_to: '2031-05-06',
  }),
  'valid-to-month-end': listed((r) => plansOf(r)[0]?.runs_until === '2031-12-31', {
    assign_new_plan: 88_124,
    new_plan_custom_valid_to: '2031-12-31',
  }),
  'plan-name-ignored': updated({user_plan_name: 'Gift'}, (r) => plansOf(r)[0]?.label === 'Gift', {
    assign_new_plan: 88_124,
  }),
  'plan-name-ascii': updated(
    {user_plan_name: 'Año nuevo'},
    (r) => plansOf(r)[0]?.label === 'Año nuevo',
    {assign_new_plan: 88_124},
  ),
  'plan-name-once': async (s) => {
    const user = await s.made({assign_new_plan: 88_124});
    await s.update(user, {user_plan_name: 'First'});
    await s.update(user, {user_plan_name: 'Second'});
    return plansOf((await s.row(user)) ?? {})[0]?.label !== 'Second';
  },
  'password-cut-at-72': async (s) => {
    const user = await s.made({new_password: `${x(72)}-the-rest`});
    return s.admitted(user, `${x(72)}-other`);
  },
  'refused-create-stored': async (s) => {
    await s.create({email: 'ghost@probe.example', new_password: 'short'});
    return (await s.list('ghost@probe.example')).status !== 404;
  },
};
