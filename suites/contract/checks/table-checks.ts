import type {BodyMark, Contract, HeaderMark, Mark, OutcomeMark} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {Chapter} from '../../language/chapter.ts';
import type {Check} from '../../language/check.ts';
import {editChecks} from './edit-checks.ts';
import {
  ownProvocation,
  provocationOf,
  provocationOfSituation,
  sceneOf,
  type Scenarios,
} from './find-provocation.ts';
import {groupHeaderCheck, headerCheck} from './header-checks.ts';
import {PASSIVE} from './passive-checks.ts';
import {outcomeCheck} from './outcome-checks.ts';

/** A mark without a visit or a provocation: a gap in the suite, which a test reports. */
export interface Gap {
  mark: Mark;
  missing: string;
}

/**
 * The checks that are generated from the marks of a contract: for every rule at every place.
 * @returns the checks, and the marks that lack a visit or a provocation
 */
export function tableChecks(
  contract: Contract,
  chapters: Chapter[],
): {checks: Check[]; gaps: Gap[]} {
  const scenarios = scenariosOf(contract, chapters);
  const checks = new Map<string, Check>();
  const gaps: Gap[] = [];
  for (const mark of contract.marks) {
    const made = checksOf(scenarios, mark);
    if (typeof made === 'string') {
      gaps.push({mark, missing: made});
      continue;
    }
    for (const check of [made].flat()) {
      const key = `${check.rule} | ${check.place} | ${check.scene.id}`;
      if (!checks.has(key)) checks.set(key, check);
    }
  }
  return {checks: [...checks.values()], gaps};
}

/** The visits and provocations of the chapters for the API of a contract. */
function scenariosOf(contract: Contract, chapters: Chapter[]): Scenarios {
  const visits = chapters.flatMap((chapter) => chapter.visits);
  const provocations = chapters.flatMap((chapter) => chapter.provocations);
  const own = visits.filter(({api}) => api === contract.api);
  return {
    contract,
    visits: new Map(own.map((visit) => [visit.op, visit])),
    provocations: provocations.filter(({api}) => api === contract.api),
  };
}

/** The checks of one mark, or what is missing for them. */
function checksOf(scenarios: Scenarios, mark: Mark): Check | Check[] | string {
  if (mark.kind === 'outcome') return checkOfOutcome(scenarios, mark);
  if (mark.kind === 'body') return checkOfBody(scenarios, mark);
  if (mark.kind === 'header') return checkOfHeader(scenarios, mark);
  const visit = scenarios.visits.get(mark.op);
  if (!visit) return `a visit of ${mark.op}`;
  return editChecks(scenarios.contract, operationOf(scenarios, mark), mark, visit);
}

function checkOfOutcome(scenarios: Scenarios, mark: OutcomeMark): Check | string {
  const operation = operationOf(scenarios, mark);
  const provocation = provocationOf(scenarios, operation, mark.condition);
  if (!provocation) return `a provocation of ${mark.op} ${mark.condition}`;
  const check = outcomeCheck(mark, provocation);
  return mark.condition === operation.success ? {...check, plain: true} : check;
}

function checkOfBody(scenarios: Scenarios, mark: BodyMark): Check | string {
  const operation = operationOf(scenarios, mark);
  // A list has rows only after something was created, which a provocation of its own does.
  const needsRows = mark.pointer.includes('/*') || mark.keyword === 'maxItems';
  const withRows = needsRows
    ? ownProvocation(scenarios, operation, `${mark.situation} with rows`)
    : undefined;
  const provocation = withRows ?? provocationOfSituation(scenarios, operation, mark.situation);
  if (!provocation) return missingSituation(mark);
  const {rule, place, pointer: member} = mark;
  const {orElse} = provocation;
  return {rule, place, scene: sceneOf(provocation), ...PASSIVE, member, ...(orElse && {orElse})};
}

function checkOfHeader(scenarios: Scenarios, mark: HeaderMark): Check | string {
  if (mark.op === '*') return groupHeaderCheck(scenarios, mark);
  const operation = operationOf(scenarios, mark);
  const provocation = provocationOfSituation(scenarios, operation, mark.situation);
  if (!provocation) return missingSituation(mark);
  return headerCheck(scenarios.contract, mark, provocation);
}

const operationOf = ({contract}: Scenarios, {op}: Mark) =>
  defined(contract.operations[op], `the operation ${op}`);

const missingSituation = ({op, situation}: BodyMark | HeaderMark): string =>
  `a provocation of ${op} that is answered ${situation}`;
