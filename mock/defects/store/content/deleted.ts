/** Defects of deletions: what they leave, what they delete in addition, and what reads of it still show. */

import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {around, findingBy} from '../../breaking.ts';
import {ANY, isForeign} from '../../families/searches.ts';
import {
  foreignFound,
  refusedButDone,
  stale,
  together,
  unguarded,
  unstored,
} from '../../families/seams.ts';
import type {Asked} from '../../families/when.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {
  BY_ID,
  byReference,
  DELETE,
  deletion,
  hiding,
  inState,
  ISSUE,
  LIST,
  listing,
  notedAsGone,
  READ,
  UPDATE,
} from './changed-issues.ts';

/** Answers reads by an external_id as one before, always or when nothing is found any more. */
const answeredAsBefore = (when: 'always' | 'refused'): Seam =>
  around(READ, (next) => {
    const kept = new Map<string, Done>();
    return (view, input) => {
      const name = `${view.tenant} ${input.path['id']}`;
      const done = next(view, input);
      if (/ \d+$/.test(name)) return done;
      const earlier = kept.get(name);
      if (earlier && (when === 'always' || isRefused(done))) return earlier;
      if (!isRefused(done)) kept.set(name, done);
      return done;
    };
  });

/** Deletes other content, too. */
const deletingToo = (which: (other: Issue, request: Asked<Issue, object>) => boolean): Seam =>
  ISSUE.after(DELETE, {}, (done, request) => {
    const where = (other: Issue): boolean =>
      other.key !== request.before?.key && which(other, request);
    const others = request.view.oldest<Issue>('issues', {limit: 9, where});
    return withChanges(done, ...others.map(({key}) => ({table: 'issues', del: key})));
  });

/** Lists content of all stores in one filter. */
const listedEverywhere = (filter: string): Seam =>
  together(
    foreignFound(LIST),
    hiding((query) => query !== filter, isForeign),
  );

/** Defects of what a deletion leaves, and of whom it affects in addition. */
export const deleted: Defect[] = defects({
  'store.content.deleted-is-gone': {
    'a deletion deletes nothing': unstored(DELETE, 'issues'),
  },
  'store.content.deleted-is-gone @ *': {
    'a deleted issue is still found by a search for its external_id': together(
      notedAsGone(),
      findingBy<Issue & {gone?: true}>(BY_ID, (issue) => (issue?.gone ? undefined : issue)),
      listing((isFound, {gone, external_id: id}, query) => (gone ? query === id : isFound)),
    ),
    'a deleted issue is still found by its external_id': together(
      notedAsGone({id: 0, name: ''}),
      hiding(ANY, {gone: true}),
    ),
    'an issue that was read by its external_id can still be read by it':
      answeredAsBefore('refused'),
  },
  'store.content.deleted-is-gone @ of any physical book': {
    'the deletion of a book deletes nothing': ISSUE.losing(DELETE, {before: {kind: 'physical'}}),
  },
  'store.content.deleted-is-gone @ while it waits': {
    'what waits is not deleted': ISSUE.losing(DELETE, {before: {conversion: inState('deferred')}}),
  },
  'store.content.deleted-is-gone @ from the list of conversions': {
    'what is converted is deleted when it is done': ISSUE.losing(DELETE, {
      before: {conversion: inState('converting')},
    }),
  },
  'store.content.delete-answers-200 @ of any physical book': {
    'a book cannot be deleted': ISSUE.asking(DELETE, {before: {kind: 'physical'}}, () => ({
      path: {id: '0'},
    })),
  },
  'store.content.reference-finds-the-issue @ read before and after an update': {
    'reads by an external_id show what the first one showed': answeredAsBefore('always'),
  },
  'store.content.deletion-keeps-the-others': {
    'the issue after it is deleted too': deletingToo(
      ({key}, {view, before}) =>
        view.oldest('issues', {after: before?.seq ?? 0, limit: 1})[0]?.key === key,
    ),
    'the other issues are free afterwards': ISSUE.touching(DELETE, () => true, {
      free: true,
      lang: 'eo',
    }),
  },
  'store.content.deletion-keeps-the-others @ contents of the same name': {
    'a deletion takes all content of its name': deletingToo(
      ({name}, {before}) => name === before?.name,
    ),
  },
  'store.content.external-id-may-delete': {
    'a deletion by the external_id says that it is done': ISSUE.instead(
      DELETE,
      ({view, path}) => byReference(view, path['id']) !== undefined,
      () => ({situation: 'deleted', body: {CODE: 'success'}}),
    ),
    'a deletion by the external_id is refused and done': deletion.leaves(
      undefined,
      ({view, path}) => {
        const issue = byReference(view, path['id']);
        return issue && [{table: 'issues', del: issue.key}];
      },
    ),
  },
  'store.content.feature-has-to-be-on @ for a deletion': {
    'deletions go on while it is off': unguarded('feature-off', DELETE),
  },
  'store.content.delete-needs-permission': {
    'every admin may delete': unguarded('not-permitted', DELETE),
  },
  'store.content.delete-needs-permission @ and leaves the issue': {
    'a deletion without permission is refused and done': refusedButDone(DELETE, 'not-permitted'),
  },
  'store.content.moves-are-the-listed-ones': {
    'the third update is ignored': ISSUE.losing(UPDATE, {nth: 3}),
    'an update of what is free is shown as it was before': ISSUE.losing(
      UPDATE,
      ({before, body}) => before?.free && before.version > 1 && !body.free,
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
    'content that is converted is listed in every store': listedEverywhere('converting'),
  },
  'store.access.list-shows-own-only @ content that waits': {
    'content that waits is listed in every store': listedEverywhere('deferred'),
  },
});
