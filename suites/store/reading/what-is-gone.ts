/** Sessions of a content that was deleted afterwards. */

import {checksAt, sharedScene, type Check} from '../../check.ts';
import {all, expectOutcome, when} from '../../judge.ts';
import {upload} from '../issuing.ts';
import {remove} from '../content/issue-steps.ts';
import {createUser} from '../people.ts';
import {listReading, ofUser, readBy} from './reading-steps.ts';

/** A session of an uploaded content, which is deleted afterwards. */
const ofDeletedContent = sharedScene({
  id: 'store: a reading session of a content that is deleted',
  api: 'store',
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

/** What the list shows of sessions when what they name is gone. */
export const whatIsGone: Check[] = [
  ...checksAt(ofDeletedContent, 'store.reading.list-answers-200', {
    'once a content that was read is deleted': ({deletion, everything, byUser}) =>
      when(deletion.situations.includes('deleted'), 'the content was not deleted', () =>
        all(
          expectOutcome(everything, 'reading-page', 'refused without a filter'),
          expectOutcome(byUser, 'reading-page', 'refused by the reader'),
        ),
      ),
  }),
];
