import {RANKS, type Rank, type Share} from '../spec/ranks.ts';
import type {Coverage, RunRecord} from '../spec/run-record.ts';

/** What each rank counts, and what raises its share. */
export const RANK_WORDS: Readonly<Record<Rank, {counts: string; raisedBy: string}>> = {
  rank1: {
    counts: 'a change, and a later operation about the same resource or another of its kind',
    raisedBy: 'the report shows which were not',
  },
  rank2: {
    counts:
      'the later operation through the other interface, by another credential or in another tenant',
    raisedBy:
      '`other-key` or `second-admin`, an `agent`, and the roles of a second tenant raise the share',
  },
  rank3: {
    counts: 'values of each class in the change',
    raisedBy: '`--effort deep` sends values of more classes',
  },
  rank4: {
    counts: 'shortly before and after each end of a duration',
    raisedBy: 'a hook for `advance`, or a longer `max_wait`, raises the share',
  },
  rank5: {
    counts: 'after 1, 2, 10 and 50 of the kind',
    raisedBy: '`--effort deep` makes more of a kind',
  },
};

/** How many pairs of each rank were tried; empty where they were not counted. */
export function rankShares({pairs, ranks}: Coverage): (Share & {rank: Rank})[] {
  if (!pairs) return [];
  const {tried, notTried} = pairs;
  const first = {tried: tried.length, of: tried.length + notTried.length};
  const shares: Partial<Record<Rank, Share>> = {rank1: first, ...ranks};
  return RANKS.flatMap((rank) => {
    const {of = 0, tried: count = 0} = shares[rank] ?? {};
    return of ? [{rank, of, tried: count}] : [];
  });
}

/** A share in whole percent. It is only 100 where everything was tried. */
export const percentOf = ({of, tried}: Share): number => Math.floor((100 * tried) / of);

/** The share of the first rank in words, for example `35 % of 695 first-rank pairs tried`. */
export function pairsText({coverage}: Pick<RunRecord, 'coverage'>): string | undefined {
  const first = rankShares(coverage).find(({rank}) => rank === 'rank1');
  return first && `${percentOf(first)} % of ${first.of} first-rank pairs tried`;
}

/** The shares of all ranks on one line; undefined where they were not counted. */
export function ranksText({coverage}: RunRecord): string | undefined {
  const shares = rankShares(coverage);
  const texts = shares.map(
    (share) => `${numberOf(share.rank)}: ${percentOf(share)} % of ${share.of}`,
  );
  return shares.length ? `Pairs of operations tried, by rank: ${texts.join('; ')}.` : undefined;
}

/** The number of a rank, for people. */
export const numberOf = (rank: Rank): string => rank.replace('rank', '');

type Gated = Pick<RunRecord, 'only' | 'effort' | 'mustTry' | 'coverage'>;

/** The ranks of which a run of the whole catalogue tried fewer pairs than the configuration demands (`must_try`). */
function missed({only, effort, mustTry = {}, coverage}: Gated): (Share & {rank: Rank})[] {
  if (only.length || effort.name === 'quick') return [];
  return rankShares(coverage).filter((share) => percentOf(share) < (mustTry[share.rank] ?? 0));
}

/** Whether a run tried fewer pairs of some rank than the configuration demands. */
export const triesTooFew = (record: Gated): boolean => missed(record).length > 0;

/** Says of which ranks fewer pairs were tried than the configuration demands; undefined where that is not so. */
export function missedText(record: Gated): string | undefined {
  const texts = missed(record).map((share) => {
    const {rank} = share;
    const demanded = `\`must_try\` demands ${record.mustTry?.[rank]} % of ${rank}`;
    return `${percentOf(share)} % of the pairs of rank ${numberOf(rank)} were tried, and ${demanded}: ${RANK_WORDS[rank].raisedBy}`;
  });
  return texts.length ? texts.join('; ') : undefined;
}
