import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Check, Judgement} from '../../../language/check.ts';
import {all, expectNone, expectThat, when} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {checksOfCases, ofEach, sceneOfCases} from '../../../tables/cases.ts';
import {DIGITS, NEAR_TEXTS} from '../../../values/near-texts.ts';
import {createUser} from '../../people.ts';
import {idIn, idsOn, sessionsOf, signIn} from '../../sessions.ts';

/** Two users with similar external ids who sign in, and the sessions of each of them, for every pair of ids. */
const everyPair = sceneOfCases({
  id: 'store.auth-sessions.external-id-filters what differs in little',
  onlyOnTestTargets: true,
  cases: NEAR_TEXTS,
  act: (s, [has, given]) => {
    const digits = {...s.fresh('external-id'), ...DIGITS};
    const name = s.fresh('external-id');
    const [id, otherId] = [has(name, digits), given(name, digits)];
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
  },
});

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

/** External ids that a careless comparison takes for equal select the sessions of two users. */
export const nearExternalIds: Check[] = checksOfCases(everyPair, 'what differs in little', {
  'store.auth-sessions.external-id-filters': ofEach((seen, _texts, pair) => {
    const {session, otherSession, list, otherList, byUser, otherByUser} = seen;
    return all(
      () => expectFoundToo(list, byUser, session, pair),
      () => expectFoundToo(otherList, otherByUser, otherSession, pair),
      () => expectNotFound(list, {session: otherSession, list: otherList}, pair),
      () => expectNotFound(otherList, {session, list}, pair),
    );
  }),
});
