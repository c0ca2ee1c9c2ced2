import type {Exchange} from '../../../spec/step.ts';
import type {AnyProperty, Judgement} from '../../check.ts';
import {all, holds, is} from '../../judge.ts';
import {property} from '../../property.ts';
import {isSameText} from '../../values/normalized.ts';
import {booleans, freshValues, integers} from '../../values/values.ts';
import {idOf, search, update} from '../people.ts';
import {rowFlagIs, rowMemberIs, rowOf} from '../user-rows.ts';

const FLAGS = ['admin', 'plan_admin', 'only_sees_readable'];

/** A text of a user's row is the one that was given, but for what the document does not forbid. */
const textIsKept = (list: Exchange, created: Exchange, name: string, given: string): Judgement => {
  const got = String(rowOf(list, created)?.[name]);
  return holds(isSameText(given, got), {
    branch: `another ${name} in the list`,
    expected: `\`${name}\` of the listed user to be "${given}"`,
    got,
    at: list,
  });
};

/** The list shows the members that a request gave. */
function rowIsAsGiven(
  list: Exchange,
  created: Exchange,
  given: Record<string, unknown>,
): Judgement {
  const row = rowOf(list, created);
  return all(
    ...['email', 'external_id']
      .filter((name) => name in given)
      .map((name) => () => textIsKept(list, created, name, String(given[name]))),
    rowMemberIs(row, 'sessions_limit', given.sessions_limit, 'another sessions_limit', list),
    ...FLAGS.map((name) => rowFlagIs(row, name, Boolean(given[name]), `another ${name}`, list)),
  );
}

/** What a request wrote is what the list shows afterwards. */
export const written: AnyProperty[] = [
  property({
    rule: 'store.users.created-is-as-given',
    forAll: {
      email: freshValues('email'),
      external_id: freshValues('external-id'),
      new_password: freshValues('password'),
      sessions_limit: integers(1, 999_999),
      admin: booleans,
      plan_admin: booleans,
      only_sees_readable: booleans,
    },
    act: (s, values) => {
      const created = s.call('createUser', {body: values});
      return {created, list: search(s, values.email)};
    },
    judge: ({created, list}) =>
      all(is(created, 'created', 'refused'), () =>
        rowIsAsGiven(list, created, created.requestBody),
      ),
  }),
  property({
    rule: 'store.users.update-is-kept',
    forAll: {
      email: freshValues('email'),
      external_id: freshValues('external-id'),
      new_password: freshValues('password'),
      first: integers(1, 999_999),
      second: integers(1, 999_999),
      third: integers(1, 999_999),
      admin: booleans,
      plan_admin: booleans,
      only_sees_readable: booleans,
    },
    act: (s, {first, second, third, email, ...values}) => {
      const body = {...values, email: s.fresh('email')};
      const created = s.call('createUser', {body, expects: 'created'});
      update(s, created, {...body, sessions_limit: first, admin: !values.admin});
      update(s, created, {...body, sessions_limit: second, email});
      const updated = s.call('updateUser', {
        path: idOf(created),
        body: {...values, email, sessions_limit: third},
      });
      return {created, updated, list: search(s, email)};
    },
    judge: ({created, updated, list}) =>
      all(is(updated, 'updated', 'refused'), () =>
        rowIsAsGiven(list, created, updated.requestBody),
      ),
  }),
];
