import type {Val} from '../../../spec/value.ts';
import {checksOf, sharedScene, type Check} from '../../language/check.ts';
import {all, expectOutcome, when} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {issueOf, listReading, listUntilShown, ofUser, readBy, shownIssue} from './reading-steps.ts';
import {expectNoneLost, uuidIn} from './session-rows.ts';

/** The list without parameters, and by each filter. */
const listByEachFilter = (s: Script, created: Handle, issue: Val) => ({
  plain: listReading(s),
  byUser: listReading(s, ofUser(created)),
  byIssue: listReading(s, {issue_id: issue}),
  byReason: listReading(s, {reason_type: 'bought_issue'}),
  byDays: listReading(s, {from_date: '2019-01-01', to_date: '2019-12-31'}),
});

/** A store whose feature is switched off and on again, and another store that has the feature. */
const switching = sharedScene({
  id: 'store: reading sessions while the feature is off, and afterwards',
  act: (s) => {
    s.control('switch-consumption', {role: 'admin', on: true});
    s.control('switch-consumption', {role: 'second-store', on: true});
    const {created} = createUser(s);
    const session = readBy(s, created, issueOf(s), {reason_type: 'bought_issue'});
    const before = listUntilShown(s, created, session);
    s.control('switch-consumption', {role: 'admin', on: false});
    const off = listReading(s, {}, {until: {situation: 'consumption-disabled'}});
    const lists = listByEachFilter(s, created, shownIssue(before, session));
    const elsewhere = listReading(s, {}, {as: 'second-store'});
    s.control('switch-consumption', {role: 'admin', on: true});
    const again = listReading(s, ofUser(created), {until: {situation: 'reading-page'}});
    return {...lists, session, before, off, elsewhere, again};
  },
});

/** The effects of switching the feature off, for which store and how long. */
export const switched: Check[] = checksOf(switching, {
  'store.reading.disabled-is-forbidden @ whatever the filter': ({
    off,
    byUser,
    byIssue,
    byReason,
    byDays,
  }) =>
    when(off.status === 403, 'the list without a filter was not refused', () =>
      all(
        ...[byUser, byIssue, byReason, byDays].map((list) =>
          expectOutcome(list, 'consumption-disabled', 'listed by a filter'),
        ),
      ),
    ),
  'store.reading.list-answers-200 @ where another store lacks the feature': ({off, elsewhere}) =>
    when(off.status === 403, 'the list was not refused', () =>
      expectOutcome(elsewhere, 'reading-page', 'refused in another store'),
    ),
  'store.reading.list-answers-200 @ once the feature is back': ({off, session, again}) =>
    when(off.status === 403, 'the list was not refused', () =>
      all(expectOutcome(again, 'reading-page', 'refused with the feature'), () =>
        expectNoneLost(again, [uuidIn(session)], 'the session is lost'),
      ),
    ),
});
