/** The ranks in which pairs of operations are counted (docs/decisions/0049), the first one and those that vary it. */
export const RANKS = ['rank1', 'rank2', 'rank3', 'rank4', 'rank5'] as const;

export type Rank = (typeof RANKS)[number];

/** A rank that counts the pairs of the first one in variations, such as `by another credential`. */
export type FurtherRank = Exclude<Rank, 'rank1'>;

/** How many there are, and how many of them a run has tried. */
export interface Share {
  of: number;
  tried: number;
}

/** What a run has tried of a further rank. */
export interface RankSeen extends Share {
  variations: (Share & {variation: string})[];
  /** By both operations, over all kinds of resources. */
  operations: (Share & {first: string; later: string})[];
}

export type RanksSeen = Record<FurtherRank, RankSeen>;
