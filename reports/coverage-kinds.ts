import type {RuleVerdict, Verdict} from '../spec/run-record.ts';
import {VERDICT_WORDS, VERDICTS} from './verdict-words.ts';

/** How the picture shows a rule: by its verdict, or as `partly` when it passed at only some of its places. */
export type CellKind = Verdict | 'partly';

/** The kinds in the order of the legend. */
export const CELL_KINDS: readonly CellKind[] = VERDICTS.flatMap((verdict) =>
  verdict === 'passed' ? [verdict, 'partly' as const] : [verdict],
);

/** The kind of a rule: its verdict, or `partly` when it passed at only some of its places. */
export const kindOf = ({verdict, exercised}: RuleVerdict): CellKind =>
  verdict === 'passed' && exercised ? 'partly' : verdict;

/** The words for a kind. */
export const kindWords = (kind: CellKind): string =>
  kind === 'partly' ? 'passed at some places' : VERDICT_WORDS[kind];

/** The number of rules of each kind, for example `8 passed, 1 failed`. */
export function kindCounts(rules: readonly RuleVerdict[]): string {
  const kinds = rules.map(kindOf);
  return CELL_KINDS.map((kind) => ({kind, count: kinds.filter((one) => one === kind).length}))
    .filter(({count}) => count > 0)
    .map(({kind, count}) => `${count} ${kindWords(kind)}`)
    .join(', ');
}
