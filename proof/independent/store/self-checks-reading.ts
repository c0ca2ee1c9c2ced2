import {foundIssues, issueRow, issues, read, readings, readRow} from './content-kit.ts';
import {sessionRows, upload, uploaded, walk} from './content-kit.ts';
import {hook, ordered, productsOf, readOrder, visit} from './commerce-kit.ts';
import {asList, type Site, type Value} from './probe-kit.ts';
import {answered, holds} from './self-assert.ts';

const list = '/consumption/sessions';

async function checkIssuePages(site: Site): Promise<void> {
  const seen = new Set<unknown>();
  let page = await issues(site);
  const {total, last_page} = page;
  for (let number = 1; number <= Number(last_page); number += 1) {
    page = await issues(site, '', number);
    const rows = asList(page.data);
    holds(page.from === (number - 1) * 12 + 1, 'from');
    holds(page.to === Number(page.from) + rows.length - 1, 'to');
    holds((page.next_page_url === null) === (number === last_page), 'next_page_url');
    holds((page.prev_page_url === null) === (number === 1), 'prev_page_url');
    for (const one of rows) seen.add(one.id);
  }
  holds(seen.size === total, 'each once');
  answered(await site.call('GET', '/dashboard/issues?page=0'), 422, 'page=0');
  answered(await site.call('GET', '/dashboard/issues?query=nothing-like-it'), 404, 'nothing');
  const beyond = await issues(site, '', 99);
  holds(asList(beyond.data).length === 0 && beyond.from === null, 'beyond the end');
}

async function checkIssueSearch(site: Site): Promise<void> {
  const issue = await uploaded(site, {name: 'Ñandú Atlas', external_id: 'isbn-quest'});
  holds(String(await foundIssues(site, 'nandu')) === String(issue.id), 'by name');
  holds(String(await foundIssues(site, String(issue.id))) === String(issue.id), 'by number');
  holds((await foundIssues(site, 'isbn-quest')).length === 0, 'not by external_id');
  holds((await foundIssues(site, 'converting')).includes(issue.id), 'converting');
  const role = {issue: issue.id};
  await hook(site, 'defer-conversion', role);
  holds((await foundIssues(site, 'deferred')).includes(issue.id), 'deferred');
  holds(!(await foundIssues(site, 'converting')).includes(issue.id), 'not converting');
  site.clock.time += 61_000;
  await hook(site, 'resume-conversion', role);
  holds((await foundIssues(site, 'converting')).includes(issue.id), 'resumed');
  site.clock.time += 61_000;
  holds((await issueRow(site, issue.id)).conversion_status === 'done', 'done');
  holds((await issueRow(site, 'isbn-quest')).id === issue.id, 'read by external_id');
  answered(await upload(site, {}, {token: null}), 401, 'no token');
}

async function checkWalk(site: Site): Promise<void> {
  const {rows, pages} = await walk(site, '');
  holds(rows.length === 320 && new Set(rows.map((one) => one.uuid)).size === 320, 'each once');
  holds(
    pages.every((one, index) => one.current_page === index + 1),
    'current_page',
  );
  holds(
    pages.every((one) => one.per_page === 25 && asList(one.data).length <= 25),
    '25',
  );
  let page: Value = pages.at(-1) ?? {};
  let back = asList(page.data).length;
  while (typeof page.prev_page_url === 'string') {
    page = await readings(site, new URL(page.prev_page_url).search);
    back += asList(page.data).length;
  }
  holds(back === 320 && page.current_page === 1, 'and back');
  const starts = rows.map((one) => String(one.started_at));
  holds(String(starts.toSorted().toReversed()) === String(starts), 'newest first');
}

const WRONG = [
  'reason_value=88120',
  'from_date=2026-03-01',
  'to_date=2026-03-01',
  'from_date=01-03-2026&to_date=02-03-2026',
  'reason_type=stolen',
  'issue_id=x',
  'user_id=x',
  'reason_type=free_access&reason_value=x',
  'cursor=!',
];

async function checkFilters(site: Site): Promise<void> {
  const all = (await walk(site, '')).rows;
  const tries: [string, (row: Value) => boolean][] = [
    ['?user_id=7340022', (row) => row.user_id === 7_340_022],
    ['?issue_id=610021', (row) => row.issue_id === 610_021],
    ['?reason_type=free_issue', (row) => row.reason_type === 'free_issue'],
    [
      '?reason_type=global_subscription&reason_value=88124',
      (row) => row.reason_type === 'global_subscription' && row.reason_value === 88_124,
    ],
    [
      '?from_date=2026-03-01&to_date=2026-03-04',
      (row) => /^2026-03-0[1-4]/.test(String(row.started_at)),
    ],
  ];
  for (const [tail, test] of tries) {
    const wanted = all.filter(test).map((one) => one.uuid);
    const found = (await walk(site, tail)).rows.map((one) => one.uuid);
    holds(wanted.length > 0 && String(found) === String(wanted), tail);
  }
  for (const tail of WRONG) {
    const answer = await site.call('GET', `${list}?${tail}`);
    answered(answer, 400, tail);
    holds(answer.json.CODE === 'error', `${tail}: its shape`);
  }
}

async function checkRecords(site: Site): Promise<void> {
  const user = 'reader-nora.quist';
  const args = {user, reason_type: 'global_subscription', reason_value: 88_120, notes: 2};
  const row = await readRow(site, args);
  holds(row.user_email === 'nora.quist@readers.example' && row.notes === 2, 'a user');
  holds(row.reason_value === 88_120 && row.issue_external_id === 'lyra:tide-tables', 'why');
  await hook(site, 'continue-reading', {uuid: row.uuid, notes: 1, seconds_reading: 30});
  const later = (await sessionRows(site)).find((one) => one.uuid === row.uuid) ?? {};
  holds(later.notes === 3 && later.seconds_reading === 30, 'counters rise');
  const guest = await readRow(site, {access_mode: 'offline'});
  holds(guest.user_id === null && guest.user_name === null && guest.user_email === null, 'guest');
  holds(String(guest.processed_at) > String(guest.started_at), 'synced later');
  holds((await read(site, {})) !== (await read(site, {})), 'uuids');
  await hook(site, 'generate-reading', {sessions: 60, from: '2031-01-01', to: '2031-01-03'});
  holds((await walk(site, '?from_date=2031-01-01&to_date=2031-01-03')).rows.length === 60, 'many');
  answered(await site.call('GET', list, {token: null}), 401, 'no token');
  const second = {token: site.key('second-store')};
  answered(await site.call('GET', list, second), 403, 'not enabled');
  await site.hook('switch-consumption', {role: 'second-store', on: true});
  answered(await site.call('GET', list, second), 200, 'enabled');
}

async function checkSite(site: Site): Promise<void> {
  site.clock.time += 3_600_000;
  const one = await ordered(site, 'permission');
  const user = (await site.rows('nora.quist@readers.example'))[0] ?? {};
  const headers = {cookie: String((await site.signIn(user)).cookie)};
  const url = String(productsOf((await readOrder(site, one)).data)[0]?.reader_url);
  holds((await visit(url, {headers})).status === 200, 'read');
  site.clock.time += 5000;
  await visit(url, {headers});
  const [row] = await sessionRows(site, '?user_id=7340022&from_date=2026-03-17&to_date=2026-03-17');
  holds(row?.issue_id === 610_020 && row.reason_type === 'assigned_issue', 'read on the site');
  holds(row?.page_views === 2 && row.seconds_reading === 5, 'one session');
}

/** Lists of content, and reading sessions. */
export async function checkReading(site: Site): Promise<void> {
  const parts = [
    checkIssuePages,
    checkIssueSearch,
    checkWalk,
    checkFilters,
    checkRecords,
    checkSite,
  ];
  for (const part of parts) {
    site.clock.time += 61_000;
    await part(site);
  }
}
