import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import {ageAt} from '../../values/ages.ts';
import {localInstant} from '../../values/datetimes.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectThat, notApplicable, undecided, when} from '../../language/judge.ts';
import {minutes, type Handle, type Script} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {listUntilShown, signIn} from '../sessions.ts';
import {elapsedIn} from './elapsed.ts';
import {rowOfSession} from './session-rows.ts';

/** The longest time between two sign-ins. */
const MAX_BETWEEN_MINUTES = 90;

/** How long before its end a session is listed for the last time. */
const BEFORE_END_MINUTES = 10;

/** By how much `last_activity` may differ from a visit. */
const MAX_DIFFERENCE_MINUTES = 5;

/** By how much the local time of the store may have jumped in between. */
const JUMPS_MINUTES = [0, 30, -30, 60, -60];

const TOO_SHORT = `a session ends less than ${BEFORE_END_MINUTES + 2 * MAX_DIFFERENCE_MINUTES} minutes after its last activity`;

/** Lets time pass until the second sign-in, while the first session is listed. */
function passTime(s: Script, list: Handle): void {
  s.advanceAsTold(minutes(MAX_BETWEEN_MINUTES), {
    end: {at: list.at('/data/0/session_expires_at'), clock: list.at('/data/0/last_activity')},
    foreseen: (MAX_BETWEEN_MINUTES + BEFORE_END_MINUTES) * 60,
    atMost: minutes(MAX_BETWEEN_MINUTES),
  });
}

/** A time of a session, by the local clock of the store; NaN for a text without a time of day. */
function timeOf(list: Exchange, session: Exchange, name: string): number {
  return localInstant(rowOfSession(list, session)?.[name]);
}

/** The clock of the run, as far as it follows that of the target. */
const timeOfRun = ({targetTime, sentAt}: Exchange): number => targetTime ?? sentAt;

/** The minutes from one instant to another; both are given in milliseconds. */
const minutesBetween = (from: number, to: number): number => Math.round((to - from) / 60_000);

/** Two sign-ins are as far apart in the list as they were; daylight saving time may have changed in between. */
function expectAsFarApart({first, second, list}: Visits): Judgement {
  const [began, beganLater] = [first, second].map((one) => timeOf(list, one, 'last_activity')) as [
    number,
    number,
  ];
  if (Number.isNaN(began + beganLater)) return undecided('a date has no time of day');
  const passed = minutesBetween(timeOfRun(first), timeOfRun(second));
  const apart = minutesBetween(began, beganLater);
  const isRight = JUMPS_MINUTES.some(
    (jump) => Math.abs(apart - passed - jump) <= MAX_DIFFERENCE_MINUTES,
  );
  return expectThat(isRight, {
    branch: 'another-time',
    expected: `\`last_activity\` of two sign-ins to be ${passed} minutes apart`,
    got: `${apart} minutes`,
    at: list,
  });
}

/** A session expires after its last activity. */
function expectToExpireLater({second, list}: Visits): Judgement {
  const [visited, expires] = ['last_activity', 'session_expires_at'].map((name) =>
    timeOf(list, second, name),
  ) as [number, number];
  if (Number.isNaN(visited + expires)) return undecided('a date has no time of day');
  return expectThat(expires > visited, {
    branch: 'expired-when-it-began',
    expected: '`session_expires_at` after `last_activity`',
    got: 'an earlier time',
    at: list,
  });
}

/** Two sign-ins, and the list after each of them. */
interface Visits {
  first: Exchange;
  second: Exchange;
  earlier: Exchange;
  list: Exchange;
}

/** Whether a session ends too soon for two visits that can be told apart. */
function isShort({first, earlier}: Visits): boolean {
  const [visited, expires] = ['last_activity', 'session_expires_at'].map((name) =>
    timeOf(earlier, first, name),
  ) as [number, number];
  return minutesBetween(visited, expires) < BEFORE_END_MINUTES + 2 * MAX_DIFFERENCE_MINUTES;
}

/** The list shows the times of both sign-ins. */
export function expectVisitTimes(visits: Visits): Judgement {
  if (isShort(visits)) return all(() => expectToExpireLater(visits), notApplicable(TOO_SHORT));
  return when(
    rowOfSession(visits.list, visits.first) !== undefined,
    'the first session has ended',
    () => all(expectAsFarApart(visits), expectToExpireLater(visits)),
  );
}

/** Two sign-ins with some time between them. */
const visits = sharedScene({
  id: 'store: two sign-ins, one long after the other',
  act: (s) => {
    const {created} = createUser(s);
    const first = signIn(s, created);
    const earlier = listUntilShown(s, created, first);
    passTime(s, earlier);
    const second = signIn(s, created, 'mobile');
    return {first, earlier, second, list: listUntilShown(s, created, second)};
  },
});

/** Whether the first session was not used after its sign-in. */
const isUnused = ({first, earlier, list}: Visits): boolean =>
  timeOf(earlier, first, 'last_activity') === timeOf(list, first, 'last_activity');

/**
 * The elapsed time of a session, if it is a text that can be read, is that since its sign-in: a
 * text for people may be rounded, so it has to be more than half and less than double of it.
 */
function expectOwnAge(list: Exchange, session: Exchange): Judgement {
  const text = rowOfSession(list, session)?.last_activity_diff;
  const told = typeof text === 'string' ? elapsedIn(text) : undefined;
  if (told === undefined)
    return notApplicable('presscheck cannot read the text of the elapsed time');
  const {least, most} = ageAt(list, session);
  return expectThat(told >= least / 2 && told <= most * 2 + minutes(1), {
    branch: 'another-elapsed-time',
    expected: `\`last_activity_diff\` to be about ${Math.round(least / 60_000)} minutes`,
    got: toText(text),
    at: list,
  });
}

/** The times of a session. */
export const times: Check[] = checksOf(visits, {
  'store.auth-sessions.last-activity-is-the-last-visit': expectVisitTimes,
  'store.auth-sessions.has-elapsed-time @ of a session that was not used for long': (seen) =>
    when(isUnused(seen), 'a session was used after its sign-in', () =>
      expectOwnAge(seen.list, seen.first),
    ),
});
