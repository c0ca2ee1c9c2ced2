/**
 * The two representations of a user: the response to the creation and the row of the list
 * (Resources / User).
 */

import {DAY_MS} from '../../../../spec/durations.ts';
import {at, toText} from '../../../../spec/json.ts';
import {isoInstant} from '../../../values/datetimes.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  notApplicable,
  when,
} from '../../../language/judge.ts';
import {createUser, search} from '../../people.ts';
import {expectActive, rowOf} from '../../user-rows.ts';

/** A user who was created, and the list that shows the user. */
const createdAndFound = sharedScene({
  id: 'store: a user in both forms',
  act: (s) => {
    const {created, body} = createUser(s);
    return {created, found: search(s, body.email)};
  },
});

/**
 * The day of a time in ISO 8601, extended or basic, as YYYY-MM-DD.
 * @returns undefined for a form that names no day of a month
 */
function calendarDay(time: unknown): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(toText(time)) ?? [];
  return day === undefined ? undefined : `${year}-${month}-${day}`;
}

/** The time zone of the day of creation is not documented, so it may be one day off. */
function expectDayOfCreation(created: Exchange, found: Exchange): Judgement {
  const {created_at: createdAt, created_at_date_string: day} = rowOf(found, created) ?? {};
  const createdOn = calendarDay(createdAt);
  return when(createdOn !== undefined, 'the creation time has no day of a month', () => {
    const days = (Date.parse(toText(day)) - Date.parse(String(createdOn))) / DAY_MS;
    return expectThat(Math.abs(days) <= 1, {
      branch: 'another-day',
      expected: `\`created_at_date_string\` to be the day of ${toText(createdAt)}`,
      got: toText(day),
      at: found,
    });
  });
}

/** Seconds by which the two forms may differ: each may be off by one second because of rounding. */
const ROUNDING_TOLERANCE_S = 2;

/** The list shows the creation time of the creation, if its time has a zone. */
function expectSameInstant(created: Exchange, found: Exchange): Judgement {
  const shown = toText(rowOf(found, created)?.created_at);
  const timestamp = at(created.body, '/data/created_at/timestamp');
  const listed = isoInstant(shown) / 1000;
  const isInstant = /T.*(Z|[+-]\d\d:?\d\d)$/.test(shown) && Number.isFinite(listed);
  if (!isInstant) return notApplicable('the creation time in the list is not an instant');
  return when(typeof timestamp === 'number', 'the creation has no timestamp', () =>
    expectThat(Math.abs(listed - Number(timestamp)) <= ROUNDING_TOLERANCE_S, {
      branch: 'another instant in the list',
      expected: `\`created_at\` of the listed user to be the instant ${toText(timestamp)}`,
      got: shown,
      at: found,
    }),
  );
}

/** A response does not contain a password that was sent. */
export const expectPasswordNotShown = (response: Exchange, password: string): Judgement =>
  expectThat(!JSON.stringify(response.wire ?? '').includes(password), {
    branch: `shown by ${response.op}`,
    expected: `no password in the response to ${response.op}`,
    got: 'the password',
    at: response,
  });

/** The checks of what both forms of a user show. */
export const bothForms: Check[] = [
  ...checksOf(createdAndFound, {
    'store.users.list-item-has-day-of-creation': ({created, found}) =>
      expectDayOfCreation(created, found),
    'store.users.created-is-active': ({created, found}) =>
      all(expectOutcome(found, 'page', 'not-found'), expectActive(found, created, 'not-active')),
    'store.users.password-is-never-shown': ({created, found}) =>
      all(
        expectPasswordNotShown(created, created.requestBody.new_password),
        expectPasswordNotShown(found, created.requestBody.new_password),
      ),
    'store.users.creation-date-is-one-instant @ in the list': ({created, found}) =>
      expectSameInstant(created, found),
    'store.users.has-uuid @ the same in both forms': ({created, found}) =>
      expectEqual(
        rowOf(found, created)?.uuid,
        at(created.body, '/data/uuid'),
        'another-uuid-in-the-list',
        found,
        '`uuid` of the listed user',
      ),
  }),
];
