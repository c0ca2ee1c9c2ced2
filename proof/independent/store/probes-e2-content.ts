import {changeIssue, deleteIssue, issueRow, issues, printed, upload} from './content-kit.ts';
import {uploaded} from './content-kit.ts';
import {asList, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

/** The number of content that all pages of the list show. */
async function counted(site: Site): Promise<number> {
  const first = await issues(site);
  const pages = Array.from({length: Number(first.last_page)}, (_, index) => index + 1);
  const lists = pages.map(async (page) => asList((await issues(site, '', page)).data).length);
  return (await Promise.all(lists)).reduce((sum, one) => sum + one, 0);
}

/** Shows when content, as it is read after a change, does not pass the test. */
function changed(changes: Value, test: (row: Value) => boolean, first: Value = {}): Probe {
  return async (site) => {
    const one = await uploaded(site, first);
    await changeIssue(site, one, changes);
    return !test(await issueRow(site, one.id));
  };
}

/** Part E: content. */
export const contentE2: Probes = {
  'upload-collection-unchecked': async (s) => {
    return (await upload(s, {collection: ['No Such Shelf']})).status !== 422;
  },
  'issue-update-lang-ignored': changed({lang: 'fr'}, (row) => row.lang === 'fr', {lang: 'en'}),
  'item-day-of-upload': async (s) => {
    const {id} = await uploaded(s, {publication_date: '2024-02-29'});
    return (await issueRow(s, id)).publication_date !== '2024-02-29';
  },
  'issue-raw-text-stale': changed(
    {description: '<p>Ebb</p>'},
    (row) => row.description_raw_text === 'Ebb',
    {description: '<p>Flood</p>'},
  ),
  'issue-external-read-stale': async (s) => {
    const one = await uploaded(s);
    await issueRow(s, one.external_id);
    await changeIssue(s, one, {name: 'Renamed'});
    return (await issueRow(s, one.external_id)).name !== 'Renamed';
  },
  'issues-total-counts-deleted': async (s) => {
    const {id} = await uploaded(s);
    await deleteIssue(s, id);
    return (await issues(s)).total !== (await counted(s));
  },
  'printed-update-file-needed': async (s) => {
    const one = await printed(s);
    await changeIssue(s, one, {name: 'Second Printing'});
    return (await issueRow(s, one.id)).name !== 'Second Printing';
  },
};
