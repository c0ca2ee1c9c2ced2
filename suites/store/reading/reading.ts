import {check, type Check, type Setup} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {expectOutcome} from '../../language/judge.ts';
import {createUser} from '../people.ts';
import {activity, anyActivity} from './activity.ts';
import {afterUpdates} from './after-updates.ts';
import {anyGuest} from './any-guest.ts';
import {anyPeriod, periodOfOneDay} from './filters/any-period.ts';
import {anyWalk} from './pages/any-walk.ts';
import {eachValue, wholeLists} from './filters/each-value.ts';
import {filtering} from './filters/filtering.ts';
import {leaving} from './leaving.ts';
import {issueOf, listReading, readBy, recordReading} from './reading-steps.ts';
import {anyReading} from './any-reading.ts';
import {recorded} from './recorded.ts';
import {loneParameters, refusedFilters} from './filters/refused-filters.ts';
import {existingSessions} from './existing-sessions.ts';
import {periodsOfDays} from './filters/short-periods.ts';
import {switched} from './switched.ts';
import {tenancy} from './tenancy.ts';
import {totals} from './pages/totals.ts';
import {anyLength, walks} from './pages/walks.ts';
import {whatIsGone} from './filters/what-is-gone.ts';
import {linksOfFilters} from './filters/links.ts';
import {findingNothing} from './filters/nothing-to-find.ts';
import {likeNumbers} from './like-numbers.ts';
import {guests, guestsAtOnce} from './guests.ts';
import {sessionTimes} from './session-times.ts';
import {plansOfSessions} from './plans-of-sessions.ts';
import {readings} from '../again.ts';

/** A user and a guest have read; without a hook, the existing sessions are used. */
const somebodyHasRead: Setup<object> = {
  id: 'store: somebody has read',
  reusable: true,
  ways: [
    (s) => {
      const issue = issueOf(s);
      readBy(s, createUser(s).created, issue);
      recordReading(s, issue);
      return {};
    },
    () => ({}),
  ],
};

/** With the hook the feature is certainly on, and no other answer is right. */
const withTheFeature: Check = check({
  rule: 'store.reading.list-answers-200',
  place: 'where the feature is switched on',
  act: (s) => {
    s.control('switch-consumption', {role: 'admin', on: true});
    return {list: listReading(s)};
  },
  judge: ({list}) => expectOutcome(list, 'reading-page', 'refused with the feature'),
});

const noServerError = 'store.reading.unknown-cursor-does-no-harm';

/** Store / reading sessions: the list, its filters and cursors, and what sessions show. */
export const reading: Chapter = {
  chapter: 'store/reading',
  counted: [readings],
  properties: [...anyReading, ...anyGuest, ...anyActivity, ...anyLength, anyWalk],
  reads: [{api: 'store', op: 'listReadingSessions', rule: noServerError}],
  visits: [{api: 'store', op: 'listReadingSessions', args: () => ({})}],
  provocations: [
    {
      api: 'store',
      op: 'listReadingSessions',
      condition: 'reading-page',
      // A store need not have the feature: its first answer shows this.
      orElse: {'consumption-disabled': 'NS-ST-22'},
      act: (s) => ({subject: listReading(s)}),
    },
    {
      api: 'store',
      op: 'listReadingSessions',
      condition: 'reading-page with rows',
      given: somebodyHasRead,
      orElse: {'consumption-disabled': 'NS-ST-22'},
      mayBeEmpty: {
        rows: '/data',
        reason:
          'no reading session exists: the hook `record-reading` (hooks.record-reading) records one',
      },
      act: (s) => ({subject: listReading(s)}),
    },
    {
      api: 'store',
      op: 'listReadingSessions',
      condition: 'consumption-disabled',
      act: (s) => {
        const control = listReading(s);
        s.control('switch-consumption', {role: 'admin', on: false});
        const subject = listReading(s, {}, {until: {situation: 'consumption-disabled'}});
        return {subject, control};
      },
    },
  ],
  checks: [
    withTheFeature,
    ...findingNothing,
    ...existingSessions,
    ...refusedFilters,
    ...recorded,
    ...guests,
    ...sessionTimes,
    ...plansOfSessions,
    guestsAtOnce,
    ...activity,
    ...filtering,
    linksOfFilters,
    ...whatIsGone,
    ...loneParameters,
    ...eachValue,
    anyPeriod,
    ...periodOfOneDay,
    ...periodsOfDays,
    ...walks,
    ...totals,
    ...tenancy,
    ...leaving,
    ...afterUpdates,
    ...likeNumbers,
    ...switched,
    ...wholeLists,
  ],
};
