import type {Contract} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {FurtherRank, RankSeen, RanksSeen, Share} from '../../spec/ranks.ts';
import type {Pair, PairsSeen} from '../../spec/run-record.ts';
import type {AssignedClass} from '../values/assign-classes.ts';
import {nameOf, rankOne} from './pairs.ts';
import {pairsIn, type TriedPair} from './scene-pairs.ts';
import {VARIATIONS} from './variations.ts';

const FURTHER = Object.keys(VARIATIONS) as FurtherRank[];

/** What is known of a pair of the first rank. */
interface Counted {
  pair: Pair;
  /** The scene that tried it first. */
  scene?: string;
  /** The variations of each further rank, and whether they were tried. */
  ranks: Record<FurtherRank, Map<string, boolean>>;
}

/** Counts which pairs of operations the scenes of a run have tried on one resource, or on two of a kind, and how they varied. */
export class PairsTried {
  readonly #contracts: readonly Contract[];
  readonly #pairs = new Map<string, Counted>();
  /** The pairs that each scene tried. */
  readonly #triedIn = new Map<string, ReadonlySet<Counted>>();
  #size = 0;

  constructor(contracts: readonly Contract[]) {
    this.#contracts = contracts;
    for (const contract of contracts)
      for (const pair of rankOne(contract))
        this.#pairs.set(nameOf(pair), {pair, ranks: possibleOf(pair, contract)});
  }

  /** The number of pairs of the first rank that were tried. */
  get size(): number {
    return this.#size;
  }

  /** The pairs, as reports show them. */
  get seen(): PairsSeen {
    const all = [...this.#pairs.values()];
    return {
      tried: all.flatMap(({pair, scene}) => (scene === undefined ? [] : [{...pair, scene}])),
      notTried: all.filter(({scene}) => scene === undefined).map(({pair}) => pair),
    };
  }

  /** The further ranks, as reports show them. */
  get ranks(): RanksSeen {
    const all = [...this.#pairs.values()];
    const ranks = FURTHER.map((rank) => [rank, rankSeen(all, rank)]);
    return Object.fromEntries(ranks) as RanksSeen;
  }

  /** How many variations of the pairs that a scene tried no scene has tried yet. */
  untriedOf(scene: string): number {
    const pairs = [...(this.#triedIn.get(scene) ?? [])];
    const each = pairs.flatMap(({ranks}) =>
      Object.values(ranks).flatMap((one) => [...one.values()]),
    );
    return each.filter((isTried) => !isTried).length;
  }

  /**
   * Records the requests of a scene, in the order in which they were sent.
   * @param classesOf the classes of the values in a step
   */
  note(
    scene: string,
    exchanges: readonly Exchange[],
    classesOf?: (step: string) => readonly AssignedClass[],
  ): void {
    const all = this.#contracts.flatMap((contract) => pairsIn(exchanges, contract, classesOf));
    const noted = all.map((tried) => this.#noteTried(scene, tried));
    this.#triedIn.set(scene, new Set(noted.filter((one) => one !== undefined)));
  }

  #noteTried(scene: string, tried: TriedPair): Counted | undefined {
    const counted = this.#pairs.get(nameOf(tried.pair));
    if (!counted) return undefined;
    if (counted.scene === undefined && !tried.inAnotherTenant) {
      counted.scene = scene;
      this.#size += 1;
    }
    const ranks = tried.inAnotherTenant ? (['rank2'] as const) : FURTHER;
    for (const rank of ranks)
      for (const change of tried.changes)
        for (const variation of VARIATIONS[rank].seen(tried, change))
          if (counted.ranks[rank].has(variation)) counted.ranks[rank].set(variation, true);
    return counted;
  }
}

const possibleOf = (pair: Pair, contract: Contract): Counted['ranks'] =>
  Object.fromEntries(
    FURTHER.map((rank) => [
      rank,
      new Map(VARIATIONS[rank].possible(pair, contract).map((one) => [one, false])),
    ]),
  ) as Counted['ranks'];

/** Counts a rank in all, by variation, and by both operations. */
function rankSeen(all: readonly Counted[], rank: FurtherRank): RankSeen {
  const whole: Share = {of: 0, tried: 0};
  const variations = new Map<string, Share & {variation: string}>();
  const operations = new Map<string, Share & {first: string; later: string}>();
  for (const {pair, ranks} of all) {
    const {first, later} = pair;
    for (const [variation, isTried] of ranks[rank]) {
      const none = {of: 0, tried: 0};
      const shares = [
        whole,
        kept(variations, variation, {variation, ...none}),
        kept(operations, `${first} ${later}`, {first, later, ...none}),
      ];
      for (const share of shares) {
        share.of += 1;
        share.tried += isTried ? 1 : 0;
      }
    }
  }
  return {...whole, variations: [...variations.values()], operations: [...operations.values()]};
}

/** The value of a key, which is `first` if there is none yet. */
function kept<Value>(map: Map<string, Value>, key: string, first: Value): Value {
  const present = map.get(key) ?? first;
  map.set(key, present);
  return present;
}
