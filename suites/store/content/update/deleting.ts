import {check, checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectThat, saw, summaryOf} from '../../../language/judge.ts';
import {findIssues, issueIdOf, readByReference, readIssue, upload} from '../../issuing.ts';
import {text} from '../../../language/sent-values.ts';
import {remove, walkIssues} from '../issue-steps.ts';
import {
  expectReadAsBefore,
  expectGone,
  expectListed,
  expectNotListed,
  expectRead,
  rowOf,
} from '../shown.ts';

/** An issue that is deleted, between two that are not. */
const deletions = sharedScene({
  id: 'store: content is deleted',
  act: (s) => {
    const earlier = upload(s, {free: true});
    const gone = upload(s);
    const later = upload(s, {lang: 'es'});
    const before = {earlier: readIssue(s, earlier.created), later: readIssue(s, later.created)};
    // It was found before, so a search that no longer finds it is a witness.
    const foundBefore = findIssues(s, gone.body.name);
    // A deployment may keep what it has read.
    readIssue(s, gone.created);
    readByReference(s, gone.body.external_id);
    return {
      earlier: earlier.created,
      gone: gone.created,
      later: later.created,
      earlierBefore: before.earlier,
      laterBefore: before.later,
      foundBefore,
      deletion: remove(s, gone.created, {expects: 'deleted'}),
      read: readIssue(s, gone.created),
      readByReference: readByReference(s, gone.body.external_id),
      byName: findIssues(s, gone.body.name),
      byNumber: findIssues(s, text(issueIdOf(gone.created))),
      byReference: findIssues(s, gone.body.external_id),
      everything: walkIssues(s),
      earlierAfter: readIssue(s, earlier.created),
      laterAfter: readIssue(s, later.created),
      laterFound: findIssues(s, later.body.name),
    };
  },
});

/** The effects of a deletion. */
export const deleting: Check[] = [
  ...checksOf(deletions, {
    'store.content.deleted-is-gone': ({gone, read, readByReference: referred, ...seen}) =>
      all(
        expectGone(read, 'read by its id'),
        expectGone(referred, 'read by its external_id'),
        () => expectNotListed(seen.byName, gone, 'found by its name'),
        () => expectNotListed(seen.byNumber, gone, 'found by its id'),
        // Whether a search finds an issue by its external_id is open, but not whether it finds one that is gone.
        () => expectNotListed(seen.byReference, gone, 'found by its external_id'),
        () => expectNotListed(seen.everything, gone, 'in the list'),
      ),
    'store.content.deletion-keeps-the-others': ({earlier, later, ...seen}) =>
      all(
        expectRead(seen.earlierAfter, earlier, 'the issue before it is gone', () =>
          expectReadAsBefore(seen.earlierBefore, seen.earlierAfter, 'the issue before it changed'),
        ),
        expectRead(seen.laterAfter, later, 'the issue after it is gone', () =>
          expectReadAsBefore(seen.laterBefore, seen.laterAfter, 'the issue after it changed'),
        ),
        () => expectListed(seen.laterFound, later, 'the issue after it is not found'),
      ),
  }),
  check({
    rule: 'store.content.external-id-may-delete',
    act: (s) => {
      const {created, body} = upload(s);
      return {
        created,
        deletion: s.call('deleteIssue', {path: {id: body.external_id}}),
        read: readIssue(s, created),
        list: findIssues(s, body.name),
      };
    },
    // Whether a deletion accepts the external_id is open (NS-ST-62), but its effect must match its
    // answer.
    judge: ({created, deletion, read, list}) => {
      const isDeleted = deletion.situations.includes('deleted');
      const branch = isDeleted ? 'answered as deleted, and there still' : 'refused, and gone';
      return all(
        saw(isDeleted ? 'deleted' : 'refused'),
        expectThat(deletion.status < 500, {
          branch: 'a server error',
          expected: 'the issue to be deleted, or a refusal',
          got: summaryOf(deletion),
          at: deletion,
        }),
        () =>
          expectThat(read.situations.includes('issue') !== isDeleted, {
            branch,
            expected: isDeleted ? 'no issue' : 'the issue',
            got: summaryOf(read),
            at: read,
          }),
        () =>
          expectThat((rowOf(list, created) !== undefined) !== isDeleted, {
            branch: `${branch}: in the list`,
            expected: isDeleted ? 'the issue not to be listed' : 'the issue to be listed',
            got: isDeleted ? 'the issue' : 'nothing',
            at: list,
          }),
      );
    },
  }),
];
