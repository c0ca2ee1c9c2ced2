import {allDefects} from '../proof/all-defects.ts';
import {DefectiveMocks} from '../proof/defective-mocks.ts';
import {FRONTS} from '../proof/fronts.ts';
import type {Shard} from '../proof/nightly-options.ts';
import {provePart, type ProofOptions, type ProofPart} from '../proof/prove.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {loadSpecifications} from '../spec/specification.ts';
import type {Json} from '../spec/json.ts';
import {select} from './selection.ts';

/** The seed of the mocks with defects, and the first seed of those without. */
export const FIRST_SEED = 1;

/** `relabelled` also changes values; all variants with all seeds are left to `nightly:seeds`. */
const {['other values']: _likeRelabelled, ...PROVEN_FRONTS} = FRONTS;

/** The selected rules, and the part of the steps. */
export interface PartOptions {
  /** Rules, chapters or APIs; all rules when empty. */
  only: string[];
  /** Number of seeds for the mocks without defects. */
  seeds: number;
  shard: Shard;
  /** What the mocks with defects do where the documents leave it open. */
  freedoms?: Record<string, Json>;
}

/** Proves a part of the selected rules on mocks of its own. @throws UsageError for unknown names */
export async function playPart(
  {only, seeds, shard, freedoms}: PartOptions,
  progress: NonNullable<ProofOptions['progress']>,
): Promise<ProofPart> {
  const specifications = loadSpecifications();
  const checksFor = onceBySeed((seed) =>
    select(allChecks(specifications, seed).checks, specifications, only),
  );
  const checks = checksFor(FIRST_SEED);
  const rules = new Set(checks.map(({rule}) => rule));
  const defects = allDefects(rules);
  const mocks = await DefectiveMocks.open(specifications, defects);
  try {
    return await provePart({
      specifications,
      checks,
      checksFor,
      defects,
      shard,
      progress,
      clock: realClock,
      seeds: Array.from({length: seeds}, (_, i) => FIRST_SEED + i),
      fronts: PROVEN_FRONTS,
      mock: (defect) => mocks.target(FIRST_SEED, defect?.name, freedoms),
    });
  } finally {
    await mocks.close();
  }
}

/** Makes a value once for every seed: several mocks use the same seed. */
function onceBySeed<T>(make: (seed: number) => T): (seed: number) => T {
  const made = new Map<number, T>();
  return (seed) => {
    const known = made.get(seed);
    if (known !== undefined) return known;
    const fresh = make(seed);
    made.set(seed, fresh);
    return fresh;
  };
}
