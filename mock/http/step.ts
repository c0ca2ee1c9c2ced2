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
export const inTurn = <C extends WorldContext>(...steps: readonly Step<C>[]): Step<C> =>
  steps.reduceRight<Step<C>>(
    (later, first) => then(first, later),
    () => undefined,
  );

const then =
  <C extends WorldContext>(first: Step<C>, later: Step<C>): Step<C> =>
  (context) => {
    const result = first(context);
    if (result === undefined) return later(context);
    return result instanceof Promise ? result.then((ended) => ended ?? later(context)) : result;
  };
