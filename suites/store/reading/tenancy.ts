import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {judgeEach, nothing, notExercised} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {dayAfter} from '../../language/sent-values.ts';
import type {Resource} from '../../tables/resource.ts';
import {apartFromOthers, expectHidden} from '../../tables/tenants.ts';
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
import {uuidIn, uuidsOn} from './session-rows.ts';

const RULE = 'store.reading.sessions-stay-in-their-store';
const as = 'second-store' as const;

/** The sessions on pages that are among these. */
const shownOf =
  (uuids: readonly unknown[]) =>
  (pages: Exchange[]): unknown[] =>
    uuidsOn(pages.filter(hasSituation('reading-page'))).filter((uuid) => uuids.includes(uuid));

/** A session of a user, and one of a guest. */
const sessions: Resource<'session' | 'ofGuest', 'list'> = {
  kind: 'session',
  isMadeByHook: true,
  make: (s) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const ofGuest = recordReading(s, issue, {reason_type: 'free_access'});
    const session = readBy(s, created, issue, {reason_type: 'free_access'});
    const own = listUntilShown(s, created, session);
    // Edges and zones of the days are open (NS-ST-25).
    const today = created.at('/data/created_at/date');
    const days = {from_date: dayAfter(today, -3), to_date: dayAfter(today, 3)};
    const op = 'listReadingSessions';
    return {
      made: {session, ofGuest},
      shown: {list: [op, {query: ofUser(created)}]},
      lists: {
        everything: [op],
        byUser: [op, {query: ofUser(created)}],
        byIssue: [op, {query: {issue_id: shownIssue(own, session)}}],
        byReason: [op, {query: {reason_type: 'free_access'}}],
        byDays: [op, {query: days}],
        byAll: [op, {query: {...ofUser(created), ...days}}],
      },
      writes: {},
    };
  },
  rowsIn: (pages, recorded) => shownOf(recorded.map(uuidIn))(pages),
  expectAsBefore: nothing,
};

/** Lists of existing sessions in two stores, without a hook. */
const bothStores = sharedScene({
  id: 'store: the reading sessions that there are in two stores',
  act: (s) => {
    const own = listSomeReading(s);
    const query = {issue_id: own.at('/data/0/issue_id')};
    return {
      own,
      everything: listReading(s, {}, {as}),
      byIssue: listReading(s, query, {as, optional: true}),
    };
  },
});

/** A cursor of one store, with the token of another one. */
const foreignCursor = sharedScene({
  id: 'store: a cursor of reading sessions and the token of another store',
  act: (s) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const recorded = s.repeat(27, (each) => void readBy(each, created, issue));
    const own = listSomeReading(s, ofUser(created));
    const cursor = own.at('/next_cursor');
    return {
      recorded,
      byCursor: listReading(s, {cursor}, {as, optional: true}),
      byUserAndCursor: listReading(s, {...ofUser(created), cursor}, {as, optional: true}),
    };
  },
});

/** No list of another store shows these sessions. A list without what its request needs was not sent. */
const expectNoneShown = (
  lists: Record<string, Exchange | undefined>,
  uuids: readonly unknown[],
): Judgement =>
  judgeEach(Object.entries(lists), ([way, list]) =>
    list ? expectHidden('session', [list], shownOf(uuids), way) : nothing(),
  );

/** One store does not show the sessions of another. */
export const tenancy: Check[] = [
  ...apartFromOthers(sessions, {shown: RULE}),
  ...checksOf(bothStores, {
    [`${RULE} @ of the sessions that there are`]: ({own, ...lists}) =>
      uuidsOn(own).length
        ? expectNoneShown(lists, uuidsOn(own))
        : notExercised('no reading session exists: the hook `record-reading` records one'),
  }),
  ...checksOf(foreignCursor, {
    [`${RULE} @ by a cursor`]: ({recorded, ...lists}) =>
      // Without a second page there is no cursor.
      Object.values(lists).some(Boolean)
        ? expectNoneShown(lists, recorded.map(uuidIn))
        : notExercised('the list did not have a second page'),
  }),
];
