import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import {ageAt} from '../../ages.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {all, expectThat, notApplicable, undecided, when} from '../../judge.ts';
import {minutes} from '../../script.ts';
import {create} from '../people.ts';
import {listUntilShown, signIn} from '../sessions.ts';
import {elapsedIn} from './elapsed.ts';
import {rowOfSession} from './session-rows.ts';

/** Minutes between two sign-ins. */
const BETWEEN = 90;

/** An instant in the local time of the store; NaN for a text without a time of day. */
function localInstant(list: Exchange, session: Exchange, name: string): number {
  const written = rowOfSession(list, session)?.[name];
  return typeof written === 'string' ? Date.parse(`${written}Z`) : Number.NaN;
}

/** Two instants are this far apart; daylight saving time may have changed in between. */
function liesApart(list: Exchange, earlier: number, later: number): Judgement {
  if (Number.isNaN(earlier + later)) return undecided('a date has no time of day');
  const apart = Math.round((later - earlier) / 60_000);
  return expectThat(Math.abs(apart - BETWEEN) <= 61, {
    branch: 'another-time',
    expected: `\`last_activity\` of two sign-ins to be ${BETWEEN} minutes apart`,
    got: `${apart} minutes`,
    at: list,
  });
}

/** Two sign-ins with some time between them. */
const apart = sharedScene({
  id: 'store: two sign-ins, one long after the other',
  api: 'store',
  act: (s) => {
    const {created} = create(s);
    const first = signIn(s, created);
    s.advance(minutes(BETWEEN));
    const second = signIn(s, created, 'mobile');
    return {first, second, list: listUntilShown(s, created, second)};
  },
});

type Apart = SeenIn<typeof apart>;

/** Whether a list shows that no session was used after its sign-in. */
const areUnused = ({first, second, list}: Apart): boolean => {
  const [began = 0, beganLater = 0] = [first, second].map((session) =>
    localInstant(list, session, 'last_activity'),
  );
  return Math.abs(beganLater - began - minutes(BETWEEN)) <= minutes(1);
};

/**
 * The elapsed time of a session, if it is a text that can be read, is that since its sign-in: a
 * text for people may be rounded, so it has to be more than half and less than double of it.
 */
function tellsItsAge(list: Exchange, session: Exchange): Judgement {
  const text = rowOfSession(list, session)?.last_activity_diff;
  const told = typeof text === 'string' ? elapsedIn(text) : undefined;
  if (told === undefined) return notApplicable('the elapsed time is a text that is not read here');
  const {least, most} = ageAt(list, session);
  return expectThat(told >= least / 2 && told <= most * 2 + minutes(1), {
    branch: 'another-elapsed-time',
    expected: `\`last_activity_diff\` to be about ${Math.round(least / 60_000)} minutes`,
    got: toText(text),
    at: list,
  });
}

/** The times of a session. */
export const times: Check[] = [
  ...checksOf(apart, {
    'store.auth-sessions.last-activity-is-the-last-visit': ({first, second, list}) =>
      when(rowOfSession(list, first) !== undefined, 'the first session has ended', () => {
        const [began, beganLater] = [first, second].map((session) =>
          localInstant(list, session, 'last_activity'),
        ) as [number, number];
        const expires = localInstant(list, second, 'session_expires_at');
        return all(
          liesApart(list, began, beganLater),
          Number.isNaN(expires)
            ? undecided('a date has no time of day')
            : expectThat(expires > beganLater, {
                branch: 'expired-when-it-began',
                expected: '`session_expires_at` after `last_activity`',
                got: 'an earlier time',
                at: list,
              }),
        );
      }),
  }),
  ...checksAt(apart, 'store.auth-sessions.has-elapsed-time', {
    'of a session that was not used for long': (seen) =>
      when(areUnused(seen), 'a session was used after its sign-in', () =>
        tellsItsAge(seen.list, seen.first),
      ),
  }),
];
