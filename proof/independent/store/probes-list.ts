import {asObject, listed, type Probe, type Probes} from './probe-kit.ts';
import {parses} from './web-address.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

/** Shows when a user made so is (or is not) found by a query. */
function found(query: string | null, changes: object, want: boolean): Probe {
  return async (site) => {
    const user = await site.made({...changes});
    return ((await site.row(user, query)) !== undefined) !== want;
  };
}

const bySearch: Probe = async (site) => {
  const user = await site.made();
  await site.made();
  const rows = await site.rows(String(user.email));
  return rows.length !== 1 || rows[0]?.id !== user.id;
};

/** Probes of the list of users. */
export const lists: Probes = {
  'list-code-missing': async (s) => (await s.list(null)).json.CODE === undefined,
  'paginator-missing': async (s) => (await s.list(null)).data.paginator === undefined,
  'current-page-as-text': async (s) => {
    return asObject((await s.list(null)).data.paginator).current_page !== 1;
  },
  'list-keyed-by-id': async (s) => {
    return !Array.isArray(asObject((await s.list(null)).data.paginator).data);
  },
  'nothing-found-200': async (s) => (await s.list('nobody@probe.example')).status !== 404,
  'email-query-partial': async (s) => {
    const user = await s.made({email: 'mojo@probe.example'});
    await s.made({email: 'jo@probe.example'});
    return (await s.row(user, 'jo@probe.example')) !== undefined;
  },
  'email-query-ignored': bySearch,
  'email-query-plus': found('a+b@probe.example', {email: 'a+b@probe.example'}, true),
  'email-query-underscore': async (s) => {
    await s.made({email: 'a_b@probe.example'});
    const other = await s.made({email: 'axb@probe.example'});
    return (await s.row(other, 'a_b@probe.example')) !== undefined;
  },
  'deactivated-not-filtered': async (s) => {
    await s.remove(await s.made());
    const user = await s.made();
    return (await s.row(user, 'deactivated')) !== undefined;
  },
  'deactivated-hides-admins': async (s) => {
    const user = await s.made({admin: true});
    await s.remove(user);
    return (await s.row(user, 'deactivated')) === undefined;
  },
  'deactivated-keeps-reactivated': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.back(user);
    return (await s.row(user, 'deactivated')) !== undefined;
  },
  'admins-not-filtered': found('admins', {}, false),
  'admins-with-plan-admins': found('admins', {plan_admin: true}, false),
  'admins-plan-admins-missing': found('admins', {admin: true, plan_admin: true}, true),
  'admins-promoted-missing': async (s) => {
    const user = await s.made();
    await s.update(user, {admin: true});
    return (await s.row(user, 'admins')) === undefined;
  },
  'list-shows-admins-only': found(null, {}, true),
  'list-page-skips-one': async (s) => {
    for (let count = 0; count < 40; count += 1) await s.create();
    const seen = new Set<unknown>();
    let items: unknown;
    for (const page of [1, 2]) {
      const {data} = await s.call('GET', `/dashboard/users?page=${page}`);
      const {data: rows, items: counted} = asObject(data.paginator);
      items = counted;
      for (const row of Array.isArray(rows) ? rows : []) seen.add(asObject(row).id);
    }
    return seen.size !== items;
  },
};

/** Probes of the items of the list. */
export const items: Probes = {
  'list-created-object': listed((r) => ISO.test(String(r.created_at))),
  'list-updated-unix': listed((r) => ISO.test(String(r.updated_at))),
  'list-readable-text': listed((r) => [0, 1, true, false].includes(Number(r.only_sees_readable))),
  'list-deleted-at-missing': listed((r) => r.deleted_at === null),
  'list-editable-text': listed((r) => typeof r.can_be_edited === 'boolean'),
  'list-day-reversed': listed((r) => /^\d{4}-\d{2}-\d{2}$/.test(String(r.created_at_date_string))),
  'list-impersonate-path': listed((r) => parses(String(r.impersonate))),
  'list-count-as-text': listed((r) => r.purchased_issues_with_cancelled_count === 0),
  'list-plans-count-missing': listed((r) => r.user_plans_count === 0),
  'list-ip-ranges-null': listed((r) => Array.isArray(r.ip_ranges)),
  'list-referrers-missing': listed((r) => Array.isArray(r.referrers)),
  'list-purchases-object': listed((r) => Array.isArray(r.purchased_issues_with_cancelled)),
  'list-plans-null-when-none': listed((r) => Array.isArray(r.user_plans)),
  'list-sessions-count': listed((r) => r.sessions === null || Array.isArray(r.sessions)),
};

const other = {token: ''};

/** Probes of tenancy. */
export const tenants: Probes = {
  'list-any-store': async (s) => {
    const user = await s.made({}, {token: s.key('second-store')});
    return (await s.row(user)) !== undefined;
  },
  'email-query-any-store': async (s) => {
    const user = await s.made({}, {token: s.key('second-store')});
    return (await s.list(String(user.email))).status !== 404;
  },
  'email-unique-over-stores': async (s) => {
    const user = await s.made({}, {token: s.key('second-store')});
    return (await s.create({email: user.email})).status !== 201;
  },
  'external-unique-over-stores': async (s) => {
    const user = await s.made({}, {token: s.key('second-store')});
    return (await s.create({external_id: user.external_id})).status !== 201;
  },
  'update-email-unique-over-stores': async (s) => {
    const user = await s.made({}, {token: s.key('second-store')});
    const {status} = await s.update(await s.made(), {email: user.email});
    return status !== 204;
  },
  'update-any-store': async (s) => {
    const user = await s.made();
    return (await s.update(user, {}, {...other, token: s.key('second-store')})).status !== 404;
  },
  'deactivate-any-store': async (s) => {
    const user = await s.made();
    return (await s.remove(user, '', {token: s.key('second-store')})).status !== 404;
  },
  'reactivate-any-store': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await s.back(user, {token: s.key('second-store')})).status !== 404;
  },
  'logout-any-store': async (s) => {
    const user = await s.made();
    return (await s.logout(user.id, {token: s.key('second-store')})).status !== 404;
  },
  'logout-external-any-store': async (s) => {
    const user = await s.made();
    const token = s.key('second-store');
    return (await s.logout(user.external_id, {token})).status !== 404;
  },
};
