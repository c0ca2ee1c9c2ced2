import type {RefusedRequest} from './api-interface.ts';
import type {PreparedResponse} from './prepared-response.ts';
import type {WorldContext} from './request-context.ts';

/** How a step ends a request: with a refusal, or with a complete response. */
export type Ended = RefusedRequest | PreparedResponse;

/** The outcome of a step: undefined lets the request go on to the next step. */
export type StepResult = Ended | undefined;

/** One step of a request. It is synchronous where possible: awaiting a promise takes longer than most steps. */
export type Step<C extends WorldContext = WorldContext> = (
  context: C,
) => StepResult | Promise<StepResult>;

/** Combines steps into one. Each runs if the steps before it let the request go on. */
export const inTurn =
  <C extends WorldContext>(...steps: readonly Step<C>[]): Step<C> =>
  (context) =>
    runFrom(steps, 0, context);

/** Runs the steps from an index on. */
function runFrom<C extends WorldContext>(
  steps: readonly Step<C>[],
  from: number,
  context: C,
): StepResult | Promise<StepResult> {
  for (let position = from; position < steps.length; position++) {
    const result = steps[position]?.(context);
    if (result === undefined) continue;
    if (!(result instanceof Promise)) return result;
    return result.then((ended) => ended ?? runFrom(steps, position + 1, context));
  }
  return undefined;
}
