import type {Exchange} from './exchange.ts';
import type {Branch} from './relation.ts';

/** The parts of which a model's branches are made. */

/** Whether the responses to a command fit an outcome. */
export type Fits = (responses: Exchange[]) => boolean;

/** A response is one of the situations. */
export const among =
  (...situations: string[]): Fits =>
  (responses) =>
    responses.some((response) => situations.some((one) => response.situations.includes(one)));

/** A response is a refusal that no rate limit explains. */
export const refused: Fits = (responses) =>
  responses.some(({status}) => status >= 400 && status < 500 && status !== 429);

/** An outcome after which `next` is known. Without `fits` a response is the expected situation. */
export const branch = <S>(next: S, expected: string, fits: Fits = among(expected)): Branch<S> => ({
  fits,
  expected,
  next: () => next,
});
