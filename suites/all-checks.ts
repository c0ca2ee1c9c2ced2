import type {Specification} from '../spec/specification.ts';
import type {Api, RuleId} from '../spec/rule.ts';
import type {Chapter, Check} from './check.ts';
import {tableChecks, type Gap} from './contract/table-checks.ts';
import {modelChecks} from './model-check.ts';
import {STORE} from './store/chapters.ts';
import {WORKSPACE} from './workspace/chapters.ts';

export const CHAPTERS: Record<Api, Chapter[]> = {workspace: WORKSPACE, store: STORE};

/** Sequences of a model in one run. */
const SEQUENCES = 8;

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
  const restsOn = new Map(chapters.flatMap((chapter) => Object.entries(chapter.restsOn ?? {})));
  const checks = [
    ...chapters.flatMap((chapter) => chapter.checks),
    ...chapters
      .flatMap((chapter) => chapter.models ?? [])
      .flatMap((model) => modelChecks(model, seed, SEQUENCES)),
    ...made.flatMap((one) => one.checks.map((check) => ({...check, table: true as const}))),
  ];
  return {
    checks: checks.map((check) => withPresupposed(check, restsOn.get(check.rule))),
    gaps: made.flatMap((one) => one.gaps),
  };
}

const withPresupposed = (check: Check, restsOn: readonly RuleId[] | undefined): Check =>
  restsOn ? {...check, restsOn} : check;
