import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable, when} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {whenHolds} from '../../../language/blocked-by.ts';
import {issueIn} from '../../issue-rows.ts';
import {findIssues, readByReference, readIssue, send, newIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {
  expectAsBefore,
  expectGone,
  expectListed,
  expectRead,
  expectReadAsBefore,
} from '../shown.ts';

/** An update with the external_id of another issue, and other members that are right. */
const takenReference = sharedScene({
  id: 'store: an update with the external_id of another issue',
  act: (s) => {
    const first = upload(s);
    const second = upload(s, {lang: 'en', free: false});
    const before = readIssue(s, second.created);
    const changes = {external_id: first.body.external_id, lang: 'es', free: true};
    return {
      first: first.created,
      second: second.created,
      before,
      rejected: update(s, second, changes),
      after: readIssue(s, second.created),
      listed: findIssues(s, second.body.name),
      byFirst: readByReference(s, first.body.external_id),
      bySecond: readByReference(s, second.body.external_id),
      own: update(s, first, {lang: 'fr'}),
    };
  },
});

/** An update with an unused external_id, and an upload with the same one. */
const anotherReference = sharedScene({
  id: 'store: an update with another external_id',
  act: (s) => {
    const issue = upload(s);
    const reference = s.fresh('content-id');
    return {
      created: issue.created,
      changed: update(s, issue, {external_id: reference}),
      read: readIssue(s, issue.created),
      byNew: readByReference(s, reference),
      byOld: readByReference(s, issue.body.external_id),
      again: send(s, newIssue(s, {external_id: reference})),
    };
  },
});

/** Judges only with an accepted update with another external_id. */
const whenAccepted = (changed: Exchange, judgement: () => Judgement): Judgement =>
  isUpdated(changed) ? judgement() : notApplicable('an update with another external_id is refused');

/** The effects of updates with another external_id. */
export const changedReferences: Check[] = [
  ...checksOf(takenReference, {
    'store.content.external-id-is-unique @ on update': ({
      first,
      second,
      rejected,
      byFirst,
      bySecond,
      own,
    }) =>
      all(
        expectOutcome(rejected, 'invalid', 'accepted on update'),
        () => expectRead(byFirst, first, 'not found by its own external_id'),
        () => expectRead(bySecond, second, 'not found by its own external_id'),
        expectOutcome(own, 'updated', 'its own external_id is refused'),
      ),
    'store.content.refused-update-changes-nothing @ with a taken external_id': ({
      second,
      before,
      rejected,
      after,
      listed,
    }) =>
      when(rejected.status >= 400, 'the update was not refused', () =>
        all(
          () => expectReadAsBefore(before, after, 'a refused update changed it'),
          () =>
            expectListed(listed, second, 'not found by its name any more', (row) =>
              expectAsBefore(
                issueIn(before),
                row,
                listed,
                'a refused update changed it in the list',
              ),
            ),
        ),
      ),
  }),
  ...checksOf(anotherReference, {
    // The document does not say whether an update may change the external_id: it may be refused.
    'store.content.update-is-kept @ another external_id': ({
      created,
      changed,
      read,
      byNew,
      byOld,
    }) =>
      whenAccepted(changed, () =>
        all(
          expectRead(byNew, created, 'not found by the external_id of the update'),
          expectGone(byOld, 'found by the external_id that it had before'),
          expectRead(read, created, 'not read'),
        ),
      ),
    'store.content.external-id-is-unique @ that of an update': ({changed, byNew, again}) =>
      whenAccepted(changed, () =>
        whenHolds(
          byNew.situations.includes('issue'),
          'store.content.update-is-kept',
          'the external_id of the update was not kept',
          () => expectOutcome(again, 'invalid', 'the external_id of an update is given twice'),
        ),
      ),
  }),
];
