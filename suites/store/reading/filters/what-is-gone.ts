/** Sessions of a content that was deleted afterwards, and of a user who was deactivated. */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import {upload} from '../../issuing.ts';
import {remove} from '../../content/issue-steps.ts';
import {createUser, deactivate} from '../../people.ts';
import {isSameId} from '../../order-rows.ts';
import {listReading, listUntilShown, ofUser, readBy, shownIssue} from '../reading-steps.ts';
import {expectNoneLost, rowOf, uuidIn} from '../session-rows.ts';

/** A session of an uploaded content, which is deleted afterwards. */
const ofDeletedContent = sharedScene({
  id: 'store: a reading session of a content that is deleted',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    const issue = upload(s);
    // The hook is given the id by which orders name content.
    readBy(s, created, issue.body.external_id ?? '');
    return {
      deletion: remove(s, issue.created),
      everything: listReading(s),
      byUser: listReading(s, ofUser(created)),
    };
  },
});

/** The session of a user who is deactivated afterwards, by content and by user. */
const ofDeactivatedUser = sharedScene({
  id: 'store: a reading session of a user who is deactivated',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    const recorded = readBy(s, created, upload(s).body.external_id);
    const before = listUntilShown(s, created, recorded);
    const issue = shownIssue(before, recorded);
    deactivate(s, created);
    return {
      created,
      recorded,
      byIssue: listReading(s, {issue_id: issue}),
      byUser: listReading(s, ofUser(created)),
    };
  },
});

/** What the list shows of sessions when what they name is gone. */
export const whatIsGone: Check[] = [
  ...checksOf(ofDeletedContent, {
    'store.reading.list-answers-200 @ once a content that was read is deleted': ({
      deletion,
      everything,
      byUser,
    }) =>
      when(deletion.situations.includes('deleted'), 'the content was not deleted', () =>
        all(
          expectOutcome(everything, 'reading-page', 'refused without a filter'),
          expectOutcome(byUser, 'reading-page', 'refused by the reader'),
        ),
      ),
  }),
  ...checksOf(ofDeactivatedUser, {
    'store.reading.user-id-filters @ once the user is deactivated': ({
      created,
      recorded,
      byIssue,
      byUser,
    }) =>
      when(
        isSameId(rowOf(byIssue, recorded)?.user_id, created.body?.data?.id),
        'no list shows whose session it is',
        () => expectNoneLost(byUser, [uuidIn(recorded)], 'the session is missing'),
      ),
  }),
];
