/** The date objects of a create: `{timestamp, date, timezone}` (Resources / User). */

import {isObject, toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {brief, expectThat, judgeEach, undecided} from '../../../language/judge.ts';
import {createUser} from '../../people.ts';

/** Seconds by which the members may differ: they may be rounded differently. */
const LENIENCY = 1;
const HOUR = 3600;

/** The offsets of time zones are multiples of this, in seconds. */
const QUARTER_SECONDS = 900;
/** The most seconds by which a time zone is ahead of UTC. */
const MAX_AHEAD_SECONDS = 14 * HOUR;

/** Text of an instant in a time zone, as the first 19 characters of ISO 8601; undefined: unknown. */
function localTime(seconds: number, timeZone: string): string | undefined {
  try {
    return new Date(seconds * 1000).toLocaleString('sv-SE', {timeZone});
  } catch {
    return undefined;
  }
}

/** How many seconds a text such as `2026-03-02 09:30:00`, read as UTC, is after an instant. */
const secondsAfter = (instant: number, date: string): number =>
  Date.parse(`${date.slice(0, 19).replace(' ', 'T')}Z`) / 1000 - instant;

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= LENIENCY;

/**
 * Whether a date may be that of an instant. Laws change the offsets of time zones, and this machine
 * may not know the latest ones: so an hour is tolerated. A zone with an unknown name may have any
 * possible offset.
 * @param instant seconds since 1970
 * @param ahead seconds by which the date is ahead of the instant, read as UTC
 */
function canBe(instant: number, ahead: number, timeZone: string): boolean {
  const local = localTime(instant, timeZone);
  if (local === undefined) {
    const offset = Math.round(ahead / QUARTER_SECONDS) * QUARTER_SECONDS;
    return Math.abs(offset) <= MAX_AHEAD_SECONDS && isNear(ahead, offset);
  }
  const offset = secondsAfter(instant, local);
  if (offset === 0) return isNear(ahead, 0);
  return [offset, offset - HOUR, offset + HOUR].some((one) => isNear(ahead, one));
}

/** The members of a date object (`created_at`, `updated_at`) of a creation name one instant. */
export function expectOneInstant(created: Exchange, name: string): Judgement {
  const value: unknown = created.body.data[name];
  if (!isObject(value)) return undecided(`\`${name}\` is no object`);
  const {timestamp, date, timezone} = value;
  const ahead = secondsAfter(Number(timestamp), toText(date));
  // Another form of a member, or a leap second. Another rule judges the form.
  if (!Number.isFinite(ahead)) return undecided(`\`${name}\` has no date that can be read`);
  return expectThat(canBe(Number(timestamp), ahead, toText(timezone)), {
    branch: `two instants in ${name}`,
    expected: `\`${name}.date\` in its \`timezone\` to be the instant of its \`timestamp\`, in seconds`,
    got: brief(value),
    at: created,
  });
}

/** The date objects of creations name one instant each. */
export const expectInstants = (...created: Exchange[]): Judgement =>
  judgeEach(created, (one) =>
    judgeEach(['created_at', 'updated_at'], (name) => expectOneInstant(one, name)),
  );

/** The checks of date objects. */
export const dateObjects: Check[] = [
  check({
    rule: 'store.users.creation-date-is-one-instant',
    act: (s) => ({created: createUser(s).created}),
    judge: ({created}) => expectInstants(created),
  }),
  check({
    rule: 'store.users.creation-date-is-one-instant',
    place: 'of another store',
    onlyOnTestTargets: true,
    // Stores may have different time zones: a user of the first one is created before.
    act: (s) => {
      createUser(s);
      return {created: createUser(s, {}, {as: 'second-store'}).created};
    },
    judge: ({created}) => expectInstants(created),
  }),
];
