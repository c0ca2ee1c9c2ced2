/** Further activity of a reader in a session, and its effect on the counters. */

import {READING_COUNTERS} from '../../../spec/reading-counters.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksOf,
  check,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../language/check.ts';
import {all, expectEqual, when} from '../../language/judge.ts';
import {property} from '../../language/property.ts';
import {minutes, type Script} from '../../language/script.ts';
import {classesOf, integers} from '../../values/values.ts';
import {createUser} from '../people.ts';
import {
  continueReading,
  issueOf,
  listSomeReading,
  listUntilShown,
  ofUser,
  readBy,
} from './reading-steps.ts';
import {expectNoneTwice, rowOf} from './session-rows.ts';
import {toText} from '../../../spec/json.ts';

/**
 * Each counter of one session has risen by the given number, and those of another session have not
 * changed.
 */
export const expectRisen = (
  [before, after]: [Exchange, Exchange],
  session: Exchange,
  by: Record<string, number>,
  branch: string,
): Judgement => {
  const [was, is] = [rowOf(before, session), rowOf(after, session)];
  return when(was !== undefined && is !== undefined, 'a list does not show the session', () =>
    all(
      ...READING_COUNTERS.map((name) =>
        expectEqual(
          is?.[name],
          Number(was?.[name]) + (by[name] ?? 0),
          `${branch}: ${name}`,
          after,
          `\`${name}\` of the session, which was ${toText(was?.[name])}`,
        ),
      ),
    ),
  );
};

/** Members that no activity of a reader changes. */
const LASTING = {
  'store.reading.shows-what-was-read': ['issue_id', 'issue_external_id'],
  'store.reading.shows-who-read': ['user_id', 'user_email', 'user_name', 'user_external_id'],
  'store.reading.shows-how-it-was-read': ['client_type', 'device_os', 'access_mode'],
  'store.reading.shows-why-it-may-be-read': ['reason_type'],
  'store.reading.started-at-is-when-it-was-read': ['started_at'],
} as const;

/** A session shows these members as before, and is in the list once. */
const expectAsBefore = (
  [before, after]: [Exchange, Exchange],
  session: Exchange,
  names: readonly string[],
): Judgement => {
  const [was, is] = [rowOf(before, session), rowOf(after, session)];
  return when(was !== undefined && is !== undefined, 'a list does not show the session', () =>
    all(
      ...names.map((name) =>
        expectEqual(
          is?.[name],
          was?.[name],
          `${name} changed`,
          after,
          `\`${name}\` of the session`,
        ),
      ),
    ),
  );
};

/** Records two sessions of a user, of which the first is continued. */
const continueSession = (s: Script, times: number, more: Record<string, number>) => {
  const {created} = createUser(s);
  const issue = issueOf(s);
  const read = () => readBy(s, created, issue, {seconds_reading: 40, page_changes: 3, notes: 1});
  const [session, other] = [read(), read()];
  const before = listUntilShown(s, created, other);
  for (let n = 0; n < times; n++) continueReading(s, session, more);
  return {session, other, before, after: listSomeReading(s, ofUser(created))};
};

/** Each counter rises by a different number. */
const EACH = Object.fromEntries(READING_COUNTERS.map((name, index) => [name, 2 * index + 1]));

/** A session that is continued several times at once. */
const continued = sharedScene({
  id: 'store: a reading session that goes on',
  act: (s) => continueSession(s, 3, {page_changes: 2, seconds_reading: 30, highlights: 1}),
});

/** A session that is continued after some minutes: responses tell times to the minute at least. */
const continuedLater = sharedScene({
  id: 'store: a reading session that goes on some time later',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    const session = readBy(s, created, issueOf(s));
    const before = listUntilShown(s, created, session);
    s.advance(minutes(10));
    continueReading(s, session, {page_changes: 1});
    return {session, before, after: listSomeReading(s, ofUser(created))};
  },
});

/** All counters at once, and repeatedly. */
export const activity: Check[] = [
  ...Object.entries(LASTING).flatMap(([rule, names]) =>
    checksOf(continued, {
      [`${rule} @ while it goes on`]: ({session, before, after}) =>
        expectAsBefore([before, after], session, names),
    }),
  ),
  ...checksOf(continued, {
    'store.reading.uuid-is-unique @ while it goes on': ({after}) =>
      expectNoneTwice(after, 'one uuid for two sessions'),
  }),
  ...checksOf(continuedLater, {
    'store.reading.started-at-is-when-it-was-read @ when it goes on some time later': ({
      session,
      before,
      after,
    }) => expectAsBefore([before, after], session, ['started_at']),
  }),
  check({
    rule: 'store.reading.counters-rise-with-the-activity',
    act: (s) => continueSession(s, 2, EACH),
    judge: ({session, other, before, after}) => {
      const twice = Object.fromEntries(Object.entries(EACH).map(([name, by]) => [name, 2 * by]));
      return all(expectRisen([before, after], session, twice, 'risen by another number'), () =>
        expectRisen([before, after], other, {}, 'another session has changed'),
      );
    },
  }),
];

/** One counter alone, by any number. */
export const anyActivity: AnyProperty[] = [
  property({
    rule: 'store.reading.counters-rise-with-the-activity',
    place: 'of one counter alone',
    forAll: {
      counter: classesOf<string>(
        'page_views',
        ...READING_COUNTERS.filter((one) => one !== 'page_views'),
      ),
      by: integers(1, 10_000),
    },
    maxDrawsOnShared: 2,
    drawFactor: 2,
    act: (s: Script, {counter, by}) => continueSession(s, 1, {[String(counter)]: Number(by)}),
    judge: ({session, other, before, after}, {counter, by}) =>
      all(
        expectRisen([before, after], session, {[String(counter)]: Number(by)}, 'not as it went on'),
        () => expectRisen([before, after], other, {}, 'another session has changed'),
      ),
  }),
];
