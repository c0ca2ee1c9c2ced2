import {
  asList,
  asObject,
  type Probe,
  type Probes,
  type Site,
  type Value,
  sometimes,
} from './probe-kit.ts';

const GENERIC = /^user-(\d+)@[\w.-]+$/;

async function reader(site: Site, name = 'nora.quist'): Promise<Value> {
  return (await site.rows(`${name}@readers.example`))[0] ?? {};
}

/** Shows when the list item of a removed user does not pass the test. */
function removed(tail: string, test: (row: Value) => boolean, first: Value = {}): Probe {
  return async (site) => {
    const user = await site.made(first);
    await site.remove(user, tail);
    const row = await site.row(user);
    return row === undefined || !test({...row, old_email: user.email});
  };
}

/** Shows when the orders or plans of a removed reader do not pass the test. */
function settled(tail: string, member: string, test: (rows: Value[]) => boolean): Probe {
  return async (site) => {
    const user = await reader(site);
    await site.remove(user, tail);
    return !test(asList((await site.row(user))?.[member]));
  };
}

const manual = (rows: Value[]): Value[] => rows.filter((one) => one.channel === 'manual');
const gone = (one: Value): boolean => one.state === 'cancelled';
const BOUGHT = 'purchased_issues_with_cancelled';

function removes(tail: string, want: number): Probe {
  return async (site) => (await site.remove(await site.made(), tail)).status !== want;
}

/** Probes of deactivation. */
export const leaving: Probes = {
  'deactivate-status-204': removes('', 200),
  'deactivate-no-code': async (s) => (await s.remove(await s.made())).json.CODE !== 'success',
  'deactivate-data-null': async (s) => !Array.isArray((await s.remove(await s.made())).json.data),
  'deactivate-no-effect': removed('', (r) => r.deleted_at !== null),
  'deactivate-removes': removed('', () => true),
  'deactivate-external-cleared': removed('', (r) => typeof r.external_id === 'string'),
  'deactivate-email-marked': removed('', (r) => r.email === r.old_email),
  'deactivate-orders-kept': settled('', BOUGHT, (rows) => manual(rows).every(gone)),
  'deactivate-first-order-only': settled('', BOUGHT, (rows) => manual(rows).every(gone)),
  'deactivate-unknown-200': async (s) => (await s.remove({id: 999_999_999})).status !== 404,
  'deactivated-may-log-in': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return s.admitted(user);
  },
  'deactivated-admin-logs-in': async (s) => {
    const user = await s.made({admin: true});
    await s.remove(user);
    return s.admitted(user);
  },
  'deactivated-mobile-sign-in': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await s.signIn(user, 'mobile')).session !== undefined;
  },
  'anonymize-any-text': removes('?anonymize=maybe', 422),
  'anonymize-yes-accepted': removes('?anonymize=yes', 422),
  'anonymize-number-accepted': removes('?anonymize=2', 422),
  'anonymize-1-refused': removes('?anonymize=1', 200),
  'anonymize-refused-deactivates': removed('?anonymize=maybe', (r) => r.deleted_at === null),
  'anonymize-false-truthy': removed('?anonymize=false', (r) => r.email === r.old_email),
};

function anonymized(test: (row: Value) => boolean, first: Value = {}): Probe {
  return removed('?anonymize=true', test, first);
}

const runs = (one: Value): boolean => one.state === 'running';

/** Probes of anonymization. */
export const hiding: Probes = {
  'anonymize-email-kept': anonymized((r) => r.email !== r.old_email),
  'anonymize-email-deleted': anonymized((r) => GENERIC.exec(String(r.email))?.[1] === String(r.id)),
  'anonymize-name-kept': anonymized((r) => r.name === null),
  'anonymize-external-kept': anonymized((r) => r.external_id === null),
  'anonymized-flag-missing': anonymized((r) => r.anonymized === true),
  'anonymize-flag-false-for-admins': anonymized((r) => r.anonymized === true, {admin: true}),
  'anonymize-deactivated-404': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await s.remove(user, '?anonymize=true')).status !== 200;
  },
  'anonymize-name-kept-when-deactivated': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.remove(user, '?anonymize=true');
    return (await s.row(user))?.name !== null;
  },
  'anonymize-external-kept-after-return': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.back(user);
    await s.remove(user, '?anonymize=true');
    return (await s.row(user))?.external_id !== null;
  },
  'anonymize-plans-kept': settled('?anonymize=true', 'user_plans', (rows) => !rows.some(runs)),
  'anonymize-newest-plan-only': settled(
    '?anonymize=true',
    'user_plans',
    (rows) => !rows.some(runs),
  ),
  'anonymize-prepaid-kept': settled('?anonymize=true', 'user_plans', (rows) => !rows.some(runs)),
  'anonymize-orders-kept': settled('?anonymize=true', BOUGHT, (rows) => manual(rows).every(gone)),
  'anonymize-orders-no-reason': settled('?anonymize=true', BOUGHT, (rows) => {
    return rows.filter((one) => one.cancel_reason === 'deactivate_user').length === 2;
  }),
  'delete-undoes-anonymized': async (s) => {
    const user = await s.made();
    await s.remove(user, '?anonymize=true');
    await s.remove(user);
    return (await s.row(user))?.anonymized !== true;
  },
  'delete-toggles': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.remove(user);
    return (await s.row(user))?.deleted_at === null;
  },
};

async function left(site: Site, tail = '', first: Value = {}): Promise<Value> {
  const user = await site.made(first);
  await site.remove(user, tail);
  return user;
}

/** Probes of reactivation. */
export const returning: Probes = {
  'reactivate-code-ok': async (s) => (await s.back(await left(s))).json.CODE !== 'success',
  'reactivate-data-true': async (s) => (await s.back(await left(s))).json.data !== 1,
  'reactivate-unknown-400': async (s) => (await s.back({id: 999_999_999})).status !== 404,
  'reactivate-no-effect': async (s) => {
    const user = await left(s);
    await s.back(user);
    return (await s.row(user))?.deleted_at !== null;
  },
  'reactivate-anonymized-served': async (s) => {
    return (await s.back(await left(s, '?anonymize=true'))).status !== 403;
  },
  'reactivate-anonymized-400': async (s) => {
    return (await s.back(await left(s, '?anonymize=true'))).status !== 403;
  },
  'reactivate-403-undeletes': async (s) => {
    const user = await left(s, '?anonymize=true');
    await s.back(user);
    return (await s.row(user, 'deactivated')) === undefined;
  },
  'reactivate-active-deactivates': async (s) => {
    const user = await s.made();
    await s.back(user);
    return (await s.row(user))?.deleted_at !== null;
  },
  'reactivated-cannot-log-in': async (s) => {
    const user = await left(s);
    await s.back(user);
    return !(await s.admitted(user));
  },
  'second-reactivation-lost': async (s) => {
    const user = await left(s);
    await s.back(user);
    await s.remove(user);
    await s.back(user);
    return (await s.row(user))?.deleted_at !== null;
  },
  'second-deactivation-lost': async (s) => {
    const user = await left(s);
    await s.back(user);
    await s.remove(user);
    return (await s.row(user))?.deleted_at === null;
  },
  'reactivate-race': sometimes(async (s) => {
    const user = await left(s);
    await Promise.all([s.back(user), s.remove(user, '?anonymize=true')]);
    const row = asObject(await s.row(user));
    return row.anonymized === true && row.deleted_at === null;
  }),
};

/** Signs a user in and out by force; shows when the outcome does not pass the test. */
function loggedOut(
  by: string,
  types: string[],
  test: (row: Value) => boolean,
  first: Value = {},
): Probe {
  return async (site) => {
    const user = await site.made(first);
    for (const type of types) await site.signIn(user, type);
    await site.logout(user[by]);
    const row = await site.row(user);
    return row === undefined || !test(row);
  };
}

const none = (row: Value): boolean => asList(row.sessions).length === 0;

/** Probes of force logout. */
export const logouts: Probes = {
  'logout-id-unknown': async (s) => (await s.logout((await s.made()).id)).status !== 200,
  'logout-status-201': async (s) => (await s.logout((await s.made()).id)).status !== 200,
  'logout-external-unknown': async (s) => {
    return (await s.logout((await s.made()).external_id)).status !== 200;
  },
  'logout-unknown-200': async (s) => (await s.logout('nope')).status !== 404,
  'logout-digits-are-ids': loggedOut('external_id', ['web'], none, {external_id: '4400'}),
  'logout-external-ascii': loggedOut('external_id', ['web'], none, {external_id: 'niño'}),
  'path-not-decoded': loggedOut('external_id', ['web'], none, {external_id: 'a/b c'}),
  'logout-external-prefix': async (s) => {
    await s.made({external_id: 'pre-fix-1'});
    return (await s.logout('pre-fix')).status !== 404;
  },
  'logout-no-effect': loggedOut('id', ['web'], none),
  'logout-newest-only': loggedOut('id', ['web', 'web'], none),
  'logout-keeps-mobile': loggedOut('id', ['web', 'mobile'], none),
  'logout-deactivates': loggedOut('id', [], (r) => r.deleted_at === null),
  'logout-once': async (s) => {
    const user = await s.made();
    await s.signIn(user);
    await s.logout(user.id);
    await s.signIn(user);
    await s.logout(user.id);
    return (await s.sessions(user)) !== 0;
  },
};
