/** For members that are lists: a resource is updated with other lengths and orders of the same values. */

import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {brief, expectThat, judgeEach} from '../language/judge.ts';
import type {Row} from './list.ts';

/** How many values a list has at most: more than ten. */
export const LONGEST = 12;

/** The lists that follow the whole one in updates, by what each is. */
export const LIST_CHANGES: Readonly<Record<string, <T>(whole: readonly T[]) => readonly T[]>> = {
  'without its first': (whole) => whole.slice(1),
  'in the opposite order': (whole) => whole.toReversed(),
  'the last alone': (whole) => whole.slice(-1),
  'the whole again': (whole) => whole,
  'without two in the middle': (whole) => [...whole.slice(0, 5), ...whole.slice(7)],
};

/** The members of a row that were lists are lists. @param names of members that the document calls lists */
export const expectListsStill = (
  before: Row | undefined,
  after: Row | undefined,
  where: Exchange,
  names: readonly string[],
  when: string,
): Judgement =>
  judgeEach(
    names.filter((name) => Array.isArray(before?.[name]) && (after?.[name] ?? null) !== null),
    (name) =>
      expectThat(Array.isArray(after?.[name]), {
        branch: `${name} is no list ${when}`,
        expected: `\`${name}\` of ${where.op} to be a list, as before`,
        got: brief(after?.[name]),
        at: where,
      }),
  );
