import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectEqual, hidden, expectOutcome, when} from '../../../language/judge.ts';
import {whenHolds} from '../../../language/blocked-by.ts';
import {
  createUser,
  deactivate,
  EVERYTHING,
  walkDeactivated,
  idOf,
  search,
  findDeactivated,
} from '../../people.ts';
import {
  expectActive,
  expectListedDeactivated,
  expectListed,
  expectNotListed,
  expectPersonKept,
  expectRowMember,
  rowOf,
} from '../../user-rows.ts';

/** Logouts of a user by id and by external_id, and of a user who does not exist. */
const logoutByExternalId = sharedScene({
  id: 'store: logged out by external_id',
  act: (s) => {
    const {created, body} = createUser(s);
    return {
      created,
      byId: s.call('forceLogout', {path: idOf(created)}),
      byExternalId: s.call('forceLogout', {path: {id: body.external_id}}),
      nobody: s.call('forceLogout', {path: {id: s.fresh('external-id')}}),
    };
  },
});

/** A user who was only deactivated is listed with the same email and external_id as before. */
const expectNotAnonymized = (
  seen: {found: Exchange; list: Exchange[]},
  created: Exchange,
): Judgement =>
  expectListedDeactivated(seen, created, 'not-deactivated', (row) =>
    expectEqual(
      [row.email, row.external_id],
      [created.body.data.email, created.body.data.external_id],
      'anonymized',
      seen.list[0],
      '`email` and `external_id` of the listed user',
    ),
  );

/** A user who is listed again is unchanged. */
const expectSamePerson = (
  before: Exchange,
  found: Exchange,
  created: Exchange,
  way: string,
): Judgement => {
  const now = rowOf(found, created);
  return when(now !== undefined, 'the email does not find the user any more', () =>
    expectPersonKept(rowOf(before, created), now, way, found),
  );
};

/** Changes between active and deactivated, and their effects (States / User). */
export const states: Check[] = [
  check({
    rule: 'store.users.deactivation-deactivates',
    act: (s) => {
      const {created, body} = createUser(s);
      const next = createUser(s);
      return {
        created,
        next: next.created,
        response: s.call('deactivateUser', {path: idOf(created)}),
        ...findDeactivated(s, created, body.email),
        beside: search(s, next.body.email),
      };
    },
    judge: ({created, next, beside, response, ...seen}) =>
      all(
        expectOutcome(response, 'deactivated', 'refused'),
        () => expectListedDeactivated(seen, created, 'not-deactivated'),
        () => expectActive(beside, next, 'the next user was deactivated too'),
      ),
  }),
  check({
    rule: 'store.users.deactivation-keeps-the-person',
    act: (s) => {
      const {created, body} = createUser(s, EVERYTHING);
      const before = search(s, body.email);
      deactivate(s, created);
      return {created, before, ...findDeactivated(s, created, body.email)};
    },
    judge: ({created, before, ...seen}) =>
      expectListedDeactivated(seen, created, 'not-deactivated', (now) =>
        expectPersonKept(rowOf(before, created), now, 'deactivated', seen.list[0]),
      ),
  }),
  check({
    rule: 'store.users.anonymize-false-only-deactivates',
    act: (s) => {
      const {created, body} = createUser(s);
      return {
        created,
        response: s.call('deactivateUser', {path: idOf(created), query: {anonymize: 'false'}}),
        // With any outcome: `0` is the other value for false.
        zero: s.call('deactivateUser', {path: idOf(created), query: {anonymize: '0'}}),
        ...findDeactivated(s, created, body.email),
      };
    },
    // Whether `false` is accepted is open (NS-ST-14).
    judge: ({created, response, zero: _zero, ...seen}) =>
      response.situations.includes('invalid')
        ? hidden('NS-ST-14', 'refused', '`anonymize=false` is refused here')
        : all(
            expectOutcome(response, 'deactivated', 'refused'),
            expectNotAnonymized(seen, created),
          ),
  }),
  check({
    rule: 'store.users.deactivated-can-be-reactivated',
    act: (s) => {
      const {created, body} = createUser(s, EVERYTHING);
      const before = search(s, body.email);
      deactivate(s, created);
      return {
        created,
        before,
        response: s.call('reactivateUser', {path: idOf(created)}),
        found: search(s, body.email),
        gone: s.call('deactivateUser', {path: idOf(created)}),
        again: s.call('reactivateUser', {path: idOf(created)}),
        foundAgain: search(s, body.email),
      };
    },
    judge: ({created, before, response, found, gone, again, foundAgain}) =>
      all(
        expectOutcome(response, 'reactivated', 'refused'),
        expectActive(found, created, 'not-active'),
        () => expectSamePerson(before, found, created, 'reactivated'),
        () =>
          when(gone.situations.includes('deactivated'), 'there was no second deactivation', () =>
            all(
              expectOutcome(again, 'reactivated', 'refused-the-second-time'),
              expectActive(foundAgain, created, 'not-active-the-second-time'),
            ),
          ),
      ),
  }),
  check({
    rule: 'store.users.reactivated-leaves-the-deactivated',
    act: (s) => {
      const {created} = createUser(s);
      const stays = createUser(s).created;
      deactivate(s, created);
      deactivate(s, stays);
      const before = walkDeactivated(s, created);
      s.call('reactivateUser', {path: idOf(created), expects: 'reactivated'});
      return {created, stays, before, after: walkDeactivated(s)};
    },
    judge: ({created, stays, before, after}) =>
      all(
        expectListed(before, created, 'control'),
        expectListed(after, stays, 'another-user-left-too'),
        expectNotListed(after, created, 'still-listed', 'the user not to be among the deactivated'),
      ),
  }),
  check({
    rule: 'store.users.reactivating-an-active-user-changes-nothing',
    act: (s) => {
      const {created, body} = createUser(s);
      s.call('reactivateUser', {path: idOf(created)});
      return {created, found: search(s, body.email)};
    },
    judge: ({created, found}) => expectActive(found, created, 'no-longer-active'),
  }),
  check({
    rule: 'store.users.deactivating-twice-changes-nothing',
    act: (s) => {
      const {created, body} = createUser(s);
      deactivate(s, created);
      s.call('deactivateUser', {path: idOf(created)});
      return {created, ...findDeactivated(s, created, body.email)};
    },
    judge: ({created, ...seen}) =>
      expectListedDeactivated(seen, created, 'no-longer-deactivated', (row) =>
        expectRowMember(row, 'email', created.body.data.email, 'person-lost', seen.list[0]),
      ),
  }),
  ...checksOf(logoutByExternalId, {
    'store.users.force-logout-takes-the-external-id': ({byExternalId, nobody}) =>
      whenHolds(
        !nobody.situations.includes('logged-out'),
        'store.users.unknown-is-not-found',
        'a forced logout by the external_id of nobody was answered as a success',
        () => expectOutcome(byExternalId, 'logged-out', 'external-id-refused'),
      ),
    // The response to a logout by the external_id says nothing about one by the id.
    'store.users.force-logout-answers-200 @ by the id': ({byId}) =>
      expectOutcome(byId, 'logged-out', 'id-refused'),
    'store.users.unknown-is-not-found @ forceLogout by external_id': ({nobody}) =>
      expectOutcome(nobody, 'user-not-found', 'anybody-accepted'),
  }),
  check({
    rule: 'store.users.force-logout-keeps-the-state',
    act: (s) => {
      const active = createUser(s, EVERYTHING);
      const inactive = createUser(s);
      const activeBefore = search(s, active.body.email);
      deactivate(s, inactive.created);
      s.call('forceLogout', {path: idOf(active.created), expects: 'logged-out'});
      s.call('forceLogout', {path: {id: active.body.external_id}});
      s.call('forceLogout', {path: idOf(inactive.created)});
      s.call('forceLogout', {path: {id: inactive.body.external_id}});
      return {
        active: active.created,
        inactive: inactive.created,
        activeBefore,
        activeFound: search(s, active.body.email),
        inactiveFound: search(s, inactive.body.email),
        list: walkDeactivated(s, inactive.created),
      };
    },
    judge: ({active, inactive, activeBefore, activeFound, inactiveFound, list}) =>
      all(
        expectActive(activeFound, active, 'active-user-moved'),
        () => expectSamePerson(activeBefore, activeFound, active, 'logged out'),
        () =>
          expectListedDeactivated({found: inactiveFound, list}, inactive, 'deactivated-user-moved'),
        () =>
          expectNotListed(
            list,
            active,
            'active-user-deactivated',
            'the active user not to be among the deactivated',
          ),
      ),
  }),
];
