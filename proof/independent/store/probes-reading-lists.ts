import {read, readings, sessionRows, walk} from './content-kit.ts';
import {asList, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const path = '/consumption/sessions';
const NORA = 7_340_022;
const DAY = '2026-03-10';
const PLANS = 'subscription_with_collections';

/** Shows when a query is not answered so. */
function answers(tail: string, status: number): Probe {
  return async (site) => (await site.call('GET', `${path}${tail}`)).status !== status;
}

/** Shows when the sessions of a walk are not all that pass the test, or not only these. */
function finds(tail: string, test: (row: Value) => boolean): Probe {
  return async (site) => {
    const wanted = (await walk(site, '')).rows.filter(test).map((row) => row.uuid);
    const found = (await walk(site, tail)).rows.map((row) => row.uuid);
    return String(found) !== String(wanted);
  };
}

const day = (row: Value): string => String(row.started_at).slice(0, 10);

/** Filters. */
export const readingFilters: Probes = {
  'reading-issue-ignored': finds('?issue_id=610021', (row) => row.issue_id === 610_021),
  'reading-user-ignored': finds(`?user_id=${NORA}`, (row) => row.user_id === NORA),
  'reading-reason-any': answers('?reason_type=stolen', 400),
  'reading-value-ignored': finds(
    '?reason_type=global_subscription&reason_value=88120',
    (row) => row.reason_type === 'global_subscription' && row.reason_value === 88_120,
  ),
  'reading-value-alone-accepted': answers('?reason_value=88120', 400),
  'reading-period-ignored': finds(`?from_date=${DAY}&to_date=2026-03-12`, (row) => {
    return DAY <= day(row) && day(row) <= '2026-03-12';
  }),
  'reading-from-alone-accepted': answers(`?from_date=${DAY}`, 400),
  'reading-to-alone-accepted': answers(`?to_date=${DAY}`, 400),
  'reading-days-any': answers('?from_date=03%2F01%2F2026&to_date=03%2F04%2F2026', 400),
};

/** Filters together, and values that are not ordinary. */
export const readingPairs: Probes = {
  'reading-reason-lost-with-user': finds(
    `?user_id=${NORA}&reason_type=bought_issue`,
    (row) => row.user_id === NORA && row.reason_type === 'bought_issue',
  ),
  'reading-period-lost-with-issue': finds(
    `?issue_id=610021&from_date=2026-02-20&to_date=${DAY}`,
    (row) => row.issue_id === 610_021 && '2026-02-20' <= day(row) && day(row) <= DAY,
  ),
  'reading-value-lost-for-collections': finds(
    `?reason_type=${PLANS}&reason_value=88120`,
    (row) => row.reason_type === PLANS && row.reason_value === 88_120,
  ),
  'reading-filters-lost-by-cursor': finds(`?user_id=${NORA}`, (row) => row.user_id === NORA),
  'reading-reason-case': answers('?reason_type=Free_Issue', 400),
  'reading-saml-refused': answers('?reason_type=saml_and_entry_point_free_access', 200),
  'reading-value-alone-with-user': answers(`?user_id=${NORA}&reason_value=88120`, 400),
  'reading-from-alone-until-today': answers(`?from_date=${DAY}&to_date=`, 400),
  'reading-day-impossible': answers('?from_date=2026-02-30&to_date=2026-03-04', 400),
  'reading-day-unpadded': answers('?from_date=2026-3-1&to_date=2026-3-4', 400),
  'reading-leap-day-refused': answers('?from_date=2024-02-29&to_date=2024-03-01', 200),
  'reading-period-without-end': finds(`?from_date=2026-02-01&to_date=${DAY}`, (row) => {
    return '2026-02-01' <= day(row) && day(row) <= DAY;
  }),
  'reading-one-day-refused': answers(`?from_date=${DAY}&to_date=${DAY}`, 200),
  'readings-unprocessed-missing': finds('?from_date=2026-01-16&to_date=2026-01-20', (row) => {
    return '2026-01-16' <= day(row) && day(row) <= '2026-01-20';
  }),
  'readings-user-or-issue': finds(
    `?user_id=${NORA}&issue_id=610021`,
    (row) => row.user_id === NORA && row.issue_id === 610_021,
  ),
  'readings-reason-online-only': finds(
    '?reason_type=free_issue',
    (row) => row.reason_type === 'free_issue',
  ),
  'readings-plan-of-any-reason': finds(
    '?reason_type=global_subscription&reason_value=88120',
    (row) => row.reason_type === 'global_subscription' && row.reason_value === 88_120,
  ),
  'readings-issue-prefix': async (s) => (await sessionRows(s, '?issue_id=61')).length !== 0,
  'readings-issue-any-store': async (s) => {
    return (await sessionRows(s, '?issue_id=655020')).length !== 0;
  },
};

const has = (member: string): Probe => {
  return async (site) => (await readings(site))[member] === undefined;
};
const second = (site: Site): {token: string} => ({token: site.key('second-store')});

/** The page of sessions that a page leads to by a cursor. */
function follow(site: Site, page: Value, cursor: string): Promise<Value> {
  return readings(site, `?cursor=${String(page[cursor])}`);
}

/** Shows when a walk over all sessions does not show each of them once. */
const wholeWalk: Probe = async (site) => {
  const {rows} = await walk(site, '');
  return rows.length !== 320 || new Set(rows.map((row) => row.uuid)).size !== 320;
};

/** Shows when the page before one is not the page that was before it. */
function goesBack(pages: number): Probe {
  return async (site) => {
    let before: Value = {};
    let page = await readings(site);
    for (let made = 1; made < pages; made += 1) {
      before = page;
      page = await follow(site, page, 'next_cursor');
    }
    const back = await follow(site, page, 'prev_cursor');
    const uuids = (one: Value): string => String(asList(one.data).map((row) => row.uuid));
    return uuids(back) !== uuids(before);
  };
}

/** Pages of reading sessions. */
export const readingPages: Probes = {
  'readings-without-token': async (s) => (await s.call('GET', path, {token: null})).status !== 401,
  'reading-cursor-ignored': wholeWalk,
  'readings-keyed': async (s) => !Array.isArray((await readings(s)).data),
  'readings-next-url-missing': has('next_page_url'),
  'readings-prev-cursor-missing': has('prev_cursor'),
  'readings-page-of-26': async (s) => (await sessionRows(s)).length !== 25,
  'readings-off-404': async (s) => (await s.call('GET', path, second(s))).status !== 403,
  'readings-off-filtered-open': async (s) => {
    return (await s.call('GET', `${path}?issue_id=655020`, second(s))).status !== 403;
  },
  'readings-second-page-of-50': async (s) => {
    return asList((await follow(s, await readings(s), 'next_cursor')).data).length !== 25;
  },
  'readings-per-page-honoured': async (s) => {
    return (await sessionRows(s, '?per_page=100')).length !== 25;
  },
  'readings-per-page-of-rows': async (s) => {
    const page = await readings(s, `?from_date=${DAY}&to_date=${DAY}`);
    return page.per_page !== 25;
  },
  'readings-cursor-as-offset': async (s) => {
    const first = await readings(s);
    await read(s);
    const next = await follow(s, first, 'next_cursor');
    const seen = new Set(asList(first.data).map((row) => row.uuid));
    return asList(next.data).some((row) => seen.has(row.uuid));
  },
  'readings-same-second-lost': async (s) => {
    for (let made = 0; made < 30; made += 1) await read(s, {started_at: '2026-03-17T11:00:00'});
    return (await walk(s, '')).rows.length !== 350;
  },
  'readings-cursor-skips-one': wholeWalk,
  'readings-walk-ends-early': wholeWalk,
  'readings-prev-is-first': goesBack(3),
  'readings-prev-skips-one': goesBack(2),
  'readings-next-url-stays': async (s) => {
    const page = await follow(s, await readings(s), 'next_cursor');
    const rows = await sessionRows(s, new URL(String(page.next_page_url)).search);
    return rows[0]?.uuid !== asList((await follow(s, page, 'next_cursor')).data)[0]?.uuid;
  },
  'readings-prev-url-is-next': async (s) => {
    const page = await follow(s, await readings(s), 'next_cursor');
    const back = await sessionRows(s, new URL(String(page.prev_page_url)).search);
    return back[0]?.uuid !== (await sessionRows(s))[0]?.uuid;
  },
};
