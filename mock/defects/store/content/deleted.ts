import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards, around, finding, findingBy} from '../../breaking.ts';
import {refusedButDone as refusedWith} from '../users/changed-users.ts';
import {before, besides, bodyOf, DELETE, LIST, READ, UPDATE} from './changed-issues.ts';
import {listing} from './listed-issues.ts';
import {withChanges} from '../../stored-rows.ts';
import {
  foreignFound,
  refusedButDone,
  stale,
  together,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Answers a read by an external_id as before when nothing is found any more. */
const rememberedReads: Seam = around(['getIssue'], (next) => {
  const read = new Map<string, Done>();
  return (view, input) => {
    const {id = ''} = input.path;
    const done = next(view, input);
    if (isRefused(done)) return read.get(id) ?? done;
    if (!/^\d+$/.test(id)) read.set(id, done);
    return done;
  };
});

/** Defects of what a deletion leaves, and of what it deletes in addition. */
export const deleted: Defect[] = defects({
  'store.content.deleted-is-gone': {
    'a deletion deletes nothing': unstored(DELETE, 'issues'),
  },
  'store.content.deleted-is-gone @ *': {
    'a deleted issue is still found by a search for its external_id': together(
      afterwards(DELETE, (done, view, input) => {
        const issue = before(view, input);
        return {
          ...done,
          changes: issue ? [{table: 'issues', put: {...issue, gone: true}}] : [],
        };
      }),
      finding<Gone>([...READ, ...UPDATE, ...DELETE], 'issues', (issue) =>
        issue.gone ? undefined : issue,
      ),
      findingBy<Gone>([...READ, ...UPDATE, ...DELETE], (issue) =>
        issue?.gone ? undefined : issue,
      ),
      listing((isFound, issue, query) =>
        (issue as Gone).gone ? query === issue.external_id : isFound,
      ),
    ),
    'a deleted issue is still found by its external_id': together(
      afterwards(DELETE, (done, view, input) => {
        const issue = before(view, input);
        const gone = issue && {...issue, seq: issue.seq, id: 0, name: '', gone: true};
        return {...done, changes: gone ? [{table: 'issues', put: gone}] : []};
      }),
      finding<Gone>([...READ, ...UPDATE, ...DELETE], 'issues', (issue) =>
        issue.gone ? undefined : issue,
      ),
      listing((isFound, issue) => isFound && !(issue as Gone).gone),
    ),
    'an issue that was read by its external_id can still be read by it': rememberedReads,
  },
  'store.content.deletion-keeps-the-others': {
    'the issue after it is deleted too': afterwards(DELETE, (done, view, input) => {
      const {seq = 0} = before(view, input) ?? {};
      const [next] = view.oldest<Issue>('issues', {after: seq, limit: 1});
      const gone = next ? [{table: 'issues', del: next.key}] : [];
      return withChanges(done, ...gone);
    }),
    'the other issues are free afterwards': besides(DELETE, {free: true, lang: 'eo'}),
  },
  'store.content.external-id-may-delete': {
    'a deletion by the external_id says that it is done': around(
      DELETE,
      (next) => (view, input) =>
        view.by('issues', 'external_id', input.path['id'] ?? '')
          ? {situation: 'deleted', body: {CODE: 'success'}}
          : next(view, input),
    ),
    'a deletion by the external_id is refused and done': around(DELETE, (next) => (view, input) => {
      const response = next(view, input);
      const issue = view.by<Issue>('issues', 'external_id', input.path['id'] ?? '');
      return 'refused' in response && issue
        ? refusedWith(response, [{table: 'issues', del: issue.key}])
        : response;
    }),
  },
  'store.content.delete-needs-permission': {
    'every admin may delete': unguarded('not-permitted', DELETE),
  },
  'store.content.delete-needs-permission @ and leaves the issue': {
    'a deletion without permission is refused and done': refusedButDone(DELETE, 'not-permitted'),
  },
  'store.content.moves-are-the-listed-ones': {
    'the third update is ignored': afterwards(UPDATE, (done, view, input) => {
      const issue = before(view, input);
      return issue?.version === 3
        ? {...done, changes: [{table: 'issues', put: {...issue, version: 4}}]}
        : done;
    }),
    'an update of what is free is shown as it was before': afterwards(
      UPDATE,
      (done, view, input) => {
        const issue = before(view, input);
        const {free = false} = bodyOf(input);
        return issue?.free && issue.version > 1 && !free
          ? {...done, changes: [{table: 'issues', put: {...issue, version: issue.version + 1}}]}
          : done;
      },
    ),
    'an update at the same moment brings a deleted issue back': stale(UPDATE, 'issues'),
  },
  'store.access.foreign-write-has-no-effect @ on content': {
    'updates change content of all stores': foreignFound(UPDATE),
    'deletions end content of all stores': foreignFound(DELETE),
  },
  'store.access.list-shows-own-only @ content': {
    'reads find content of all stores': foreignFound(READ),
    'lists of content cover all stores': foreignFound(LIST),
    'content that is converted is listed in every store': together(
      foreignFound(LIST),
      listing(
        (isFound, issue, query, view) =>
          isFound && (query === 'converting' || issue.tenant === view.tenant),
      ),
    ),
  },
});

type Gone = Issue & {gone?: boolean};
