import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Chapter, Check, Foundation} from './check.ts';
import {tableChecks, type Gap} from './contract/table-checks.ts';
import {modelChecks} from './model-check.ts';
import {propertyChecks} from './property.ts';
import {STORE} from './store/chapters.ts';
import {STORE_FOUNDATIONS} from './store/foundations.ts';
import {WORKSPACE} from './workspace/chapters.ts';
import {WORKSPACE_FOUNDATIONS} from './workspace/foundations.ts';

export const CHAPTERS: Record<Api, Chapter[]> = {workspace: WORKSPACE, store: STORE};

/** Rules without which others cannot be judged. */
export const FOUNDATIONS: readonly Foundation[] = [...STORE_FOUNDATIONS, ...WORKSPACE_FOUNDATIONS];

/** Sequences of a model in one run. */
const SEQUENCES = 8;

/** Draws of a property in one run. */
const DRAWS = 4;

/**
 * Every check of both APIs: those of the chapters, those that the contracts' marks make, and the
 * sequences of the models.
 * @param seed makes up the sequences
 */
export function allChecks(
  specifications: Record<Api, Specification>,
  seed = 1,
): {checks: Check[]; gaps: Gap[]} {
  const chapters = Object.values(CHAPTERS).flat();
  const made = (['workspace', 'store'] as const).map((api) =>
    tableChecks(specifications[api].contract, CHAPTERS[api]),
  );
  const restsOn = foundationsByRule();
  const checks = [
    ...chapters.flatMap((chapter) => chapter.checks),
    ...chapters
      .flatMap((chapter) => chapter.models ?? [])
      .flatMap((model) => modelChecks(model, seed, SEQUENCES)),
    ...chapters
      .flatMap((chapter) => chapter.properties ?? [])
      .flatMap((property) => propertyChecks(property, seed, DRAWS)),
    ...made.flatMap((one) => one.checks.map((check) => ({...check, table: true as const}))),
  ];
  return {
    checks: checks.map((check) => restingOn(check, restsOn.get(check.rule))),
    gaps: made.flatMap((one) => one.gaps),
  };
}

/** For each rule the rules that it rests on. */
function foundationsByRule(): Map<RuleId, RuleId[]> {
  const byRule = new Map<RuleId, RuleId[]>();
  for (const {rule, spoils} of FOUNDATIONS)
    for (const spoiled of spoils) byRule.set(spoiled, [...(byRule.get(spoiled) ?? []), rule]);
  return byRule;
}

const restingOn = (check: Check, restsOn: readonly RuleId[] | undefined): Check =>
  restsOn ? {...check, restsOn} : check;
