import type {FurtherRank, RankSeen, Share} from '../spec/ranks.ts';
import type {Coverage} from '../spec/run-record.ts';
import {escape, folded} from './html-escape.ts';
import {numberOf, percentOf, RANK_WORDS, rankShares} from './ranks.ts';

/** The shares of all ranks as a table, and of each further one by variation; empty where they were not counted. */
export function ranksTables(coverage: Coverage): string {
  const shares = rankShares(coverage);
  if (!shares.length) return '';
  const rows = shares.map((share) =>
    row(`${numberOf(share.rank)}: ${RANK_WORDS[share.rank].counts}`, share),
  );
  const further = Object.entries(coverage.ranks ?? {}) as [FurtherRank, RankSeen][];
  const folds = further
    .filter(([, {of}]) => of > 0)
    .map(([rank, {variations}]) =>
      folded(
        `Rank ${numberOf(rank)} by variation`,
        table(
          `Rank ${numberOf(rank)} by variation`,
          'variation',
          variations.map((one) => row(one.variation, one)),
        ),
      ),
    );
  return [
    '<p>Rank 1 is a pair of operations; each further rank tries the same pairs in variations.</p>',
    table('Pairs by rank', 'rank', rows),
    ...folds,
  ].join('\n');
}

const table = (label: string, first: string, rows: readonly string[]): string =>
  `<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table class="ranks"><thead><tr><th scope="col">${first}</th><th scope="col">share</th><th scope="col">tried</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;

/** A row with a bar, which says nothing that the number does not say. */
function row(name: string, share: Share): string {
  const percent = percentOf(share);
  const bar = `<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" class="rest"/><rect width="${percent}" height="8" class="fill"/></svg>`;
  return `<tr><th scope="row">${escape(name)}</th><td>${bar} ${percent} %</td><td>${share.tried} of ${share.of}</td></tr>`;
}
