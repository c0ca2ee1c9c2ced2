import type {Exchange} from '../../spec/exchange.ts';
import type {Evidence, RaceOrder} from '../../spec/run-record.ts';
import type {Parallel, Step} from '../../spec/step.ts';
import type {Check} from '../language/check.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {everyStep} from '../engine/plan/steps.ts';
import {inOrder, isOfSeveral} from './fewer-steps.ts';
import type {ObedientTarget} from './obedient.ts';

/** The most requests of a race whose orders are tried. */
const MAX_BRANCHES = 3;

/**
 * Looks for the order in which a target that obeys the documents answers the requests of a race as they were answered.
 * @returns undefined without a race, or if it has too many requests
 */
export async function raceOrder(
  fixture: Fixture,
  {exchanges}: Evidence,
  checks: Check[],
  obedient: ObedientTarget,
): Promise<RaceOrder | undefined> {
  const race = fixture.steps.findLast(
    (step): step is Parallel => step.step === 'parallel' && isOfSeveral(step),
  );
  if (!race || race.branches.length > MAX_BRANCHES) return undefined;
  const seen = exchanges.filter((one) => one.race?.step === race.id);
  if (new Set(seen.map(({step}) => step)).size < 2) return undefined;
  const requests = seen.map(({step, op}) => ({step, op}));
  for (const branches of ordersOf(race.branches)) {
    const steps = fixture.steps.map((step) => (step === race ? inOrder(race, branches) : step));
    // Its judge may demand what only a race shows: responses are compared, and no verdicts.
    const {exchanges: answers} = await obedient.answer({...fixture, steps}, checks);
    if (seen.every((one) => isAnsweredAlike(one, answers)))
      return {requests, order: idsIn(branches, requests)};
  }
  return {requests};
}

/** The ids of the requests of a race, in an order of its branches. */
const idsIn = (branches: Step[][], requests: RaceOrder['requests']): string[] =>
  [...everyStep(branches.flat())]
    .map(({id}) => id)
    .filter((id) => requests.some(({step}) => step === id));

/** Whether a request got a response of the same situation. */
function isAnsweredAlike(
  {step, status, situations}: Evidence['exchanges'][number],
  answers: readonly Exchange[],
): boolean {
  const answer = answers.findLast((one) => one.step === step);
  if (!answer) return false;
  return situations.length
    ? situations.some((one) => answer.situations.includes(one))
    : answer.status === status;
}

const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length < 2
    ? [[...things]]
    : things.flatMap((first) =>
        ordersOf(things.filter((other) => other !== first)).map((rest) => [first, ...rest]),
      );
