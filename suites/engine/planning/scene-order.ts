import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Step} from '../../../spec/step.ts';
import {isInPassing} from '../../contract/judged-in-passing.ts';
import {contractsOf} from '../contracts.ts';
import type {PlanInputs} from './plan.ts';
import type {Prepared} from './prepare.ts';
import {advancedIn, everyStep} from './steps.ts';
import {someTakesAway} from '../cleaning/undo.ts';

/**
 * Puts the scenes of a shared target in the order that costs the fewest requests:
 *
 * 1. scenes that change nothing which an earlier step created, so that other scenes can use it
 * 2. scenes that do
 * 3. scenes with a lasting set-up, which has to make only what others have not made
 * 4. scenes whose checks are all judged in passing: earlier responses may have decided them
 * 5. scenes whose hooks take something away, and give it back
 * 6. scenes that exhaust a window or an allowance
 * 7. scenes that come late because of what later requests may suffer by them
 * 8. scenes that move the target's clock far, the farthest last: tokens may expire by it
 */
export function inSendingOrder(
  prepared: Prepared[],
  {specifications, checks, target}: PlanInputs,
): Prepared[] {
  if (!target.shared) return prepared;
  const contracts = contractsOf(specifications);
  const judgedItself = new Set(
    checks.filter((check) => !isInPassing(check) && !check.plain).map((check) => check.scene.id),
  );
  return prepared
    .map((one) => ({
      one,
      turn: turnOf(one, judgedItself, contracts),
      moved: Math.max(timeIn(one), FAR),
    }))
    .sort((a, b) => a.moved - b.moved || a.turn - b.turn)
    .map(({one}) => one);
}

/** Milliseconds of which every target is patient: links live for 10 minutes at least. */
const FAR = 15 * 60_000;

/** Whether a scene moves the clock so far that tokens may expire by it. */
export const movesFar = (scene: Prepared): boolean => timeIn(scene) > FAR;

/** Milliseconds by which a scene moves the clock. */
const timeIn = ({given, act}: Prepared): number => advancedIn([...given, ...act]);

function turnOf(
  {scene, given, act}: Prepared,
  judgedItself: ReadonlySet<string>,
  contracts: Record<Api, Contract>,
): number {
  if (scene.comesLate) return 6;
  if (scene.exhausts) return 5;
  if (someTakesAway([...given, ...act])) return 4;
  if (scene.given?.lasting) return 2;
  if (!judgedItself.has(scene.id)) return 3;
  return usesUp(act, contracts) ? 1 : 0;
}

/** Whether steps change a resource that an earlier step created. */
const usesUp = (steps: Step[], contracts: Record<Api, Contract>): boolean =>
  [...everyStep(steps)].some(
    (step) =>
      step.step === 'call' &&
      contracts[step.api].operations[step.op]?.method !== 'GET' &&
      JSON.stringify(step.path ?? '').includes('"$from"'),
  );
