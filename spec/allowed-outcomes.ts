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
export const refusedOr = (situation: string): Fits => either(refused, among(situation));

/** Responses that match one of several descriptions. */
export const either =
  (...fits: Fits[]): Fits =>
  (responses) =>
    fits.some((one) => one(responses));

/** Responses that match each of several descriptions. */
export const both =
  (...fits: Fits[]): Fits =>
  (responses) =>
    fits.every((one) => one(responses));

/** Whether a walk did not reach the end of a list: then a missing row says nothing. */
export const isCut: Fits = (responses) =>
  responses.some(({walkEndedBecause}) => walkEndedBecause !== undefined);

/** The rows of all responses; one without a list has none. @param pointer where a body has its rows */
export const rowsIn = (responses: Exchange[], pointer: string): Record<string, unknown>[] =>
  responses.flatMap(({body}) => {
    const rows = at(body, pointer);
    return Array.isArray(rows) ? rows.filter(isObject) : [];
  });

/** What a request gave, by JSON Pointer; undefined while nothing was sent. */
export const sentIn = <T>(response: Exchange | undefined, pointer: string): T | undefined =>
  at(response?.requestBody, pointer) as T | undefined;

/** What a response shows, by JSON Pointer; undefined while nothing was sent. */
export const shownIn = <T>(response: Exchange | undefined, pointer: string): T | undefined =>
  at(response?.body, pointer) as T | undefined;

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

/** An outcome whose next state depends on the response. */
export const outcomeWith = <S>(
  expected: string,
  next: (response: Exchange | undefined) => S,
  fits: Fits = among(expected),
): AllowedOutcome<S> => ({fits, expected, next: ([response]) => next(response)});

/** A refusal, whichever it is, that changes nothing. */
export const refusal = <S>(state: S): AllowedOutcome<S> =>
  allowedOutcome(state, 'a refusal', refused);
