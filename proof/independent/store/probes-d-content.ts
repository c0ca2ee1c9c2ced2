import {changeIssue, foundIssues, issueRow, issues, listRow, print} from './content-kit.ts';
import {readIssue, upload, uploaded} from './content-kit.ts';
import {asList, asObject, type Probe, type Probes, type Value} from './probe-kit.ts';

/** Shows when new content does not pass the test. */
function made(test: (issue: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => !test(await uploaded(site, changes));
}

/** Shows when content in the list does not pass the test. */
function listed(test: (row: Value) => boolean): Probe {
  return async (site) => !test(await listRow(site, 610_020));
}

/** Part D: members of content. */
export const issuesD: Probes = {
  'issue-slug-missing': made((one) => typeof one.slug === 'string'),
  'issue-audience-missing': made((one) => 'audience' in one),
  'issue-size-missing': made((one) => 'size_in_kb' in asObject(one.file)),
  'item-cover-missing': listed((one) => typeof one.cover === 'string'),
  'item-pages-missing': listed((one) => typeof one.number_of_pages === 'number'),
  'issues-reached-missing': async (s) => {
    const {data} = await s.call('GET', '/dashboard/issues');
    return typeof data.reached_issues_limit !== 'boolean';
  },
  'upload-lang-ignored': made((one) => one.lang === 'fr', {lang: 'fr'}),
  'upload-description-lost': made((one) => one.description === 'On tides.', {
    description: 'On tides.',
  }),
};

/** Part D: what happens to content. */
export const issueMovesD: Probes = {
  'issue-update-price-kept': async (s) => {
    const one = await uploaded(s, {prices: {USD: 5}});
    await changeIssue(s, one, {prices: {USD: 8}});
    return asList((await issueRow(s, one.id)).price_morph)[0]?.amount_in_cents !== 800;
  },
  'issue-renamed-external-unread': async (s) => {
    const one = await uploaded(s);
    await changeIssue(s, one, {external_id: 'isbn-second'});
    return (await readIssue(s, 'isbn-second')).status !== 200;
  },
  'issues-converting-any-store': async (s) => {
    const {id} = await uploaded(s, {}, {token: s.key('second-store')});
    return (await foundIssues(s, 'converting')).includes(id);
  },
  'issues-search-plus': async (s) => {
    const {id} = await uploaded(s, {name: 'C++ Notes'});
    return !(await foundIssues(s, 'C++ Notes')).includes(id);
  },
  'issues-query-lost-on-second-page': async (s) => {
    for (let count = 0; count < 13; count += 1) await upload(s, {name: `Zither ${count}`});
    return asList((await issues(s, 'Zither', 2)).data).length !== 1;
  },
  'upload-collection-of-other-store': async (s) => {
    const {collection} = await s.hook('seed-collection', {role: 'second-store'});
    return (await upload(s, {collection: [collection]})).status !== 422;
  },
  'content-off-printed-open': async (s) => {
    await s.hook('switch-content', {role: 'admin', on: false});
    return (await print(s)).status !== 403;
  },
};
