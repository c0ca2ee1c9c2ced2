/** Helpers for the outcomes of a model's commands. */

import type {Exchange} from './exchange.ts';
import type {AllowedOutcome} from './relation.ts';

/** Whether the responses to a command match an outcome. */
export type Fits = (responses: Exchange[]) => boolean;

/** The response has one of the situations. */
export const among =
  (...situations: string[]): Fits =>
  (responses) =>
    responses.some((response) => situations.some((one) => response.situations.includes(one)));

/** The response is a refusal that is not caused by a rate limit. */
export const refused: Fits = (responses) =>
  responses.some(({status}) => status >= 400 && status < 500 && status !== 429);

/** An outcome with the next state `next`. Without `fits` the response must have the expected situation. */
export const allowedOutcome = <S>(
  next: S,
  expected: string,
  fits: Fits = among(expected),
): AllowedOutcome<S> => ({
  fits,
  expected,
  next: () => next,
});
