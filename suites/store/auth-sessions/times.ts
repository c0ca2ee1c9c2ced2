import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, expectThat, undecided, when} from '../../judge.ts';
import {minutes} from '../../script.ts';
import {create} from '../people.ts';
import {listUntilShown, signIn} from '../sessions.ts';
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

/** The times of a session. */
export const times: Check[] = [
  check({
    rule: 'store.auth-sessions.last-activity-is-the-last-visit',
    act: (s) => {
      const {created} = create(s);
      const first = signIn(s, created);
      s.advance(minutes(BETWEEN));
      const second = signIn(s, created, 'mobile');
      return {first, second, list: listUntilShown(s, created, second)};
    },
    judge: ({first, second, list}) =>
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
];
