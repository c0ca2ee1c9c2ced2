import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Effort} from '../spec/run-record.ts';
import type {AnyProperty, Check} from './language/check.ts';
import type {Chapter} from './language/chapter.ts';
import type {Foundation} from './language/foundation.ts';
import {invalidValueChecks} from './contract/checks/every-invalid-value.ts';
import {requestProperties} from './contract/checks/request-values.ts';
import {tableChecks, type Gap} from './contract/checks/table-checks.ts';
import {FIGURES} from './generation/effort.ts';
import type {Round} from './engine/begin/run-options.ts';
import {GenerationHistory} from './generation/generation-history.ts';
import {lookingAround} from './generation/look-around.ts';
import {modelChecks} from './generation/model-check.ts';
import {ScenesAgain, type GainOf} from './generation/scenes-again.ts';
import {nameOfProperty, propertyChecks} from './language/property.ts';
import {STORE} from './store/chapters.ts';
import {STORE_FOUNDATIONS} from './store/foundations.ts';
import {WORKSPACE} from './workspace/chapters.ts';
import {WORKSPACE_FOUNDATIONS} from './workspace/foundations.ts';

export const CHAPTERS: Record<Api, Chapter[]> = {workspace: WORKSPACE, store: STORE};

/** Rules without which others cannot be judged. */
export const FOUNDATIONS: readonly Foundation[] = [...STORE_FOUNDATIONS, ...WORKSPACE_FOUNDATIONS];

/**
 * Every check of both APIs: those of the chapters, those that the contracts' marks make, and the
 * sequences of the models.
 * @param seed makes up the sequences and the draws
 * @param effort says how many
 */
export function allChecks(
  specifications: Record<Api, Specification>,
  seed = 1,
  effort: Effort = 'standard',
): {checks: Check[]; gaps: Gap[]} {
  const chapters = Object.values(CHAPTERS).flat();
  const made = (['workspace', 'store'] as const).map((api) =>
    tableChecks(specifications[api].contract, CHAPTERS[api]),
  );
  const figures = FIGURES[effort];
  const sequences = chapters
    .flatMap(({models = []}) => models)
    .flatMap((model) => modelChecks(model, seed, figures.sequences, figures));
  const draws = allProperties(specifications).flatMap((property) =>
    propertyChecks(property, seed, figures.draws, {further: figures.furtherDraws}),
  );
  const tables = [
    ...chapters.flatMap((chapter) => chapter.tables ?? []),
    ...made.flatMap((one) => one.checks),
    ...allInvalidValues(specifications),
  ].map((check) => ({...check, table: true as const}));
  const declared = chapters.flatMap((chapter) => chapter.checks);
  return {
    checks: withFoundations([...declared, ...countedChecks(0), ...sequences, ...draws, ...tables]),
    gaps: made.flatMap((one) => one.gaps),
  };
}

/** The properties of the chapters, and those that the contracts make of their writes. */
function allProperties(specifications: Record<Api, Specification>): AnyProperty[] {
  const declared = Object.values(CHAPTERS)
    .flat()
    .flatMap(({properties = []}) => properties);
  const made = (['workspace', 'store'] as const).flatMap((api) =>
    requestProperties(specifications[api].contract, CHAPTERS[api]),
  );
  return [...declared, ...made];
}

/** The checks of every invalid value, for the writes of each API. */
const allInvalidValues = (specifications: Record<Api, Specification>): Check[] =>
  (['workspace', 'store'] as const).flatMap((api) =>
    invalidValueChecks(
      specifications[api].contract,
      CHAPTERS[api].flatMap(({writes = []}) => writes),
    ),
  );

/** The checks that make or do something many times, with one of their numbers. @param round 0 before any further one */
const countedChecks = (round: number): Check[] =>
  Object.values(CHAPTERS)
    .flat()
    .flatMap(({counted = []}) => counted)
    .flatMap(({counts, checks}) => {
      const count = counts[round];
      return count === undefined ? [] : checks(count);
    });

const placeOf = ({rule, place}: Check): string => `${rule} @ ${place}`;

/** What further rounds are made of. */
export interface RoundOptions {
  /** Sequences of each model in a round; on a shared target each costs much. */
  sequences?: number;
  /** Sequences and draws that are run before them. */
  before?: readonly Check[];
  /** The checks of a corpus: they are the first round, which may be empty. */
  corpus?: Check[];
  /** Checks of a first pass whose scenes are sent again. */
  again?: readonly Check[];
  /** Whether the checks of a rule are made. */
  isWanted?: (rule: RuleId) => boolean;
}

/**
 * Makes up further sequences of the models and further draws of the properties, round by round: each
 * is seeded from the seed and its round, and prefers what no earlier round has covered.
 * @param specifications whose contracts say which values there are
 */
export function furtherRounds(
  specifications: Record<Api, Specification>,
  seed: number,
  {
    sequences = FIGURES.deep.sequences,
    before = [],
    corpus,
    again = [],
    isWanted = () => true,
  }: RoundOptions = {},
): (round: number, gainOf?: GainOf) => Round {
  const isOfWantedRule = ({rule}: {rule: RuleId}): boolean => isWanted(rule);
  const models = Object.values(CHAPTERS)
    .flat()
    .flatMap((chapter) => chapter.models ?? [])
    .filter(isOfWantedRule);
  const properties = allProperties(specifications).filter(isOfWantedRule);
  const {draws, longest, shortest} = FIGURES.deep;
  // What the first pass decided is decided with larger numbers.
  const firstPass = new Set(again.map(placeOf));
  const history = new GenerationHistory([...before, ...(corpus ?? [])]);
  const scenesAgain = new ScenesAgain(again, (scene) =>
    lookingAround(scene, specifications[scene.api].contract),
  );
  const generated = (round: number, gainOf: GainOf): Round => {
    const own = seedOfRound(seed, round);
    const ofModels = models.flatMap((model) => {
      const covered = history.coveredBy(model.rule);
      const beginnings = history.beginningsOf(model.rule, gainOf);
      const options = {longest, shortest, round, covered, beginnings};
      return modelChecks(model, own, sequences, options);
    });
    history.note(ofModels);
    const ofProperties = properties.flatMap((property) => {
      const pairs = history.pairsOf(property.rule, nameOfProperty(property));
      return propertyChecks(property, own, draws, {round, pairs});
    });
    history.assigner.begin(own);
    return {
      seed: own,
      checks: [
        ...withFoundations([
          ...ofModels,
          ...ofProperties,
          ...countedChecks(round).filter((check) => firstPass.has(placeOf(check))),
        ]),
        ...scenesAgain.next(round, gainOf),
      ],
      assigner: history.assigner,
    };
  };
  return (round, gainOf = () => 0) => {
    if (!corpus) return generated(round, gainOf);
    return round === 1 ? {checks: corpus, seed} : generated(round - 1, gainOf);
  };
}

/** A seed that differs in each round, and in each round of another seed. */
const seedOfRound = (seed: number, round: number): number =>
  (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(round, 0x85ebca6b)) >>> 1;

/** The checks with the foundations of their rules, and with what their own rules are foundations of. */
function withFoundations(checks: Check[]): Check[] {
  const byRule = new Map<RuleId, Foundation[]>();
  const spoiledBy = new Map<RuleId, RuleId[]>();
  for (const foundation of FOUNDATIONS) {
    const {rule, spoils} = foundation;
    spoiledBy.set(rule, [...(spoiledBy.get(rule) ?? []), ...spoils]);
    for (const spoiled of spoils) byRule.set(spoiled, [...(byRule.get(spoiled) ?? []), foundation]);
  }
  return checks.map((check) => {
    const restsOn = byRule.get(check.rule);
    const spoils = spoiledBy.get(check.rule);
    return {...check, ...(restsOn && {restsOn}), ...(spoils && {spoils})};
  });
}
