import type {Contract} from '../../spec/contract.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Api, RuleId} from '../../spec/rule.ts';
import type {RunPlan} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import {isInPassing} from '../contract/judged-in-passing.ts';
import type {Target} from '../target/target.ts';
import {everyStep, planOf, prepare, type Prepared} from './plan.ts';

/** What is run, and where. */
interface PlanInputs {
  specifications: Record<Api, Specification>;
  checks: Check[];
  target: Target;
}

/** Records every scene of the checks for a target; nothing is sent. */
export function planRun(options: PlanInputs): {prepared: Prepared[]; plan: RunPlan} {
  const scenes = [
    ...new Map(options.checks.map((check) => [check.scene.id, check.scene])).values(),
  ];
  const contracts = contractsOf(options.specifications);
  const prepared = affordable(
    scenes.map((scene) => prepare(scene, options.target, contracts)),
    options,
  );
  return {prepared, plan: planOf(prepared, options.checks, contracts, options.target)};
}

export const contractsOf = (specifications: Record<Api, Specification>): Record<Api, Contract> => ({
  workspace: specifications.workspace.contract,
  store: specifications.store.contract,
});

/** A shared target sees one sequence of every model; the others cost more than they tell there. */
function affordable(
  prepared: Prepared[],
  {checks, target}: Pick<PlanInputs, 'checks' | 'target'>,
): Prepared[] {
  if (!target.shared) return prepared;
  const sequences = new Map(
    checks.filter((check) => check.slice).map((check) => [check.scene.id, check.rule]),
  );
  const ruleOf = ({scene}: Prepared): RuleId | undefined => sequences.get(scene.id);
  const chosen = new Map<RuleId, Prepared>();
  for (const one of prepared) {
    const rule = ruleOf(one);
    if (rule && (!chosen.has(rule) || (chosen.get(rule)!.lacks && !one.lacks)))
      chosen.set(rule, one);
  }
  return prepared.filter((one) => ruleOf(one) === undefined || chosen.get(ruleOf(one)!) === one);
}

/**
 * On a shared target what exhausts a window comes last, and what is judged in passing after what is
 * judged itself. What only looks at the things that it makes comes before what uses them up: the
 * same things serve both.
 */
export function ordered(
  prepared: Prepared[],
  {specifications, checks, target}: PlanInputs,
): Prepared[] {
  if (!target.shared) return prepared;
  const contracts = contractsOf(specifications);
  const itself = new Set(
    checks.filter((check) => !isInPassing(check) && !check.plain).map((check) => check.scene.id),
  );
  const rank = ({scene, act}: Prepared): number =>
    scene.exhausts
      ? 4
      : scene.given?.lasting
        ? 0
        : !itself.has(scene.id)
          ? 3
          : usesUp(act, contracts)
            ? 2
            : 1;
  const ranks = new Map(prepared.map((one) => [one, rank(one)]));
  return [...prepared].sort((a, b) => ranks.get(a)! - ranks.get(b)!);
}

/** Something is done to a thing that was made before. */
const usesUp = (steps: Step[], contracts: Record<Api, Contract>): boolean =>
  [...everyStep(steps)].some(
    (step) =>
      step.step === 'call' &&
      contracts[step.api].operations[step.op]!.method !== 'GET' &&
      JSON.stringify(step.path ?? '').includes('"$from"'),
  );
