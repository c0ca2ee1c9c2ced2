import {foundIssues, issues, listRow, readIssue, upload, uploaded} from './content-kit.ts';
import {changeIssue} from './content-kit.ts';
import {asList, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const path = '/dashboard/issues';

/** Shows when the paginator of a page does not pass the test. */
function paged(test: (paginator: Value) => boolean, query = '', page = 1): Probe {
  return async (site) => !test(await issues(site, query, page));
}

const has = (member: string): Probe => paged((one) => one[member] !== undefined);
const rowsOf = (one: Value): Value[] => asList(one.data);

/** The numbers of all content that a walk by next_page_url shows. */
async function walk(site: Site, tail: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  let next: unknown = `${site.server.url}/integration-api/v1${path}${tail}`;
  for (let pages = 0; typeof next === 'string' && pages < 20; pages += 1) {
    const {data} = await site.call('GET', `${path}${new URL(next).search}`);
    const one = Object(data.paginator) as Value;
    seen.push(...rowsOf(one).map((row) => row.id));
    next = one.next_page_url;
  }
  return seen;
}

async function makeMany(site: Site, count: number, name: string): Promise<void> {
  for (let made = 0; made < count; made += 1) await upload(site, {name: `${name} ${made}`});
}

/** Shows when a walk over content of one day does not show each once. */
const sameDay: Probe = async (site) => {
  await makeMany(site, 30, 'Oneday');
  const seen = await walk(site, '?query=Oneday');
  return seen.length !== 30 || new Set(seen).size !== 30;
};

/** The list of content. */
export const issueLists: Probes = {
  'issues-without-token': async (s) => (await s.call('GET', path, {token: null})).status !== 401,
  'issues-no-code': async (s) => (await s.call('GET', path)).json.CODE !== 'success',
  'issues-paginator-flat': has('data'),
  'issues-current-missing': has('current_page'),
  'issues-from-missing': has('from'),
  'issues-links-missing': has('links'),
  'issues-from-zero': paged((one) => one.from === 1),
  'issues-total-of-page': paged((one) => Number(one.total) > 12),
  'issues-prev-on-first': paged((one) => one.prev_page_url === null),
  'issues-page-of-thirteen': paged((one) => rowsOf(one).length === one.per_page),
  'issues-page-ignored': async (s) => {
    const [first] = rowsOf(await issues(s));
    return rowsOf(await issues(s, '', 2))[0]?.id === first?.id;
  },
  'issues-to-full': paged((one) => one.to === one.total, '', 4),
  'issues-last-page-extra': async (s) => {
    await makeMany(s, 12, 'Twelve');
    return (await issues(s, 'Twelve')).last_page !== 1;
  },
  'issues-total-all': paged((one) => one.total === 10, 'Harbour Almanac 200'),
  'issues-next-on-last': paged((one) => one.next_page_url === null, '', 4),
  'issues-prev-of-second-null': paged((one) => one.prev_page_url !== null, '', 2),
  'issues-next-forgets-query': async (s) => {
    return (await walk(s, '?query=Harbour')).length !== 30;
  },
  'issues-page-repeats-one': async (s) => {
    const seen = await walk(s, '');
    return new Set(seen).size !== seen.length;
  },
  'issues-order-unstable': sameDay,
  'issues-same-day-lost': sameDay,
};

/** Shows when a search for the name of new content does not find it alone. */
function findsByName(name: string): Probe {
  return async (site) => {
    const {id} = await uploaded(site, {name});
    return String(await foundIssues(site, name)) !== String(id);
  };
}

/** Searches by name and number. */
export const issueSearches: Probes = {
  'issues-search-name-missing': findsByName('Zebra crossings'),
  'issues-search-number-missing': async (s) => (await foundIssues(s, '610020')).length !== 1,
  'issues-nothing-found-200': async (s) => {
    return (await s.call('GET', `${path}?query=nothing-like-it`)).status !== 404;
  },
  'issues-search-accents': findsByName('Añil'),
  'issues-search-names-of-digits': findsByName('1984 again'),
  'issues-search-number-prefix': async (s) => {
    return (await s.call('GET', `${path}?query=6110`)).status !== 404;
  },
  'issues-search-stale': async (s) => {
    const issue = await uploaded(s, {name: 'Before this'});
    await changeIssue(s, issue, {name: 'After that'});
    return String(await foundIssues(s, 'After that')) !== String(issue.id);
  },
  'issues-search-any-store': async (s) => {
    const {id} = await uploaded(s, {}, {token: s.key('second-store')});
    return (await foundIssues(s, String(id))).length !== 0;
  },
};

/** The state of conversion that the list shows of new content after some seconds. */
async function stateAfter(site: Site, changes: Value, seconds: number): Promise<unknown> {
  const {id} = await uploaded(site, changes);
  site.clock.time += seconds * 1000;
  return (await listRow(site, id)).conversion_status;
}

async function deferred(site: Site): Promise<Value> {
  const issue = await uploaded(site);
  await site.hook('defer-conversion', {role: 'admin', issue: issue.id});
  return issue;
}

async function resumed(site: Site): Promise<Value> {
  const issue = await deferred(site);
  await site.hook('resume-conversion', {role: 'admin', issue: issue.id});
  return issue;
}

/** Conversion. */
export const conversions: Probes = {
  'issues-converting-all': async (s) => {
    const {id} = await uploaded(s);
    return String(await foundIssues(s, 'converting')) !== String(id);
  },
  'issues-deferred-none': async (s) => (await foundIssues(s, 'deferred')).length === 0,
  'conversion-never-done': async (s) => (await stateAfter(s, {}, 90)) !== 'done',
  'conversion-audio-never-done': async (s) => {
    return (await stateAfter(s, {extension: 'mp3'}, 90)) !== 'done';
  },
  'conversion-stale-in-list': async (s) => (await stateAfter(s, {}, 90)) !== 'done',
  'conversion-second-lost': async (s) => {
    await upload(s);
    return (await stateAfter(s, {}, 90)) !== 'done';
  },
  'conversion-resumed-never-done': async (s) => {
    const {id} = await resumed(s);
    s.clock.time += 90_000;
    return (await listRow(s, id)).conversion_status !== 'done';
  },
  'issues-converting-with-deferred': async (s) => {
    const {id} = await deferred(s);
    return (await foundIssues(s, 'converting')).includes(id);
  },
  'issues-converting-starting-only': async (s) => {
    const {id} = await uploaded(s);
    s.clock.time += 25_000;
    return !(await foundIssues(s, 'converting')).includes(id);
  },
  'issues-deferred-resumed-kept': async (s) => {
    const {id} = await resumed(s);
    return (await foundIssues(s, 'deferred')).includes(id);
  },
  'issue-read-converting-404': async (s) => {
    const {id} = await uploaded(s);
    return (await readIssue(s, id)).status !== 200;
  },
};
