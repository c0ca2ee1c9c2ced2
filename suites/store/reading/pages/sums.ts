/** The sums of the counters of sessions, over a list and over its parts. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {READING_COUNTERS} from '../../../../spec/reading-counters.ts';
import type {Judgement} from '../../../language/check.ts';
import {undecided, all, expectEqual} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import {sessionRows, type SessionRow} from '../session-rows.ts';

/** The sums of the counters of sessions. */
const totals = (rows: SessionRow[]): Record<string, number> => ({
  sessions: rows.length,
  ...Object.fromEntries(
    READING_COUNTERS.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)]),
  ),
});

/** The sums of the parts of a list equal those of the list. */
export function expectSumsAgree(whole: Exchange[], parts: Exchange[][], branch: string): Judgement {
  const cut = [whole, ...parts].map(cutOf).find((one) => one !== undefined);
  if (cut) return undecided(`a walk did not reach the end of the list: ${cut}`);
  const [expected, got] = [whole, parts.flat()].map((pages) => totals(sessionRows(pages)));
  return all(
    ...Object.keys(expected ?? {}).map((name) =>
      expectEqual(
        got?.[name],
        expected?.[name],
        `${branch}: ${name}`,
        whole[0],
        `the sum of \`${name}\``,
      ),
    ),
  );
}
