import {changeIssue, deleteIssue, foundIssues, issueRow, printed} from './content-kit.ts';
import {readIssue, upload, uploaded} from './content-kit.ts';
import {asObject, type Probe, type Probes, type Site, sometimes, type Value} from './probe-kit.ts';

const UNKNOWN = {id: 999_999_999, name: 'x', external_id: 'y'};
const foreign = (site: Site): {token: string} => ({token: site.key('second-store')});

/** Shows when an update with these changes is not answered so. */
function answers(changes: Value, status: number): Probe {
  return async (site) => (await changeIssue(site, await uploaded(site), changes)).status !== status;
}

/** Shows when the row after an update does not pass the test. */
function stores(changes: Value, test: (row: Value) => boolean, first: Value = {}): Probe {
  return async (site) => {
    const issue = await uploaded(site, first);
    site.clock.time += 60_000;
    await changeIssue(site, issue, changes);
    return !test(await issueRow(site, issue.id));
  };
}

/** Shows when a taxonomy after an update is not as wanted. */
function terms(term: string, first: string[], changes: Value, wanted: string[]): Probe {
  const right = (row: Value): boolean => String(row[term]) === String(wanted);
  return stores(changes, right, {[term]: first});
}

/** Updates of content. */
export const issueUpdates: Probes = {
  'issue-update-200': answers({}, 204),
  'issue-update-ignored': stores({name: 'After'}, (row) => row.name === 'After'),
  'issue-update-description-lost': stores({description: 'New'}, (row) => row.description === 'New'),
  'issue-update-unchecked': answers({lang: 'spanish'}, 422),
  'issue-update-unknown-204': async (s) => (await changeIssue(s, UNKNOWN)).status !== 404,
  'issue-file-changed': async (s) => {
    const issue = await uploaded(s);
    const {status} = await changeIssue(s, issue, {file_url: 'https://files.example/other.epub'});
    const {version} = asObject((await issueRow(s, issue.id)).file);
    return status === 204 && version !== asObject(issue.file).version;
  },
  'issue-type-changed': stores({extension: 'pdf'}, (row) => row.file_type === 'epub'),
  'issue-terms-merged': terms('author', ['Ana'], {author: ['Bo']}, ['Bo']),
  'issue-update-second-author-lost': terms('author', ['Ana'], {author: ['Ana', 'Bo']}, [
    'Ana',
    'Bo',
  ]),
  'issue-update-open': async (s) => {
    return (await changeIssue(s, await uploaded(s), {}, {token: null})).status !== 401;
  },
  'issue-keywords-merged': terms('keyword', ['sea'], {keyword: ['tide']}, ['tide']),
  'issue-terms-kept-when-absent': terms('author', ['Ana'], {}, []),
  'issue-terms-kept-when-empty': terms('author', ['Ana'], {author: []}, []),
  'issue-term-removed-everywhere': async (s) => {
    const other = await uploaded(s, {author: ['Ana']});
    await changeIssue(s, await uploaded(s, {author: ['Ana']}), {author: ['Bo']});
    return String((await issueRow(s, other.id)).author) !== 'Ana';
  },
  'issue-second-update-lost': async (s) => {
    const issue = await uploaded(s);
    await changeIssue(s, issue, {name: 'After'});
    await changeIssue(s, issue, {name: 'Later'});
    return (await issueRow(s, issue.id)).name !== 'Later';
  },
  'issue-update-converting-lost': async (s) => {
    const issue = await uploaded(s);
    await changeIssue(s, issue, {name: 'After'});
    return (await issueRow(s, issue.id)).name !== 'After';
  },
  'issue-update-free-not-taken-back': stores({free: false}, (row) => row.free === false, {
    free: true,
  }),
  'issue-update-printed-lost': async (s) => {
    const issue = await printed(s);
    await changeIssue(s, issue, {name: 'After'});
    return (await issueRow(s, issue.id)).name !== 'After';
  },
  'issue-update-external-unchecked': answers({external_id: 'lyra:tide-tables'}, 422),
  'issue-update-any-store': async (s) => {
    const issue = await uploaded(s, {}, foreign(s));
    return (await changeIssue(s, issue)).status !== 404;
  },
  'limited-updates': async (s) => {
    const token = s.key('limited-admin');
    return (await changeIssue(s, await uploaded(s), {}, {token})).status !== 403;
  },
  'content-off-updates': async (s) => {
    const issue = await uploaded(s);
    await s.hook('switch-content', {role: 'admin', on: false});
    return (await changeIssue(s, issue)).status !== 403;
  },
};

/** Reads of content. */
export const issueReads: Probes = {
  'issue-external-unread': async (s) => (await readIssue(s, 'lyra:tide-tables')).status !== 200,
  'issue-read-unknown-200': async (s) => (await readIssue(s, UNKNOWN.id)).status !== 404,
  'issue-external-numeric-unread': async (s) => {
    await upload(s, {external_id: '9788412345678'});
    return (await readIssue(s, '9788412345678')).status !== 200;
  },
  'issue-external-encoded-unread': async (s) => {
    await upload(s, {external_id: 'vol 1/2'});
    return (await readIssue(s, 'vol 1/2')).status !== 200;
  },
  'issue-number-found-as-external': async (s) => {
    const {id} = await uploaded(s);
    await upload(s, {external_id: String(id)});
    return (await issueRow(s, id)).id !== id;
  },
  'issue-read-any-store': async (s) => {
    const {id} = await uploaded(s, {}, foreign(s));
    return (await readIssue(s, id)).status !== 404;
  },
  'issue-read-stale': async (s) => {
    const issue = await uploaded(s);
    await readIssue(s, issue.id);
    await changeIssue(s, issue, {name: 'After'});
    return (await issueRow(s, issue.id)).name !== 'After';
  },
};

/** Deletions of content. */
export const issueDeletions: Probes = {
  'issue-delete-204': async (s) => (await deleteIssue(s, 610_020)).status !== 200,
  'issue-delete-unknown-200': async (s) => (await deleteIssue(s, UNKNOWN.id)).status !== 404,
  'issue-delete-no-effect': async (s) => {
    await deleteIssue(s, 610_020);
    return (await readIssue(s, 610_020)).status !== 404;
  },
  'limited-deletes': async (s) => {
    return (await deleteIssue(s, 610_020, {token: s.key('limited-admin')})).status !== 403;
  },
  'content-off-deletes': async (s) => {
    await s.hook('switch-content', {role: 'admin', on: false});
    return (await deleteIssue(s, 610_020)).status !== 403;
  },
  'issue-delete-any-store': async (s) => {
    const {id} = await uploaded(s, {}, foreign(s));
    return (await deleteIssue(s, id)).status !== 404;
  },
  'issue-delete-converting-409': async (s) => {
    const {id} = await uploaded(s);
    return (await deleteIssue(s, id)).status !== 200;
  },
  'issue-delete-race': sometimes(async (s) => {
    const {id} = await uploaded(s);
    const both = await Promise.all([deleteIssue(s, id), deleteIssue(s, id)]);
    return both.filter((one) => one.status === 200).length !== 1;
  }),
  'issue-delete-again-200': async (s) => {
    await deleteIssue(s, 610_020);
    return (await deleteIssue(s, 610_020)).status !== 404;
  },
  'issue-deleted-listed': async (s) => {
    await deleteIssue(s, 610_020);
    return (await foundIssues(s, 'Tide Tables')).length !== 0;
  },
  'issue-deleted-read-by-external': async (s) => {
    await deleteIssue(s, 610_020);
    return (await readIssue(s, 'lyra:tide-tables')).status !== 404;
  },
  'issue-deleted-comes-back': async (s) => {
    const {id} = await uploaded(s);
    await deleteIssue(s, id);
    s.clock.time += 60_000;
    return (await readIssue(s, id)).status !== 404;
  },
  'issue-delete-takes-namesakes': async (s) => {
    const one = await uploaded(s, {name: 'Namesake'});
    const other = await uploaded(s, {name: 'Namesake'});
    await deleteIssue(s, one.id);
    return (await readIssue(s, other.id)).status !== 200;
  },
};
