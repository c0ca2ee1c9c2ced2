import type {Contract} from '../../spec/contract.ts';
import type {Api} from '../../spec/rule.ts';
import type {Step} from '../../spec/step.ts';
import {isInPassing} from '../contract/judged-in-passing.ts';
import {contractsOf} from './contracts.ts';
import type {PlanInputs} from './plan.ts';
import type {Prepared} from './prepare.ts';
import {everyStep} from './steps.ts';

/**
 * Puts the scenes of a shared target in an order that costs least: lasting set-ups first; what only
 * looks at the things that it makes before what uses them up, so that the same things serve both;
 * what is judged in passing after what is judged itself; what exhausts a window or an allowance last.
 */
export function ordered(
  prepared: Prepared[],
  {specifications, checks, target}: PlanInputs,
): Prepared[] {
  if (!target.shared) return prepared;
  const contracts = contractsOf(specifications);
  const judgedItself = new Set(
    checks.filter((check) => !isInPassing(check) && !check.plain).map((check) => check.scene.id),
  );
  return prepared
    .map((one) => ({one, turn: turnOf(one, judgedItself, contracts)}))
    .sort((a, b) => a.turn - b.turn)
    .map(({one}) => one);
}

function turnOf(
  {scene, act}: Prepared,
  judgedItself: ReadonlySet<string>,
  contracts: Record<Api, Contract>,
): number {
  if (scene.exhausts) return 4;
  if (scene.given?.lasting) return 0;
  if (!judgedItself.has(scene.id)) return 3;
  return usesUp(act, contracts) ? 2 : 1;
}

/** Whether steps change a thing that was made before. */
const usesUp = (steps: Step[], contracts: Record<Api, Contract>): boolean =>
  [...everyStep(steps)].some(
    (step) =>
      step.step === 'call' &&
      contracts[step.api].operations[step.op]?.method !== 'GET' &&
      JSON.stringify(step.path ?? '').includes('"$from"'),
  );
