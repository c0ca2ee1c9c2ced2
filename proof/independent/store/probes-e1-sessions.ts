import {sessionIds, sessions} from './commerce-kit.ts';
import {asList, asObject, type Probes, type Site, type Value} from './probe-kit.ts';

/** A new user who has signed in so many times. */
async function signedIn(site: Site, times: number): Promise<Value> {
  const user = await site.made();
  for (let count = 0; count < times; count += 1) await site.signIn(user);
  return user;
}

/** How many sessions a walk visits, page by page. */
async function walked(site: Site, tail: string): Promise<number> {
  let visited = 0;
  let cursor: unknown = null;
  do {
    const next = typeof cursor === 'string' ? `&cursor=${cursor}` : '';
    const {json} = await sessions(site, `${tail}${next}`);
    visited += asList(json.data).length;
    cursor = asObject(json.pagination).next_cursor;
  } while (typeof cursor === 'string');
  return visited;
}

/** Part E: sessions. */
export const sessionsE1: Probes = {
  'sessions-keyed-by-id': async (s) => !Array.isArray((await sessions(s)).json.data),
  'session-diff-missing': async (s) => {
    await signedIn(s, 1);
    const [first = {}] = asList((await sessions(s)).json.data);
    return typeof first.last_activity_diff !== 'string';
  },
  'sessions-same-second-lost': async (s) => {
    await signedIn(s, 3);
    return (await walked(s, '?per_page=1')) !== 3;
  },
  'sessions-more-counts-other-stores': async (s) => {
    await signedIn(s, 2);
    const [other = {}] = await s.rows(null, {token: s.key('second-store')});
    await s.hook('sign-in', {role: 'second-store', user: other.id, type: 'web'});
    const {json} = await sessions(s, '?per_page=2');
    return asObject(json.pagination).has_more !== false;
  },
  'sessions-capped-at-100': async (s) => {
    await signedIn(s, 101);
    return (await sessionIds(s, '?per_page=200')).length !== 101;
  },
  'sessions-delete-count-web-only': async (s) => {
    const user = await signedIn(s, 1);
    await s.signIn(user, 'mobile');
    const {data} = await s.call('DELETE', `/auth-sessions/users/${String(user.id)}`);
    return data.deleted_count !== 2;
  },
};
