import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Role} from '../../../spec/step.ts';
import {blockedReason} from '../../language/blocked-by.ts';
import {isOfOneResponse} from './reuse-dependence.ts';
import type {SceneRun} from '../send/scene-run.ts';
import {explainsStatus, provesNothing, type RoleDoubt, type RoleDoubts} from './role-doubt.ts';
import type {CheckVerdict} from './place-results.ts';
import {explained, explainedOneByOne, type Explanation} from './explanation.ts';
import type {JudgedCheck} from './judge-check.ts';

/** A request with a doubtful credential. */
interface DoubtfulRequest {
  exchange: Exchange;
  doubt: RoleDoubt;
}

/**
 * The verdict of a check after the doubts about the roles that its scene uses. A violation stands if no doubt
 * explains it, and the rule that a doubtful role breaks is judged as it is. What a credential of another role
 * showed proves nothing, so that a check that passed by it is undecided.
 */
export function withDoubts(
  {check, verdict, read}: Pick<JudgedCheck, 'check' | 'verdict' | 'read'>,
  {exchanges, setUp = []}: Pick<SceneRun, 'exchanges' | 'setUp'>,
  doubts: RoleDoubts,
): CheckVerdict {
  if (!doubts.size) return verdict;
  const all = [...setUp, ...exchanges];
  const requests = all.flatMap((exchange): DoubtfulRequest[] => {
    const doubt = doubts.get(exchange.as as Role);
    const isOther = doubt && doubt.rule !== check.rule && !isRefuted(doubt, exchange.as, all);
    return isOther ? [{exchange, doubt}] : [];
  });
  if (!requests.length) return verdict;
  if (verdict.verdict === 'failed')
    return explainedOneByOne(verdict, (one) =>
      explanationBy(doubtBehind(one, all, requests) ?? refusalBehind(one, read, requests)),
    );
  return explained(verdict, explanationBy(reasonToDoubt(verdict, read, requests)));
}

/** Whether a scene shows that a credential can do what it seemed to lack. */
const isRefuted = ({lacks}: RoleDoubt, role: string, all: readonly Exchange[]): boolean =>
  all.some(({as, op, status}) => as === role && isSuccessStatus(status) && lacks?.has(op) === true);

/** The explanation by a doubt: the rule that fails unless the credential is wrong blocks what was seen with it. */
function explanationBy(doubt: RoleDoubt | undefined): Explanation | undefined {
  if (!doubt) return undefined;
  const {reason, rule} = doubt;
  return rule === undefined ? {reason} : {reason: blockedReason(rule, reason), blockedBy: rule};
}

/** The doubt that may be behind a violation: its response has the credential, or follows a write with it. */
function doubtBehind(
  {step, comparedWithSteps = []}: Violation,
  all: readonly Exchange[],
  requests: readonly DoubtfulRequest[],
): RoleDoubt | undefined {
  const steps = [step, ...comparedWithSteps];
  const own = requests.find(
    ({exchange, doubt}) => steps.includes(exchange.step) && explainsStatus(doubt, exchange),
  );
  if (own) return own.doubt;
  const last = all.findLastIndex((exchange) => exchange.step === step);
  const shown = all[last];
  if (!shown || requests.some(({exchange}) => exchange === shown)) return undefined;
  if (shown.status === 401 || shown.status >= 500) return undefined;
  const isBehindIt = ({exchange, doubt}: DoubtfulRequest): boolean =>
    all.indexOf(exchange) < last && isWrite(exchange) && explainsStatus(doubt, exchange);
  return requests.find(isBehindIt)?.doubt;
}

/** The doubt about a refused response that a violation by several responses rests on. */
const refusalBehind = (
  violation: Violation,
  read: readonly string[] | undefined,
  requests: readonly DoubtfulRequest[],
): RoleDoubt | undefined =>
  isOfOneResponse(violation)
    ? undefined
    : requests.find((one) => read?.includes(one.exchange.step) && isRefused(one))?.doubt;

const isRefused = ({exchange, doubt}: DoubtfulRequest): boolean =>
  exchange.status >= 400 && explainsStatus(doubt, exchange);

const isWrite = ({sent}: Exchange): boolean => !['GET', 'HEAD'].includes(sent.method);

/** The doubt that leaves a check without a violation undecided. */
function reasonToDoubt(
  {verdict}: CheckVerdict,
  read: readonly string[] | undefined,
  requests: readonly DoubtfulRequest[],
): RoleDoubt | undefined {
  const isRead = ({exchange}: DoubtfulRequest): boolean => read?.includes(exchange.step) !== false;
  if (verdict === 'passed')
    return requests.find((one) => provesNothing(one.doubt) && read && isRead(one))?.doubt;
  if (verdict !== 'inconclusive') return undefined;
  const isBehindIt = (one: DoubtfulRequest): boolean =>
    provesNothing(one.doubt) ? isRead(one) || isWrite(one.exchange) : isRead(one) && isRefused(one);
  return requests.find(isBehindIt)?.doubt;
}
