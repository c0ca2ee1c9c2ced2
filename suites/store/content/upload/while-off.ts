/** Updates and deletions while the content feature of the store is off (Content, Rules; Errors). */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectThat, expectRefused, summaryOf, when} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {issueIn} from '../../issue-rows.ts';
import {newIssue, readIssue, send, upload} from '../../issuing.ts';
import {remove, update} from '../issue-steps.ts';
import {expectAsBefore, expectRead} from '../shown.ts';

/** An update and a deletion while the feature is off, and the same ones afterwards. */
const whileOff = sharedScene({
  id: 'store: an update and a deletion while the content feature is off',
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other] = [upload(s, {free: false, lang: 'en'}), upload(s)];
    const before = readIssue(s, one.created);
    const changes = {name: s.fresh('title'), free: true, lang: 'es'};
    s.control('switch-content', {role: 'admin', on: false});
    const uploaded = send(s, newIssue(s));
    const updated = update(s, one, changes);
    const deletion = remove(s, other.created);
    s.control('switch-content', {role: 'admin', on: true});
    return {
      one: one.created,
      other: other.created,
      before,
      uploaded,
      updated,
      deletion,
      after: readIssue(s, one.created),
      otherAfter: readIssue(s, other.created),
      updatedAgain: update(s, one, changes),
      deletionAgain: remove(s, other.created),
    };
  },
});

/** Neither an update nor a deletion succeeds while the feature is off. */
export const writesWhileOff: Check[] = checksOf(whileOff, {
  'store.content.feature-has-to-be-on @ for an update': ({
    one,
    before,
    uploaded,
    updated,
    after,
    updatedAgain,
  }) =>
    when(
      uploaded.status === 403 && isUpdated(updatedAgain),
      'no upload was refused, or no update was accepted afterwards',
      () =>
        all(
          expectRefused(updated, 'updated while the feature is off'),
          () => expectRead(after, one, 'gone after a refused update'),
          () =>
            expectAsBefore(issueIn(before), issueIn(after), after, 'a refused update changed it'),
        ),
    ),
  'store.content.feature-has-to-be-on @ for a deletion': ({
    other,
    uploaded,
    deletion,
    otherAfter,
    deletionAgain,
  }) =>
    when(uploaded.status === 403, 'no upload was refused', () =>
      all(
        expectRefused(deletion, 'deleted while the feature is off'),
        () => expectRead(otherAfter, other, 'gone after a refused deletion'),
        () =>
          expectThat(deletionAgain.situations.includes('deleted'), {
            branch: 'not deleted once the feature is back',
            expected: 'the deletion to succeed once the feature is on',
            got: summaryOf(deletionAgain),
            at: deletionAgain,
          }),
      ),
    ),
});
