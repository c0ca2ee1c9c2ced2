/** For a resource in a response: its members are those that a request gave. */

import {at, isObject, toText} from '../../spec/json.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  NothingSeen,
  summaryOf,
  withPointer,
} from '../language/judge.ts';
import {isSameAddress, isSameText} from '../values/normalized.ts';

/** A response that shows a resource: its creation, a read, a list. */
export interface Shown {
  /** Is appended to the name of a failure, for example `when read`. */
  how: string;
  row: Record<string, unknown> | undefined;
  where: Exchange;
  /** JSON Pointer of the resource into the body, if no list shows it. */
  base?: string;
}

/**
 * A response whose body has the resource at a JSON Pointer.
 * @throws NothingSeen for a response without it
 */
export function shownAt(where: Exchange, base: string, how: string): Shown {
  const row = at(where.body, base);
  if (isObject(row)) return {how, row, where, base};
  throw new NothingSeen(`${where.op} was answered ${summaryOf(where)}, without a resource`, where);
}

/** Whether a member is the one that was given. */
export type Comparison = 'exactly' | ((given: unknown, got: unknown) => boolean);

/** The text that was given, apart from differences that the document permits. */
export const asText: Comparison = (given, got) => isSameText(toText(given), toText(got));

/** The address that was given, apart from differences that the document permits. */
export const asAddress: Comparison = (given, got) => isSameAddress(toText(given), toText(got));

/** Members by their paths, such as `user.email`, each with how it is compared. */
export type Members = Record<string, Comparison>;

/** A response shows each of the members that was given as it was given. */
export const expectMembersGiven = (shown: Shown, given: unknown, members: Members): Judgement =>
  all(
    ...Object.entries(members).flatMap(([path, comparison]) => {
      const value: unknown = at(given, pointerOf(path));
      return value === undefined ? [] : [() => expectMemberGiven(shown, path, value, comparison)];
    }),
  );

const pointerOf = (path: string): string => `/${path.replaceAll('.', '/')}`;

function expectMemberGiven(
  {how, row, where, base}: Shown,
  path: string,
  given: unknown,
  isSame: Comparison,
): Judgement {
  const got: unknown = at(row, pointerOf(path));
  const branch = `another ${path} ${how}`;
  const what = `\`${path}\` of ${where.op}`;
  if (isSame === 'exactly') {
    const judgement = expectEqual(got ?? null, given, branch, where, what);
    return base === undefined ? judgement : withPointer(`${base}${pointerOf(path)}`, judgement);
  }
  return expectThat(isSame(given, got), {
    branch,
    expected: `${what} to be "${toText(given)}"`,
    got: toText(got),
    at: where,
  });
}
