import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectEqual, expectOutcome, nothing} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {createUser, newUser, search} from '../people.ts';
import {rowOf} from '../user-rows.ts';

/**
 * Both lists show the created user with the same id. If a response is not a list, another judgement
 * reports its outcome.
 */
function expectSameUser(one: Exchange, other: Exchange, created: Exchange): Judgement {
  if (![one, other].every(hasSituation('page'))) return nothing();
  const [inOne, inOther] = [rowOf(one, created), rowOf(other, created)];
  return expectEqual(inOther?.id, inOne?.id, 'another-store', other, '`id` of the user');
}

/** Which tokens are accepted (Authentication). */
export const tokens: Check[] = [
  check({
    rule: 'store.access.token-is-accepted',
    act: (s) => ({
      with: s.call('createUser', {body: newUser(s)}),
      without: s.call('createUser', {as: 'nobody', body: newUser(s)}),
    }),
    judge: (seen) =>
      all(
        expectOutcome(seen.with, 'created', 'token-refused'),
        expectOutcome(seen.without, 'unauthenticated', 'no-token-accepted'),
      ),
  }),
  check({
    rule: 'store.access.missing-token-comes-first',
    act: (s) => ({
      unknown: s.call('deactivateUser', {as: 'nobody', path: {id: s.sample('unknown_user')}}),
      invalid: s.call('createUser', {as: 'nobody', body: {}}),
      control: s.call('createUser', {body: {}, expects: 'invalid'}),
    }),
    judge: ({unknown, invalid}) =>
      all(
        expectOutcome(unknown, 'unauthenticated', 'lookup-first'),
        expectOutcome(invalid, 'unauthenticated', 'validation-first'),
      ),
  }),
  check({
    rule: 'store.access.each-admin-has-a-token',
    act: (s) => {
      const {created, body} = createUser(s);
      return {created, one: search(s, body.email), other: search(s, body.email, 'second-admin')};
    },
    judge: ({created, one, other}) =>
      all(
        expectOutcome(one, 'page', 'first-admin-refused'),
        expectOutcome(other, 'page', 'second-admin-refused'),
        expectSameUser(one, other, created),
      ),
  }),
];
