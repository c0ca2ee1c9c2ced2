import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {checksAt, checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectNone, notExercised, judgeEach} from '../../language/judge.ts';
import {type Handle} from '../../language/script.ts';
import {dayAfter} from '../../language/sent-values.ts';
import {createUser} from '../people.ts';
import {
  issueOf,
  listSomeReading,
  listReading,
  listUntilShown,
  ofUser,
  readBy,
  recordReading,
  shownIssue,
} from './reading-steps.ts';
import {whenRowShown, uuidIn, uuidsOn} from './session-rows.ts';

/** A user and a guest have read in the first store; the second store reads all kinds of lists. */
const foreignLists = sharedScene({
  id: 'store: reading sessions and the token of another store',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
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
      byDays: listReading(s, aroundToday(created), {as}),
      byAll: listReading(s, {...ofUser(created), ...aroundToday(created)}, {as}),
    };
  },
});

/** The days around the creation of a user: edges and zones are open (NS-ST-25). */
const aroundToday = (created: Handle): Record<string, Val> => {
  const today = created.at('/data/created_at/date');
  return {from_date: dayAfter(today, -3), to_date: dayAfter(today, 3)};
};

/** A list of another store, or a refusal, shows none of the sessions. */
function expectNoneShown(list: Exchange, sessions: Exchange[], branch: string): Judgement {
  const foreign = new Set(sessions.map(uuidIn));
  const shown = list.situations.includes('reading-page') ? uuidsOn(list) : [];
  return expectNone(
    shown.filter((uuid) => foreign.has(uuid)),
    'session of another store, with the token of the role second-store',
    branch,
    list,
  );
}

/** Lists of existing sessions in two stores, without a hook. */
const bothStores = sharedScene({
  id: 'store: the reading sessions that there are in two stores',
  api: 'store',
  act: (s) => {
    const own = listSomeReading(s);
    const as = 'second-store' as const;
    return {
      own,
      everything: listReading(s, {}, {as}),
      byIssue: s.call('listReadingSessions', {
        as,
        query: {issue_id: own.at('/data/0/issue_id')},
        optional: true,
      }),
    };
  },
});

/** A cursor of one store, with the token of another one. */
const foreignCursor = sharedScene({
  id: 'store: a cursor of reading sessions and the token of another store',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const sessions = s.repeat(27, (each) => void readBy(each, created, issue));
    const own = listSomeReading(s, ofUser(created));
    const cursor = own.at('/next_cursor');
    const as = 'second-store' as const;
    return {
      sessions,
      own,
      byCursor: s.call('listReadingSessions', {as, query: {cursor}, optional: true}),
      byUserAndCursor: s.call('listReadingSessions', {
        as,
        query: {...ofUser(created), cursor},
        optional: true,
      }),
    };
  },
});

/** Two lists of two stores have no session in common. */
const expectNoneOf = (own: Exchange, list: Exchange | undefined, branch: string): Judgement => {
  const known = new Set(uuidsOn(own));
  const shown = list?.situations.includes('reading-page') ? uuidsOn(list) : [];
  return expectNone(
    shown.filter((uuid) => known.has(uuid)),
    'session that the first store lists, too, with the token of the role second-store',
    branch,
    list,
  );
};

/** One store does not show the sessions of another. */
export const tenancy: Check[] = [
  ...checksAt(bothStores, 'store.reading.sessions-stay-in-their-store', {
    'of the sessions that there are': ({own, everything, byIssue}) =>
      uuidsOn(own).length
        ? all(expectNoneOf(own, everything, 'listed without a filter'), () =>
            expectNoneOf(own, byIssue, 'listed by content'),
          )
        : notExercised('no reading session exists: the hook `record-reading` records one'),
  }),
  ...checksAt(foreignCursor, 'store.reading.sessions-stay-in-their-store', {
    'by a cursor': ({sessions, ...seen}) => {
      // Without a second page there is no cursor.
      const lists = [seen.byCursor, seen.byUserAndCursor].filter(Boolean);
      return lists.length
        ? judgeEach(lists, (list) => expectNoneShown(list, sessions, 'listed by cursor'))
        : notExercised('the list did not have a second page');
    },
  }),
  ...checksOf(foreignLists, {
    'store.reading.sessions-stay-in-their-store': ({session, ofGuest, own, ...seen}) =>
      whenRowShown(own, session, () =>
        all(
          expectNoneShown(seen.everything, [session, ofGuest], 'listed without a filter'),
          () => expectNoneShown(seen.byUser, [session, ofGuest], 'listed by user'),
          () => expectNoneShown(seen.byIssue, [session, ofGuest], 'listed by content'),
          () => expectNoneShown(seen.byReason, [session, ofGuest], 'listed by reason'),
          () => expectNoneShown(seen.byDays, [session, ofGuest], 'listed by days'),
          () => expectNoneShown(seen.byAll, [session, ofGuest], 'listed by user and days'),
        ),
      ),
  }),
];
