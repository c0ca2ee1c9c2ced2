import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {expectNone, notApplicable, when} from '../language/judge.ts';

/** A search with a sign of patterns, and what was created for it. */
export interface SearchedWithSign {
  /** What is searched for, in one word. */
  kind: 'plan' | 'title';
  sign: string;
  /** The rows of the result that show something created. */
  rowsOf: (created: Exchange) => unknown[];
  /** Whether the result was read to its end. */
  isWhole: boolean;
  result: Exchange | undefined;
  /** Has the text of the search in its name. */
  exact: Exchange;
  /** Has other characters where the text has the sign. */
  matching: Exchange;
  /** Have names that a tolerant search finds, too. */
  others: readonly Exchange[];
}

/** A search finds what contains its text, and not what matches its text as a pattern. */
export function expectNoPattern(searched: SearchedWithSign): Judgement {
  const {kind, sign, rowsOf, isWhole, result, exact, matching, others} = searched;
  const isFound = (created: Exchange): boolean => rowsOf(created).length > 0;
  if (others.some(isFound)) return notApplicable('the search also finds similar names');
  // Another rule requires that it is found by its name.
  return when(isFound(exact) && isWhole, `the ${kind} is not found`, () =>
    expectNone(
      rowsOf(matching),
      `${kind} that has other characters where the query has ${sign}`,
      `${sign} stands for others`,
      result,
    ),
  );
}
