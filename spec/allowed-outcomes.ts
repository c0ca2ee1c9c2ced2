/** Helpers for the outcomes of a model's commands. */

import type {Exchange} from './exchange.ts';
import {at, isObject} from './json.ts';
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

/** The response is such a refusal, or has the situation. */
export const refusedOr =
  (situation: string): Fits =>
  (responses) =>
    refused(responses) || among(situation)(responses);

/** The rows of all responses; one without a list has none. @param pointer where a body has its rows */
export const rowsIn = (responses: Exchange[], pointer: string): Record<string, unknown>[] =>
  responses.flatMap(({body}) => {
    const rows = at(body, pointer);
    return Array.isArray(rows) ? rows.filter(isObject) : [];
  });

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
