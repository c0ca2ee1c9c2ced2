import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {all, expectThat, expectOutcome, judgeEach, nothing} from '../../language/judge.ts';
import {property} from '../../language/property.ts';
import {isSameText} from '../../values/normalized.ts';
import {booleans, freshValues, integers} from '../../values/values.ts';
import {search} from '../people.ts';
import {expectRowFlag, expectRowMember, rowOf, FLAGS} from '../user-rows.ts';
import {toText} from '../../../spec/json.ts';

/**
 * A text in a user's row is the one that was given, apart from changes that the document allows.
 */
const expectTextKept = (
  list: Exchange,
  created: Exchange,
  name: string,
  given: string,
): Judgement => {
  const got = toText(rowOf(list, created)?.[name]);
  return expectThat(isSameText(given, got), {
    branch: `another ${name} in the list`,
    expected: `\`${name}\` of the listed user to be "${given}"`,
    got,
    at: list,
  });
};

/** The list shows the members of requests; other members are not compared. */
export function expectRowAsGiven(
  list: Exchange,
  created: Exchange,
  given: Record<string, unknown>,
): Judgement {
  const row = rowOf(list, created);
  const isGiven = (name: string): boolean => given[name] !== undefined;
  return all(
    judgeEach(['email', 'external_id'].filter(isGiven), (name) =>
      expectTextKept(list, created, name, toText(given[name])),
    ),
    isGiven('sessions_limit')
      ? expectRowMember(row, 'sessions_limit', given.sessions_limit, 'another sessions_limit', list)
      : nothing(),
    ...FLAGS.filter(isGiven).map((name) =>
      expectRowFlag(row, name, Boolean(given[name]), `another ${name}`, list),
    ),
  );
}

/** The list shows the values of a creation. */
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
      all(expectOutcome(created, 'created', 'refused'), () =>
        expectRowAsGiven(list, created, created.requestBody),
      ),
  }),
];
