import {deletePlan, madePlan} from './commerce-kit.ts';
import {read, readings, readRow, sessionRows, uploaded, walk} from './content-kit.ts';
import {asList, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const MINUTE = 60_000;
const READER = 7_340_022;
const OTHER = 7_340_029;

/** Shows when the list of reading sessions does not pass the test. */
function listed(test: (list: Value) => boolean): Probe {
  return async (site) => !test(await readings(site));
}

/** Shows when a new reading session does not pass the test. */
function shown(test: (session: Value) => boolean, args: Value = {}): Probe {
  return async (site) => !test(await readRow(site, args));
}

/** Records so many sessions. */
async function readOften(site: Site, times: number, args: Value): Promise<void> {
  for (let count = 0; count < times; count += 1) await read(site, args);
}

/** The second page of a list. */
async function secondPage(site: Site, tail: string): Promise<Value[]> {
  const {next_cursor: cursor} = await readings(site, tail);
  return sessionRows(site, `${tail}&cursor=${String(cursor)}`);
}

const DAY = '2027-05-06';
const PERIOD = `?from_date=${DAY}&to_date=${DAY}`;

/** Records more sessions of one day than a page holds, and two of the next day. */
async function busyDay(site: Site): Promise<void> {
  await readOften(site, 26, {started_at: `${DAY}T12:00:00`});
  await readOften(site, 2, {started_at: '2027-05-04T12:00:00'});
}

/** Part D: members of reading sessions. */
export const readingD: Probes = {
  'readings-no-code': listed((list) => typeof list.CODE === 'string'),
  'readings-path-missing': listed((list) => typeof list.path === 'string'),
  'readings-current-missing': listed((list) => list.current_page === 1),
  'reading-bookmarks-missing': shown((one) => one.bookmarks === 2, {bookmarks: 2}),
  'reading-captchas-as-text': shown((one) => one.resolved_captchas === 0),
  'reading-processed-as-unix': shown((one) => /^\d{4}-\d\d-\d\d/.test(String(one.processed_at))),
  'reading-started-at-heartbeat': async (s) => {
    const uuid = await read(s);
    const [before = {}] = await sessionRows(s);
    s.clock.time += 10 * MINUTE;
    await s.hook('continue-reading', {role: 'admin', uuid, page_changes: 1});
    const row = (await sessionRows(s)).find((one) => one.uuid === uuid);
    return row?.started_at !== before.started_at;
  },
  'reading-second-count-lost': async (s) => {
    const uuid = await read(s);
    for (const page_changes of [2, 3]) {
      await s.hook('continue-reading', {role: 'admin', uuid, page_changes});
    }
    const row = (await sessionRows(s)).find((one) => one.uuid === uuid);
    return row?.page_changes !== 5;
  },
  'reading-value-null-of-deleted-plan': async (s) => {
    const {id} = await madePlan(s);
    const args = {user: READER, reason_type: 'global_subscription', reason_value: id};
    const uuid = await read(s, args);
    await deletePlan(s, id);
    const row = (await sessionRows(s)).find((one) => one.uuid === uuid);
    return row?.reason_value !== id;
  },
};

/** Part D: filters and pages of reading sessions. */
export const readingListsD: Probes = {
  'reading-reason-lost-by-cursor': async (s) => {
    await readOften(s, 26, {reason_type: 'license_retail'});
    const page = await secondPage(s, '?reason_type=license_retail');
    return page.some((one) => one.reason_type !== 'license_retail');
  },
  'reading-period-lost-by-cursor': async (s) => {
    await busyDay(s);
    return (await secondPage(s, PERIOD)).length !== 1;
  },
  'reading-issue-lost-with-reason': async (s) => {
    const {id} = await uploaded(s);
    await read(s, {issue: id, reason_type: 'gifted_issue'});
    await read(s, {reason_type: 'gifted_issue'});
    const rows = await sessionRows(s, `?issue_id=${String(id)}&reason_type=gifted_issue`);
    return rows.length !== 1;
  },
  'reading-user-lost-with-period': async (s) => {
    await read(s, {user: READER, started_at: `${DAY}T12:00:00`});
    await read(s, {user: OTHER, started_at: `${DAY}T12:00:00`});
    return (await sessionRows(s, `${PERIOD}&user_id=${READER}`)).length !== 1;
  },
  'readings-next-url-forgets-period': async (s) => {
    await busyDay(s);
    const {next_page_url: url} = await readings(s, PERIOD);
    const {pathname, search} = new URL(String(url));
    const {json} = await s.call('GET', `${pathname}${search}`, {root: true});
    return asList(json.data).length !== 1;
  },
  'readings-lonely-last-lost': async (s) => {
    const {id} = await uploaded(s);
    await readOften(s, 26, {issue: id});
    return (await walk(s, `?issue_id=${String(id)}`)).rows.length !== 26;
  },
};
