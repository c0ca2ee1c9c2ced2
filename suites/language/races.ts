import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {all, expectThat, summaryOf, whenTimely} from './judge.ts';
import {hasSituation} from './outcome.ts';

/** Whether all requests were sent before the first response arrived. */
export const overlapped = (race: Exchange[]): boolean =>
  Math.max(...race.map((exchange) => exchange.sentAt)) <=
  Math.min(...race.map((exchange) => exchange.gotAt));

/** What two requests compete for, so that one of them has to be refused. */
interface Prize {
  /** The situation of an accepted request. */
  situation: string;
  /** What happens to an accepted request, for example `registered`. */
  what: string;
  /** The branch if both are accepted. */
  both: string;
}

/** Asserts that not both requests were accepted, whether they overlapped or not. */
export const expectNotBoth = (race: Exchange[], {situation, what, both}: Prize): Judgement =>
  expectThat(race.filter(hasSituation(situation)).length < 2, {
    branch: both,
    expected: `one ${what}`,
    got: `two ${what}`,
    at: race[1],
  });

/** The refusal of one of two requests. */
interface Refusal {
  /** Whether a response is the refusal. */
  isRefusal: (response: Exchange) => boolean;
  /** Completes "expected ...", for example `one registered, one refused`. */
  expected: string;
  /** The branch unless one request is accepted and the other refused. */
  branch: string;
  /** Whether something else may have refused both requests: then nothing is decided. */
  mayRefuseBoth?: true;
}

/** Asserts that one of two overlapping requests was accepted and the other refused. */
export function expectOneWinner(
  race: Exchange[],
  prize: Prize,
  {isRefusal, expected, branch, mayRefuseBoth}: Refusal,
): Judgement {
  const accepted = race.filter(hasSituation(prize.situation)).length;
  const isDecisive = overlapped(race) && (!mayRefuseBoth || accepted > 0);
  const reason = `the requests did not overlap${mayRefuseBoth ? ', or both were refused' : ''}`;
  return all(
    expectNotBoth(race, prize),
    whenTimely(isDecisive, reason, () =>
      expectThat(accepted === 1 && race.some(isRefusal), {
        branch,
        expected,
        got: race.map(summaryOf).join('; '),
        at: race[0],
      }),
    ),
  );
}
