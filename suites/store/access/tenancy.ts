import type {Exchange} from '../../../spec/exchange.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all, expectNone, expectStill} from '../../language/judge.ts';
import {expectForeignRefused} from '../foreign-refused.ts';
import {createUser, deactivate, idOf, search, updateOf, walkList} from '../people.ts';
import {expectStillInactive, rowsOf, expectUserUnchanged} from '../user-rows.ts';

/** None of the created users is listed. */
function expectNoneListed(pages: Exchange[], created: Exchange[], branch: string): Judgement {
  const emails = created.map(({body}) => body.data.email as unknown);
  const foreign = rowsOf(pages).filter(({email}) => emails.includes(email));
  return expectNone(foreign, 'user of another store', branch, pages[0]);
}

/** Every write on users of the first store, with the token of an admin of another store. */
const foreignWrites = sharedScene({
  id: 'store: writes on users of another store',
  api: 'store',
  act: (s) => {
    const active = createUser(s);
    const inactive = createUser(s);
    deactivate(s, inactive.created);
    const as = 'second-store' as const;
    const [path, gone] = [idOf(active.created), idOf(inactive.created)];
    const external = {id: active.body.external_id};
    return {
      active: active.created,
      inactive: inactive.created,
      before: search(s, active.body.email),
      inactiveBefore: search(s, inactive.body.email),
      update: s.call('updateUser', {
        as,
        path,
        body: {...updateOf(active.body), admin: true, sessions_limit: 7},
      }),
      logout: s.call('forceLogout', {as, path}),
      logoutByExternalId: s.call('forceLogout', {as, path: external}),
      deactivation: s.call('deactivateUser', {as, path}),
      anonymization: s.call('deactivateUser', {as, path, query: {anonymize: 'true'}}),
      reactivation: s.call('reactivateUser', {as, path: gone}),
      after: search(s, active.body.email),
      inactiveAfter: search(s, inactive.body.email),
    };
  },
});

/**
 * No write on a user of another store succeeds or changes anything: 404 is documented, and 403 is
 * tolerated (NS-ST-78). The lists of the other store do not matter here: the store's own token
 * shows the effect.
 */
function expectWritesWithoutEffect(seen: SeenIn<typeof foreignWrites>): Judgement {
  const {active, inactive, before, inactiveBefore, after, inactiveAfter, ...writes} = seen;
  return all(
    ...Object.entries(writes).map(([name, response]) =>
      expectForeignRefused(response, name, 'a user'),
    ),
    () => expectStill(before, after, (list) => expectUserUnchanged(list, active)),
    () => expectStill(inactiveBefore, inactiveAfter, (list) => expectStillInactive(list, inactive)),
  );
}

/** A token only gives access to the users of its own store. */
export const tenancy: Check[] = [
  check({
    rule: 'store.access.list-shows-own-only',
    act: (s) => {
      const {created, body} = createUser(s, {admin: true});
      const gone = createUser(s);
      deactivate(s, gone.created);
      s.call('listUsers', {query: {query: body.email}, expects: 'page'});
      return {
        created,
        gone: gone.created,
        byEmail: search(s, body.email, 'second-store'),
        admins: walkList(s, {query: 'admins'}, undefined, 'second-store'),
        left: walkList(s, {query: 'deactivated'}, undefined, 'second-store'),
        everyone: walkList(s, {}, undefined, 'second-store'),
      };
    },
    judge: ({created, gone, ...lists}) =>
      all(
        ...Object.entries(lists).map(([name, pages]) =>
          expectNoneListed([pages].flat(), [created, gone], `foreign-listed: ${name}`),
        ),
      ),
  }),
  // The responses to them are judged by the contract's condition `foreign`, too.
  ...checksOf(foreignWrites, {
    'store.access.foreign-write-has-no-effect': expectWritesWithoutEffect,
  }),
];
