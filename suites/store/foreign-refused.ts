import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {expectThat, summaryOf} from '../language/judge.ts';

/**
 * Asserts that a request with the token of another store is refused: 404, or 403 (NS-ST-78).
 * @param what the request, in the failure's id
 * @param thing what of the first store it names, in words
 */
export const expectForeignRefused = (response: Exchange, what: string, thing: string): Judgement =>
  expectThat(response.status >= 300, {
    branch: `${what}: answered as a success`,
    expected: `${response.op} with the token of the role second-store to be refused for ${thing} of another store`,
    got: summaryOf(response),
    at: response,
    isOfRefusal: true,
  });
