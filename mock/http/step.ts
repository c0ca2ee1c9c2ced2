import type {RefusedRequest} from './api-interface.ts';
import type {PreparedResponse} from './prepared-response.ts';
import type {WorldContext} from './request-context.ts';

/** How a step ends the way of a request: with a refusal, or with a response that is ready. */
export type Ended = RefusedRequest | PreparedResponse;

/** What a step decides: undefined lets the request go on to the next step. */
export type StepResult = Ended | undefined;

/**
 * One step of a request. It is synchronous where it can be: to wait for a promise takes longer than
 * most steps.
 */
export type Step<C extends WorldContext = WorldContext> = (
  context: C,
) => StepResult | Promise<StepResult>;

/** Several steps as one: each is taken when those before it let the request go on. */
export const inTurn =
  <C extends WorldContext>(...steps: readonly Step<C>[]): Step<C> =>
  (context) =>
    takeFrom(steps, 0, context);

/** Takes the steps from a position on. */
function takeFrom<C extends WorldContext>(
  steps: readonly Step<C>[],
  from: number,
  context: C,
): StepResult | Promise<StepResult> {
  for (let position = from; position < steps.length; position++) {
    const result = steps[position]?.(context);
    if (result === undefined) continue;
    if (!(result instanceof Promise)) return result;
    return result.then((ended) => ended ?? takeFrom(steps, position + 1, context));
  }
  return undefined;
}
