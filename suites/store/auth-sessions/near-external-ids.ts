import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, expectNone, when, judgeEach} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
import {DIGITS, NEAR_TEXTS, nearTexts} from '../../values/near-texts.ts';
import {createUser} from '../people.ts';
import {idIn, idsOn, signIn} from '../sessions.ts';

const PAIRS = Object.keys(NEAR_TEXTS);

/** What is recorded of each pair. */
const STEPS = ['session', 'otherSession', 'list', 'otherList'] as const;

type OfPair<T> = Record<(typeof STEPS)[number], T>;

const keyOf = (pair: string, step: string): string => `${pair}: ${step}`;

/** Records two users with similar external ids who sign in, and the sessions of each of them. */
function signInPair(s: Script, pair: string): OfPair<Handle> {
  const digits = {...s.fresh('external-id'), ...DIGITS};
  const [id, otherId] = nearTexts(pair, s.fresh('external-id'), digits);
  const session = signIn(s, createUser(s, {external_id: id}).created);
  const otherSession = signIn(s, createUser(s, {external_id: otherId}).created);
  const list = s.call('listAuthSessions', {query: {external_id: id}});
  const otherList = s.call('listAuthSessions', {query: {external_id: otherId}});
  return {session, otherSession, list, otherList};
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

const judgePair = ({session, otherSession, list, otherList}: OfPair<Exchange>, pair: string) =>
  all(
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
