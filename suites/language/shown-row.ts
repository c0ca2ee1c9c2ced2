import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {expectThat} from './judge.ts';
import {cutOf} from './rows.ts';

/** A row that is looked for on the pages of a list. */
interface Sought<R> {
  /** Its kind in the singular: `user`. */
  kind: string;
  /** The row, where a page has it. */
  row: R | undefined;
  /** The pages that were read, in order. */
  pages: Exchange[];
  /** How many rows they have. */
  rows: number;
  /** What a walk that was cut short leaves undecided, with the open point on how the list is walked. */
  ifCut: (reason: string) => Judgement;
  /** The name of the violation. */
  branch: string;
  /** What is expected, in words. */
  expected: string;
  /** What is judged of the row. */
  judge?: ((row: R) => Judgement) | undefined;
}

/**
 * A row has to be on the pages of a list, and as `judge` says. A walk that did not see the end of
 * the list decides nothing about a row that it did not see.
 */
export function expectRowShown<R>(sought: Sought<R>): Judgement {
  const {kind, row, pages, rows, ifCut, branch, expected, judge} = sought;
  const cut = cutOf(pages);
  if (!row && cut)
    return ifCut(`the ${kind} was not on the pages that were read, and not all were: ${cut}`);
  if (row && judge) return judge(row);
  return expectThat(row !== undefined, {
    branch,
    expected,
    got: row ? `the ${kind}` : `${rows} other ${kind}s`,
    at: pages[0],
  });
}
