import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {all, expectOutcome} from '../../language/judge.ts';
import {property} from '../../language/property.ts';
import {
  asText,
  expectMembersGiven,
  shownAt,
  type Comparison,
  type Members,
} from '../../tables/members.ts';
import {booleans, freshValues, integers} from '../../values/values.ts';
import {search} from '../people.ts';
import {FLAGS, isFlagSet, rowOf} from '../user-rows.ts';

/** A flag of a user, in whatever form it is shown. */
const asFlag = (given: unknown, got: unknown): boolean => Boolean(given) === isFlagSet(got);

/** Each flag, compared in one way. */
const flagsAs = (comparison: Comparison): Members =>
  Object.fromEntries(FLAGS.map((name) => [name, comparison]));

/** The members of a user that a creation gives, as the response to it shows them. */
const CREATED: Members = {
  email: asText,
  external_id: asText,
  sessions_limit: 'exactly',
  ...flagsAs('exactly'),
};

/** The same members as the list shows them. */
const LISTED: Members = {...CREATED, ...flagsAs(asFlag)};

/** The response to a creation shows members as they were given. */
export const expectCreatedAsGiven = (created: Exchange, given: unknown): Judgement =>
  expectMembersGiven(shownAt(created, '/data', 'on create'), given, CREATED);

/** The list shows the members of requests; other members are not compared. */
export const expectRowAsGiven = (
  list: Exchange,
  created: Exchange,
  given: Record<string, unknown>,
): Judgement =>
  expectMembersGiven({how: 'in the list', row: rowOf(list, created), where: list}, given, LISTED);

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
