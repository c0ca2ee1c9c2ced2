/** Reads by the external_id show what reads by the id show, also after a change (Content, Read). */

import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, when} from '../../../language/judge.ts';
import {issueIn} from '../../issue-rows.ts';
import {readByReference, readIssue, upload} from '../../issuing.ts';
import {update} from '../issue-steps.ts';
import {expectAsGiven, expectRead, whenUpdateAccepted} from '../shown.ts';
import type {Exchange} from '../../../../spec/exchange.ts';

/** The read by the external_id shows what an update gave, if the read by the id does. */
const expectUpdateShown = ({
  created,
  changed,
  byId,
  byReference,
}: Record<'created' | 'changed' | 'byId' | 'byReference', Exchange>): Judgement =>
  when(issueIn(byId).name === changed.requestBody.name, 'the update was not kept', () =>
    expectRead(byReference, created, 'not found by its external_id', (row) =>
      expectAsGiven('by its external_id after an update', row, changed, byReference, CHANGED),
    ),
  );

/** The members that the update changes. */
const CHANGED = ['name', 'lang', 'free'];

/** The check of an issue that is read by its external_id before and after updates. */
export const readAgain: Check[] = [
  check({
    rule: 'store.content.reference-finds-the-issue',
    place: 'read before and after an update',
    onlyOnTestTargets: true,
    act: (s) => {
      const issue = upload(s, {lang: 'en', free: false});
      const reference = issue.body.external_id;
      const first = readByReference(s, reference);
      const changes = {name: s.fresh('title'), lang: 'es', free: true};
      const changed = update(s, issue, changes);
      return {
        created: issue.created,
        first,
        changed,
        byId: readIssue(s, issue.created),
        byReference: readByReference(s, reference),
      };
    },
    judge: (seen) =>
      all(expectRead(seen.first, seen.created, 'not found by its external_id'), () =>
        whenUpdateAccepted(seen.changed, () => expectUpdateShown(seen)),
      ),
  }),
];
