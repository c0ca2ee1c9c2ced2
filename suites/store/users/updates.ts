import * as fc from 'fast-check';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {all, expectOutcome, nothing} from '../../language/judge.ts';
import {property} from '../../language/property.ts';
import {
  booleans,
  classesOf,
  freshValues,
  integers,
  type ValueClasses,
} from '../../values/values.ts';
import {idOf, search, update} from '../people.ts';
import {isFlagSet, expectRowFlag, expectRowMember, rowOf} from '../user-rows.ts';
import {expectRowAsGiven} from './written.ts';

/** The flags of a user, varied together, because some faults need two of them. */
export interface Roles {
  [flag: string]: boolean;
  admin: boolean;
  plan_admin: boolean;
  only_sees_readable: boolean;
}

const flagsAll = (flag: boolean): Roles => ({
  admin: flag,
  plan_admin: flag,
  only_sees_readable: flag,
});

/** Flags of a user, all together. */
export const roles: ValueClasses<Roles> = {
  plain: flagsAll(false),
  classes: {
    'every role': fc.constant(flagsAll(true)),
    'no role': fc.constant(flagsAll(false)),
    'some roles': fc.record({
      admin: fc.boolean(),
      plan_admin: fc.boolean(),
      only_sees_readable: fc.boolean(),
    }),
  },
};

/** Which optional members updates name. */
const naming = classesOf('everything', 'the limit', 'the flags', 'nothing');

/** The optional members of an update, and the flag that is always required. */
const optionalMembers = (names: string, flags: Roles, limit: number): Record<string, Val> => ({
  ...(names === 'everything' || names === 'the flags' ? flags : {}),
  ...(names === 'everything' || names === 'the limit' ? {sessions_limit: limit} : {}),
});

/** A flag as a boolean, in whatever form it is shown; any other member unchanged. */
const plainly = (name: string, row: Record<string, unknown>): unknown =>
  name === 'sessions_limit' ? row[name] : isFlagSet(row[name]);

/**
 * Updates keep the members that none of them names, if an update without optional members does.
 * This is open (NS-ST-12), but one update cannot keep what another one loses.
 * @param bare the list after an update without optional members
 * @param given the members of the later updates
 */
function expectOthersKept(
  bare: Exchange | undefined,
  list: Exchange,
  created: Exchange,
  given: Record<string, unknown>,
): Judgement {
  const before = bare && rowOf(bare, created);
  if (!before) return nothing();
  const row = rowOf(list, created);
  const isKept = (name: string): boolean =>
    given[name] === undefined &&
    plainly(name, before) === plainly(name, created.requestBody as Record<string, unknown>);
  const branch = (name: string): string => `${name} changed by an update that does not name it`;
  return all(
    isKept('sessions_limit')
      ? expectRowMember(
          row,
          'sessions_limit',
          before.sessions_limit,
          branch('sessions_limit'),
          list,
        )
      : nothing(),
    ...['admin', 'plan_admin']
      .filter(isKept)
      .map((name) => expectRowFlag(row, name, isFlagSet(before[name]), branch(name), list)),
  );
}

/**
 * Several updates of one user: to another email and back, to a smaller and a larger limit, with any
 * members. The last one is the third.
 */
export const updates: AnyProperty[] = [
  property({
    rule: 'store.users.update-is-kept',
    place: 'after several updates',
    forAll: {
      names: naming,
      returns: booleans,
      falls: booleans,
      before: roles,
      after: roles,
      email: freshValues('email'),
      external_id: freshValues('external-id'),
      new_password: freshValues('password'),
      limit: integers(1, 999_999),
      other: integers(1, 999_999),
      // A store may refuse the present password of the user.
      next_password: freshValues('password'),
    },
    act: (s, {names, before, after, email, external_id, new_password, next_password, ...drawn}) => {
      const low = Math.min(drawn.limit, drawn.other);
      const high = Math.max(drawn.limit, drawn.other);
      const [from, to] = drawn.falls ? [high, low] : [low, high];
      const created = s.call('createUser', {
        body: {email, external_id, new_password, ...before, sessions_limit: from},
        expects: 'created',
      });
      const required = {external_id, only_sees_readable: before.only_sees_readable};
      update(s, created, {...required, email});
      const bare = names === 'everything' ? undefined : search(s, email);
      const away = {...required, ...optionalMembers(names, before, from), email: s.fresh('email')};
      update(s, created, away);
      const last = drawn.returns ? email : s.fresh('email');
      const members = {...required, ...optionalMembers(names, after, to), email: last};
      const updated = s.call('updateUser', {
        path: idOf(created),
        body: {...members, new_password: next_password},
      });
      return {created, updated, list: search(s, last), ...(bare && {bare})};
    },
    judge: ({created, updated, list, bare}) =>
      all(
        expectOutcome(updated, 'updated', 'refused'),
        () => expectRowAsGiven(list, created, updated.requestBody),
        () => expectOthersKept(bare, list, created, updated.requestBody),
      ),
  }),
];
