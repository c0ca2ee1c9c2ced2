import {explained, type Explanation} from '../judging/explanation.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import type {RunServices} from '../run-services.ts';
import type {CheckVerdict} from '../verdicts/place-results.ts';
import type {JudgedCheck} from '../judging/judge-check.ts';
import type {SceneRun} from '../scene-run.ts';

const LIMITS_MAY_NOT_FOLLOW: Explanation = {
  reason:
    'the clock was moved before the requests, and the limits of the minute may not follow it: run again',
};

/** Whether a check failed or could decide nothing. */
export const isFailedOrUndecided = ({verdict}: CheckVerdict): boolean =>
  verdict === 'failed' || verdict === 'inconclusive' || verdict === 'harness-error';

/**
 * The checks of an attempt whose burst was not as documented after an unconfirmed move of the clock:
 * nothing has failed yet, and the next attempt waits before its burst.
 * @returns undefined if there was no such move, if every check is decided without a failure, or if nothing was refused:
 * limits that follow another clock would only refuse more
 */
export function undecidedAfterUnconfirmedMove(
  judged: readonly JudgedCheck[],
  {exchanges}: SceneRun,
  {sharedTarget}: RunServices,
): JudgedCheck[] | undefined {
  const time = sharedTarget?.pacer.time;
  const hadUnconfirmedMove = time?.takeUnconfirmedMove() === true;
  if (!exchanges.some(isRefusedByLimit)) return undefined;
  if (!hadUnconfirmedMove || !judged.some(({verdict}) => isFailedOrUndecided(verdict)))
    return undefined;
  time?.waitBeforeBursts();
  return judged.map((one) =>
    one.verdict.verdict === 'failed'
      ? {...one, verdict: explained(one.verdict, LIMITS_MAY_NOT_FOLLOW)}
      : one,
  );
}
