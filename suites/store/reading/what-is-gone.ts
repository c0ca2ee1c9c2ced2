/** Sessions of a content and of a plan that were deleted afterwards. */

import type {Exchange} from '../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check} from '../../check.ts';
import {all, expectOutcome, notApplicable, when} from '../../judge.ts';
import {text} from '../../script.ts';
import {issueIdOf, upload} from '../issuing.ts';
import {remove} from '../content/issue-steps.ts';
import {create} from '../people.ts';
import {create as createPlan, deletePlan} from '../plans/plan-steps.ts';
import {issueOf, listReading, listUntilShown, ofUser, readBy} from './reading-steps.ts';
import {argumentOf, judgedRow, rowOf, shows} from './session-rows.ts';

/** A session of an uploaded content, which is deleted afterwards. */
const ofDeletedContent = sharedScene({
  id: 'store: a reading session of a content that is deleted',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = create(s);
    const issue = upload(s).created;
    readBy(s, created, text(issueIdOf(issue)));
    return {
      deletion: remove(s, issue),
      everything: listReading(s),
      byUser: listReading(s, ofUser(created)),
    };
  },
});

/** A session of a subscriber, whose plan is deleted afterwards. */
const ofDeletedPlan = sharedScene({
  id: 'store: a reading session by a plan that is deleted',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = create(s);
    const plan = createPlan(s);
    const read = (type: string) =>
      readBy(s, created, issueOf(s), {reason_type: type, reason_value: plan.path.plan_id});
    const global = read('global_subscription');
    const collections = read('subscription_with_collections');
    const before = listUntilShown(s, created, collections);
    deletePlan(s, plan);
    return {global, collections, before, after: listReading(s, ofUser(created))};
  },
});

/** Whether a list showed the plan of a session. */
const showsPlan = (list: Exchange, session: Exchange): boolean =>
  rowOf(list, session)?.reason_value === Number(argumentOf(session, 'reason_value'));

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
  ...checksAt(ofDeletedPlan, 'store.reading.reason-value-is-the-plan', {
    'once the plan is deleted': ({global, collections, before, after}) =>
      [global, collections].every((session) => showsPlan(before, session))
        ? all(
            ...[global, collections]
              .filter((session) => rowOf(after, session))
              .map(
                (session) => () =>
                  judgedRow(after, session, () =>
                    shows(
                      after,
                      session,
                      'reason_value',
                      Number(argumentOf(session, 'reason_value')),
                      'not the plan that was deleted',
                    ),
                  ),
              ),
          )
        : notApplicable('the list did not show the plan before'),
  }),
];
