import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectNone, expectThat, when, judgeEach} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {DIGITS, NEAR_TEXTS, nearTexts} from '../../../values/near-texts.ts';
import {createUser} from '../../people.ts';
import {idIn, idsOn, sessionsOf, signIn} from '../../sessions.ts';

const PAIRS = Object.keys(NEAR_TEXTS);

/** What is recorded of each pair. */
const STEPS = ['session', 'otherSession', 'list', 'otherList', 'byUser', 'otherByUser'] as const;

type OfPair<T> = Record<(typeof STEPS)[number], T>;

const keyOf = (pair: string, step: string): string => `${pair}: ${step}`;

/** Records two users with similar external ids who sign in, and the sessions of each of them. */
function signInPair(s: Script, pair: string): OfPair<Handle> {
  const digits = {...s.fresh('external-id'), ...DIGITS};
  const [id, otherId] = nearTexts(pair, s.fresh('external-id'), digits);
  const {created} = createUser(s, {external_id: id});
  const {created: other} = createUser(s, {external_id: otherId});
  const listBy = (query: Record<string, Val>): Handle => s.call('listAuthSessions', {query});
  return {
    session: signIn(s, created),
    otherSession: signIn(s, other),
    list: listBy({external_id: id}),
    otherList: listBy({external_id: otherId}),
    byUser: listBy(sessionsOf(created)),
    otherByUser: listBy(sessionsOf(other)),
  };
}

/** The session of another user is not in a list; that it exists shows in the other list. */
const expectNotFound = (
  list: Exchange,
  other: {session: Exchange; list: Exchange},
  pair: string,
): Judgement =>
  when(idsOn(other.list).includes(idIn(other.session)), 'a session is not found', () =>
    expectNone(
      idsOn(list).filter((id) => id === idIn(other.session)),
      'session of a user with a similar external_id',
      `sessions-of-others: ${pair}`,
      list,
    ),
  );

/** The list by an external id has the session that the list by the id of its user has. */
const expectFoundToo = (
  list: Exchange,
  byUser: Exchange,
  session: Exchange,
  pair: string,
): Judgement =>
  when(idsOn(byUser).includes(idIn(session)), 'a session is not listed', () =>
    expectThat(idsOn(list).includes(idIn(session)), {
      branch: `own-session-missing: ${pair}`,
      expected: 'the session that the list by the id of its user has',
      got: 'none',
      at: list,
    }),
  );

const judgePair = (
  {session, otherSession, list, otherList, byUser, otherByUser}: OfPair<Exchange>,
  pair: string,
) =>
  all(
    () => expectFoundToo(list, byUser, session, pair),
    () => expectFoundToo(otherList, otherByUser, otherSession, pair),
    () => expectNotFound(list, {session: otherSession, list: otherList}, pair),
    () => expectNotFound(otherList, {session, list}, pair),
  );

/** External ids that a careless comparison takes for equal select the sessions of two users. */
export const nearExternalIds: Check[] = [
  check({
    rule: 'store.auth-sessions.external-id-filters',
    place: 'what differs in little',
    onlyOnTestTargets: true,
    act: (s) => {
      const seen: Record<string, Handle> = {};
      for (const pair of PAIRS)
        for (const [step, handle] of Object.entries(signInPair(s, pair)))
          seen[keyOf(pair, step)] = handle;
      return seen;
    },
    judge: (seen: Record<string, Exchange>) =>
      judgeEach(PAIRS, (pair) => {
        const ofPair = Object.fromEntries(STEPS.map((step) => [step, seen[keyOf(pair, step)]]));
        return judgePair(ofPair as OfPair<Exchange>, pair);
      }),
  }),
];
