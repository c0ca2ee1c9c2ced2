import type {Exchange} from '../../../spec/exchange.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectNone,
  expectStill,
  nothing,
} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {createUser, deactivate, idOf, newUser, read, search, updateOf} from '../people.ts';
import {expectStillInactive, rowOf, rowsOf, expectUserUnchanged} from '../user-rows.ts';

/**
 * Both lists show the created user with the same id. If a response is not a list, another judgement
 * reports its outcome.
 */
function expectSameUser(one: Exchange, other: Exchange, created: Exchange): Judgement {
  if (![one, other].every(hasSituation('page'))) return nothing();
  const [inOne, inOther] = [rowOf(one, created), rowOf(other, created)];
  return expectEqual(inOther?.id, inOne?.id, 'another-store', other, '`id` of the user');
}

/**
 * A token is generated and deleted, while the tokens of the other admins are checked. These scenes
 * come last: if one token invalidates the others, no request is served afterwards.
 */
const tokenDeleted = sharedScene({
  id: 'store: a token is generated and deleted',
  api: 'store',
  mayRevokeAccess: true,
  consecutive: true,
  act: (s) => {
    const generated = s.control('generate-token', {role: 'admin'});
    const as = generated.at('/token');
    const [firstBeside, secondBeside] = [read(s), read(s, 'second-admin')];
    // Nothing is sent between its last use and its end: a deployment may remember a token for a moment.
    const before = s.call('createUser', {as, body: newUser(s), expects: 'created'});
    s.call('listUsers', {as, expects: 'page'});
    s.control('delete-token', {role: 'admin', id: generated.at('/id')});
    return {
      before,
      firstBeside,
      secondBeside,
      after: s.call('createUser', {as, body: newUser(s)}),
      list: s.call('listUsers', {as}),
      firstAfter: read(s),
      secondAfter: read(s, 'second-admin'),
    };
  },
});

const tokenRegenerated = sharedScene({
  id: 'store: a token is regenerated',
  api: 'store',
  mayRevokeAccess: true,
  consecutive: true,
  act: (s) => {
    const old = s.control('generate-token', {role: 'admin'});
    const as = old.at('/token');
    const before = s.call('createUser', {as, body: newUser(s), expects: 'created'});
    s.call('listUsers', {as, expects: 'page'});
    const fresh = s.control('regenerate-token', {role: 'admin', id: old.at('/id')});
    return {
      before,
      with: s.call('createUser', {as: fresh.at('/token'), body: newUser(s)}),
      after: s.call('createUser', {as, body: newUser(s)}),
      list: s.call('listUsers', {as}),
      firstAfter: read(s),
      secondAfter: read(s, 'second-admin'),
    };
  },
});

/** Which tokens are accepted, and that requests without one have no effect (Authentication). */
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
    rule: 'store.access.refusal-without-token-has-no-effect',
    act: (s) => {
      const body = newUser(s);
      const {created, body: known} = createUser(s);
      const inactive = createUser(s);
      deactivate(s, inactive.created);
      return {
        created,
        inactive: inactive.created,
        activeBefore: search(s, known.email),
        inactiveBefore: search(s, inactive.body.email),
        refused: s.call('createUser', {as: 'nobody', body}),
        updated: s.call('updateUser', {
          as: 'nobody',
          path: idOf(created),
          body: {...updateOf(known), admin: true, sessions_limit: 7},
        }),
        deactivated: s.call('deactivateUser', {as: 'nobody', path: idOf(created)}),
        reactivated: s.call('reactivateUser', {as: 'nobody', path: idOf(inactive.created)}),
        nobody: search(s, body.email),
        activeFound: search(s, known.email),
        inactiveFound: search(s, inactive.body.email),
      };
    },
    judge: ({
      created,
      inactive,
      activeBefore,
      inactiveBefore,
      nobody,
      activeFound,
      inactiveFound,
      ...refused
    }) =>
      all(
        ...Object.entries(refused).map(([name, response]) =>
          expectOutcome(response, 'unauthenticated', `${name}: not refused`),
        ),
        () =>
          expectNone(
            rowsOf(nobody).filter(({email}) => email === refused.refused.requestBody.email),
            'user of the refused creation',
            'user-made',
            nobody,
          ),
        () => expectStill(activeBefore, activeFound, (list) => expectUserUnchanged(list, created)),
        () =>
          expectStill(inactiveBefore, inactiveFound, (list) => expectStillInactive(list, inactive)),
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
  ...checksOf(tokenDeleted, {
    'store.access.deleted-token-is-refused': ({after, list}) =>
      all(
        expectOutcome(after, 'unauthenticated', 'still-accepted'),
        expectOutcome(list, 'unauthenticated', 'still-reads'),
      ),
  }),
  ...checksAt(tokenDeleted, 'store.access.each-admin-has-a-token', {
    'beside tokens that come and go': (seen) =>
      all(
        expectOutcome(seen.firstBeside, 'page', 'first-admin-refused-beside-a-new-token'),
        expectOutcome(seen.secondBeside, 'page', 'second-admin-refused-beside-a-new-token'),
        expectOutcome(seen.firstAfter, 'page', 'first-admin-refused-after-a-deletion'),
        expectOutcome(seen.secondAfter, 'page', 'second-admin-refused-after-a-deletion'),
      ),
  }),
  ...checksOf(tokenRegenerated, {
    'store.access.regenerated-token-replaces-the-old': (seen) =>
      all(
        expectOutcome(seen.with, 'created', 'new-token-refused'),
        expectOutcome(seen.after, 'unauthenticated', 'old-token-accepted'),
        expectOutcome(seen.list, 'unauthenticated', 'old-token-reads'),
      ),
  }),
  ...checksAt(tokenRegenerated, 'store.access.each-admin-has-a-token', {
    'beside a token that is regenerated': (seen) =>
      all(
        expectOutcome(seen.firstAfter, 'page', 'first-admin-refused-after-a-regeneration'),
        expectOutcome(seen.secondAfter, 'page', 'second-admin-refused-after-a-regeneration'),
      ),
  }),
];
