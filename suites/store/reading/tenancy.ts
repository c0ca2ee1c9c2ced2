import type {Exchange} from '../../../spec/step.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, none} from '../../judge.ts';
import {create} from '../people.ts';
import {
  issueOf,
  listReading,
  listUntilShown,
  ofUser,
  readBy,
  recordReading,
  shownIssue,
} from './reading-steps.ts';
import {judgedRow, uuidIn, uuidsOn} from './session-rows.ts';

/** A user and a guest have read in the first store; the second one lists in every way. */
const foreignLists = sharedScene({
  id: 'store: reading sessions and the token of another store',
  api: 'store',
  act: (s) => {
    const {created} = create(s);
    const issue = issueOf(s);
    const ofGuest = recordReading(s, issue, {reason_type: 'free_access'});
    const session = readBy(s, created, issue, {reason_type: 'free_access'});
    const own = listUntilShown(s, created, session);
    const as = 'second-store' as const;
    return {
      session,
      ofGuest,
      own,
      everything: listReading(s, {}, {as}),
      byUser: listReading(s, ofUser(created), {as}),
      byIssue: listReading(s, {issue_id: shownIssue(own, session)}, {as}),
      byReason: listReading(s, {reason_type: 'free_access'}, {as}),
    };
  },
});

/** A list of another store, or a refusal, shows none of the sessions. */
function showsNone(list: Exchange, sessions: Exchange[], branch: string): Judgement {
  const foreign = new Set(sessions.map(uuidIn));
  const shown = list.situations.includes('reading-page') ? uuidsOn(list) : [];
  return none(
    shown.filter((uuid) => foreign.has(uuid)),
    'session of another store',
    branch,
    list,
  );
}

/** One store does not see what is read in another. */
export const tenancy: Check[] = checksOf(foreignLists, {
  'store.reading.sessions-stay-in-their-store': ({session, ofGuest, own, ...seen}) =>
    judgedRow(own, session, () =>
      all(
        showsNone(seen.everything, [session, ofGuest], 'listed without a filter'),
        () => showsNone(seen.byUser, [session, ofGuest], 'listed by user'),
        () => showsNone(seen.byIssue, [session, ofGuest], 'listed by content'),
        () => showsNone(seen.byReason, [session, ofGuest], 'listed by reason'),
      ),
    ),
});
