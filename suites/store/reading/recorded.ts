import {DAY_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, expectEqual, expectThat, undecided, when, nothing} from '../../judge.ts';
import {type Handle, type Script} from '../../script.ts';
import {dayAfter, text} from '../../sent-values.ts';
import {createUser} from '../people.ts';
import {dayStart, instantOf, ZONE_TOLERANCE_MS} from '../../datetimes.ts';
import {
  issueOf,
  listReading,
  listUntilShown,
  otherIssueOf,
  readBy,
  recordReading,
} from './reading-steps.ts';
import {
  argumentOf,
  whenRowShown,
  expectNoneLost,
  expectNoneTwice,
  rowOf,
  expectRowMember,
  uuidIn,
  type SessionRow,
} from './session-rows.ts';
import {toText} from '../../../spec/json.ts';

/** Reasons that have a plan as their value. */
const PLAN_REASONS = ['subscription_with_collections', 'global_subscription'] as const;

/** Sessions of a user with two titles, and parallel sessions of two users. */
const twoReaders = sharedScene({
  id: 'store: reading sessions of two users',
  api: 'store',
  act: (s: Script) => {
    const [one, other] = [createUser(s).created, createUser(s).created];
    const [issue, otherIssue] = [issueOf(s), otherIssueOf(s)];
    const first = readBy(s, one, issue);
    const again = readBy(s, one, issue);
    const beside = readBy(s, other, issue);
    const elsewhere = readBy(s, one, otherIssue);
    return {
      one,
      other,
      first,
      again,
      beside,
      elsewhere,
      ofOne: listUntilShown(s, one, elsewhere),
      ofOther: listUntilShown(s, other, beside),
    };
  },
});

/**
 * A session shows its user; the name is only compared if the creation of the user showed it
 * (NS-ST-02).
 */
function expectUserShown(list: Exchange, session: Exchange, created: Exchange): Judgement {
  const {id, email, external_id: externalId, name} = created.body.data as SessionRow;
  return all(
    expectRowMember(list, session, 'user_id', id),
    expectRowMember(list, session, 'user_email', email),
    expectRowMember(list, session, 'user_external_id', externalId),
    typeof name === 'string' ? expectRowMember(list, session, 'user_name', name) : nothing(),
  );
}

/** Two sessions show the same content. */
const expectSameIssue = (
  [list, session]: [Exchange, Exchange],
  [otherList, other]: [Exchange, Exchange],
): Judgement =>
  whenRowShown(list, session, (row) =>
    all(
      expectRowMember(
        otherList,
        other,
        'issue_id',
        row.issue_id,
        'another issue_id for one content',
      ),
      expectRowMember(
        otherList,
        other,
        'issue_external_id',
        row.issue_external_id,
        'another issue_external_id for one content',
      ),
    ),
  );

/** Two sessions of two contents show two ids. */
const expectDifferentIssues = (list: Exchange, session: Exchange, other: Exchange): Judgement =>
  whenRowShown(list, session, (row) =>
    whenRowShown(list, other, (otherRow) =>
      expectThat(row.issue_id !== otherRow.issue_id, {
        branch: 'one issue_id for two contents',
        expected: 'sessions of two contents to show two values of `issue_id`',
        got: 'the same value',
        at: list,
      }),
    ),
  );

/**
 * If orders name the content by a text, this is its external id, or its number as a text
 * (NS-ST-34).
 */
function expectOrderedIssue(list: Exchange, session: Exchange): Judgement {
  const named = argumentOf(session, 'issue');
  return whenRowShown(list, session, (row) =>
    expectThat([row.issue_id, row.issue_external_id].map(String).includes(toText(named)), {
      branch: 'another content',
      expected: `\`issue_id\` or \`issue_external_id\` to be ${toText(named)}`,
      got: `${toText(row.issue_id)} and ${toText(row.issue_external_id)}`,
      at: list,
    }),
  );
}

/** The session of a guest, and one of a user. */
const guest = sharedScene({
  id: 'store: the reading session of a guest',
  api: 'store',
  act: (s: Script) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const user = readBy(s, created, issue);
    const recorded = recordReading(s, issue);
    const ofUser = listUntilShown(s, created, user);
    const shown = s.walk('listReadingSessions', {
      query: {},
      atMost: 4,
      until: {rows: '/data', at: '/uuid', has: recorded.at('/uuid')},
    });
    return {recorded, user, ofUser, shown};
  },
});

const OF_USERS = ['user_id', 'user_email', 'user_name'] as const;

/** The row of a guest has no data of a user; its `user_id` shows that it is a guest. */
export const expectGuest = (row: SessionRow, at: Exchange): Judgement =>
  all(
    ...OF_USERS.map((name) =>
      expectThat(row[name] === null, {
        branch: `${name} of a guest`,
        expected: `\`${name}\` of the session of a guest to be null`,
        got: typeof row[name],
        at,
      }),
    ),
  );

/** Sessions of now and of days ago, online and offline. */
const moments = sharedScene({
  id: 'store: reading sessions online and offline',
  api: 'store',
  act: (s: Script) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const today = created.at('/data/created_at/date');
    const daysAgo = (days: number): Val => text(dayAfter(today, -days), 'T10:00:00Z');
    const online = readBy(s, created, issue, {access_mode: 'online'});
    const earlier = readBy(s, created, issue, {access_mode: 'online', started_at: daysAgo(30)});
    const offline = readBy(s, created, issue, {access_mode: 'offline', started_at: daysAgo(5)});
    const older = readBy(s, created, issue, {access_mode: 'offline', started_at: daysAgo(40)});
    return {created, online, earlier, offline, older, list: listUntilShown(s, created, older)};
  },
});

/**
 * Judges the time between the beginning and the processing of a session, if both can be
 * read.
 */
function whenTimesAreReadable(
  list: Exchange,
  session: Exchange,
  judge: (ms: number) => Judgement,
): Judgement {
  return whenRowShown(list, session, ({started_at: started, processed_at: processed}) => {
    if (processed === null) return undecided('`processed_at` is null, as of older sessions');
    const ms = instantOf(processed) - instantOf(started);
    return Number.isNaN(ms) ? undecided('a date is in a form that cannot be read') : judge(ms);
  });
}

const inDays = (ms: number): string => `${(ms / DAY_MS).toFixed(1)} days later`;

const expectProcessedNearby = (list: Exchange, session: Exchange): Judgement =>
  whenTimesAreReadable(list, session, (ms) =>
    expectThat(Math.abs(ms) <= ZONE_TOLERANCE_MS, {
      branch: 'online, and processed at another time',
      expected: '`processed_at` of an online session to be close to `started_at`',
      got: inDays(ms),
      at: list,
    }),
  );

const expectProcessedLater = (list: Exchange, session: Exchange): Judgement =>
  whenTimesAreReadable(list, session, (ms) =>
    expectThat(ms > 0, {
      branch: 'offline, and not processed later',
      expected: '`processed_at` of an offline session of some days ago to be after `started_at`',
      got: inDays(ms),
      at: list,
    }),
  );

/** A session began this many days before the creation of a user, at 10:00 UTC. */
function expectBegunDaysAgo(
  list: Exchange,
  session: Exchange,
  created: Exchange,
  days: number,
): Judgement {
  const day = toText(created.body.data.created_at?.date).slice(0, 10);
  const began = dayStart(day) - days * DAY_MS + DAY_MS / 2;
  return whenRowShown(list, session, ({started_at: started}) => {
    const off = instantOf(started) - began;
    if (Number.isNaN(off)) return undecided('a date is in a form that cannot be read');
    return expectThat(Math.abs(off) <= ZONE_TOLERANCE_MS, {
      branch: 'began at another time',
      expected: `\`started_at\` to be the time of the reading, ${days} days ago`,
      got: inDays(off),
      at: list,
    });
  });
}

/** The value of a reason about a plan is the plan. */
const ofPlans = sharedScene({
  id: 'store: reading sessions of subscribers',
  api: 'store',
  act: (s: Script) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const plan = s.sample('subscribable_plan');
    const read = (type: string): Handle =>
      readBy(s, created, issue, {reason_type: type, reason_value: plan});
    const collections = read(PLAN_REASONS[0]);
    const global = read(PLAN_REASONS[1]);
    return {collections, global, list: listUntilShown(s, created, global)};
  },
});

const expectPlan = (list: Exchange, session: Exchange, type: string): Judgement =>
  all(
    expectRowMember(list, session, 'reason_type', type),
    expectRowMember(list, session, 'reason_value', Number(argumentOf(session, 'reason_value'))),
  );

/** The checks of recorded sessions. */
export const recorded: Check[] = [
  ...checksOf(twoReaders, {
    'store.reading.uuid-is-unique': ({first, again, beside, elsewhere, ofOne, ofOther}) =>
      all(
        expectNoneTwice(ofOne, 'two sessions with one uuid'),
        expectNoneTwice(ofOther, 'two sessions with one uuid'),
        () =>
          expectNoneLost(
            [ofOne, ofOther],
            [first, again, beside, elsewhere].map(uuidIn),
            'a session without its own uuid',
          ),
        expectEqual(
          new Set([first, again, beside, elsewhere].map(uuidIn)).size,
          4,
          'one uuid for several sessions',
          ofOne,
          'the number of different values of `uuid`',
        ),
      ),
    'store.reading.shows-what-was-read': ({first, again, beside, elsewhere, ...seen}) =>
      all(
        expectSameIssue([seen.ofOne, first], [seen.ofOne, again]),
        expectSameIssue([seen.ofOne, first], [seen.ofOther, beside]),
        expectDifferentIssues(seen.ofOne, first, elsewhere),
        expectOrderedIssue(seen.ofOne, first),
        expectOrderedIssue(seen.ofOne, elsewhere),
      ),
    'store.reading.shows-who-read': ({one, other, first, again, elsewhere, beside, ...seen}) =>
      all(
        expectUserShown(seen.ofOne, first, one),
        () => expectUserShown(seen.ofOne, again, one),
        () => expectUserShown(seen.ofOne, elsewhere, one),
        () => expectUserShown(seen.ofOther, beside, other),
      ),
  }),
  ...checksOf(guest, {
    'store.reading.guest-has-no-user': ({recorded: session, shown}) =>
      when(rowOf(shown, session) !== undefined, 'the pages do not show the session', () => {
        const page = shown.find((one) => rowOf(one, session));
        return page ? expectGuest(rowOf(page, session) ?? {}, page) : nothing();
      }),
  }),
  ...checksOf(moments, {
    'store.reading.online-is-processed-as-it-occurs': ({online, earlier, list}) =>
      all(expectProcessedNearby(list, online), () => expectProcessedNearby(list, earlier)),
    'store.reading.offline-is-processed-later': ({offline, older, list}) =>
      all(expectProcessedLater(list, offline), () => expectProcessedLater(list, older)),
    'store.reading.started-at-is-when-it-was-read': ({created, earlier, offline, older, list}) =>
      all(
        expectBegunDaysAgo(list, earlier, created, 30),
        () => expectBegunDaysAgo(list, offline, created, 5),
        () => expectBegunDaysAgo(list, older, created, 40),
      ),
  }),
  ...checksOf(ofPlans, {
    'store.reading.reason-value-is-the-plan': ({collections, global, list}) =>
      all(expectPlan(list, collections, PLAN_REASONS[0]), () =>
        expectPlan(list, global, PLAN_REASONS[1]),
      ),
  }),
  check({
    rule: 'store.reading.uuid-is-unique',
    place: 'of guests at one moment',
    act: (s) => {
      const issue = issueOf(s);
      const [one, other] = [recordReading(s, issue), recordReading(s, issue)];
      const list = listReading(s, {}, {expects: 'reading-page'});
      return {one, other, list};
    },
    judge: ({one, other, list}) =>
      all(
        expectThat(uuidIn(one) !== uuidIn(other), {
          branch: 'one uuid for two guests',
          expected: 'two sessions of guests to have two values of `uuid`',
          got: 'the same value',
          at: list,
        }),
        () => expectNoneTwice(list, 'two sessions with one uuid'),
      ),
  }),
];
