import {defined} from '../../../spec/defined.ts';
import type {Contract} from '../../../spec/contract.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Step} from '../../../spec/step.ts';
import {shuffled} from '../../values/shuffled.ts';
import {isPassive} from '../../contract/checks/passive-checks.ts';
import {contractsOf} from '../facts/contracts.ts';
import type {PlanInputs} from './plan.ts';
import type {PreparedScene} from './prepare.ts';
import {advancedIn, everyStep} from './steps.ts';
import {someTakesAway} from './undo.ts';

/** The turns of scenes, in the order that costs the fewest requests. */
const TURNS = [
  // They change nothing that an earlier step created, so that other scenes can use it.
  'leaves what was made',
  // They change what an earlier step created.
  'changes what was made',
  // They have a reusable set-up, which has to make only what others have not made.
  'has a reusable set-up',
  // All of their checks are passive: earlier responses may have decided them.
  'has only passive checks',
  // Their hooks take something away, and give it back.
  'takes away',
  // They exhaust a window or an allowance.
  'exhausts',
  // Later requests may be refused because of them.
  'may revoke access',
] as const;

/** The last of the turns that only save requests: those before it may be in any order. */
const LAST_OF_ANY_ORDER = TURNS.indexOf('has only passive checks');

/**
 * Sorts the scenes of a shared target by their turns, which costs the fewest requests. The scenes that move
 * the target's clock far come last, the farthest at the end, because tokens may expire.
 */
export function inSendingOrder(prepared: PreparedScene[], inputs: PlanInputs): PreparedScene[] {
  if (!inputs.target.shared) return prepared;
  return withTurns(prepared, inputs)
    .sort((a, b) => a.moved - b.moved || a.turn - b.turn)
    .map(({one}) => one);
}

/**
 * Sorts the scenes of a round of a shared target. Its requests may be used up before its end, so every model
 * and property gets a scene before any gets another one: first those that change nothing, which show the
 * simplest faults, each in an order that the seed shuffles. Those that have to come after the others do so here, too.
 */
export function inRoundOrder(prepared: PreparedScene[], inputs: PlanInputs): PreparedScene[] {
  if (!inputs.target.shared) return prepared;
  const nth = numberedBySubject(prepared, inputs);
  return withTurns(prepared, inputs)
    .map(({one, turn, moved}) => ({
      one,
      moved,
      turn,
      late: Math.max(turn, LAST_OF_ANY_ORDER),
      ...nth(one),
    }))
    .sort(
      (a, b) =>
        a.moved - b.moved ||
        a.late - b.late ||
        a.nth - b.nth ||
        a.turn - b.turn ||
        a.position - b.position,
    )
    .map(({one}) => one);
}

/** The scenes with their turns, and the milliseconds by which they move the clock, if it is far. */
function withTurns(prepared: PreparedScene[], {specifications, checks}: PlanInputs) {
  const contracts = contractsOf(specifications);
  const judgedItself = new Set(
    checks.filter((check) => !isPassive(check) && !check.plain).map((check) => check.scene.id),
  );
  return prepared.map((one) => ({
    one,
    turn: TURNS.indexOf(turnOf(one, judgedItself, contracts)),
    moved: Math.max(timeIn(one), MAX_NEAR_MS),
  }));
}

/**
 * For each scene its number among those of the same model or property, and the position of that model or
 * property in a shuffled order.
 */
function numberedBySubject(prepared: PreparedScene[], {checks, seed}: PlanInputs) {
  const subjectOf = new Map(
    checks.map(({scene, draw, rule}) => [scene.id, draw?.property ?? rule]),
  );
  const order = shuffled([...new Set(subjectOf.values())], seed);
  const counts = new Map<string, number>();
  const numbers = new Map(
    prepared.map((one) => {
      const subject = subjectOf.get(one.id) ?? '';
      const nth = counts.get(subject) ?? 0;
      counts.set(subject, nth + 1);
      return [one, {nth, position: order.indexOf(subject)}];
    }),
  );
  return (one: PreparedScene) => defined(numbers.get(one), one.id);
}

/** Milliseconds by which a scene may move the clock without moving it far: tokens live longer. */
const MAX_NEAR_MS = 15 * 60_000;

/** Whether a scene moves the clock so far that tokens may expire. */
export const movesFar = (scene: PreparedScene): boolean => timeIn(scene) > MAX_NEAR_MS;

/** Milliseconds by which a scene moves the clock. */
const timeIn = ({given, act}: PreparedScene): number => advancedIn([...given, ...act]);

function turnOf(
  scene: PreparedScene,
  judgedItself: ReadonlySet<string>,
  contracts: Record<Api, Contract>,
): (typeof TURNS)[number] {
  if (scene.mayRevokeAccess) return 'may revoke access';
  if (scene.exhausts) return 'exhausts';
  if (someTakesAway([...scene.given, ...scene.act])) return 'takes away';
  if (scene.setUp?.reusable) return 'has a reusable set-up';
  if (!judgedItself.has(scene.id)) return 'has only passive checks';
  return changesMade(scene.act, contracts) ? 'changes what was made' : 'leaves what was made';
}

/** Whether steps change a resource that an earlier step created. */
const changesMade = (steps: Step[], contracts: Record<Api, Contract>): boolean =>
  [...everyStep(steps)].some(
    (step) =>
      step.step === 'call' &&
      contracts[step.api].operations[step.op]?.method !== 'GET' &&
      JSON.stringify(step.path ?? '').includes('"$from"'),
  );
