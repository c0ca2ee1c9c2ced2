import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Role, Step} from '../../../spec/step.ts';
import {blockedReason} from '../../blocked-by.ts';
import {outcomeText, summaryOf} from '../../judge.ts';
import {unusable} from '../../unusable.ts';
import type {SceneRun} from '../attempts/scene-run.ts';
import {everyStep} from '../planning/steps.ts';
import type {RunServices} from '../run-services.ts';
import type {CheckVerdict} from '../verdicts/place-results.ts';
import {withStatuses} from './expected-statuses.ts';
import {successMark} from './situation-rules.ts';
import {SPENT} from './spent-allowance.ts';
import {suspectLinesBehind, withSuspectLines} from './suspect-lines.ts';

/** The verdict parts of a check that a refused request blocks. */
export type BlockedByRefusal = Pick<CheckVerdict, 'reason' | 'blockedBy' | 'elsewhere'>;

/** The roles that may do everything: that a request of another one is forbidden may be right. */
const UNRESTRICTED: readonly string[] = ['full', 'admin'];

/**
 * What a refused request that had to succeed says: it breaks the rule about the success of its operation, unless
 * something outside of the deployment may explain it; then the reason names that.
 * @param message what happened, in words
 */
export function blockedByRefusal(
  message: string,
  situation: string,
  exchange: Exchange,
  run: SceneRun,
  services: RunServices,
): BlockedByRefusal {
  const mark = successMark(services.specifications, exchange.op, situation);
  if (!mark) return {reason: `blocked: ${message}`};
  const {rule, place} = mark;
  const blocked = {reason: blockedReason(rule, message), blockedBy: rule};
  const violation = violationBy(exchange, situation, run, services);
  const outside = otherCause(exchange, situation, run, services);
  if (outside === undefined) return {...blocked, elsewhere: {rule, place, violation}};
  const reason = `${blocked.reason}; ${outside}`;
  return {...blocked, reason, elsewhere: {rule, place, violation, outside}};
}

function violationBy(
  exchange: Exchange,
  situation: string,
  {exchanges, scene: {api}}: SceneRun,
  {specifications, target}: RunServices,
): Violation {
  const {op, status, step} = exchange;
  const violation: Violation = {
    branch: `${situation}: not served`,
    expected: outcomeText([situation], op),
    got: summaryOf(exchange),
    step,
    op,
    wanted: [situation],
    status,
  };
  const named = withStatuses(violation, specifications[api].contract, target.profile(api));
  return withSuspectLines(named, suspectLinesBehind(named, exchanges));
}

/** What may explain a refusal besides the deployment; undefined if nothing does. */
function otherCause(
  exchange: Exchange,
  situation: string,
  {scene: {given, act}, races}: SceneRun,
  services: RunServices,
): string | undefined {
  const {step, as, status, situations, documented, profileMismatch} = exchange;
  const steps = [...everyStep([...given, ...act])];
  const sent = steps.findIndex(({id}) => id === step);
  if (status < 400 && situations.length > 0) return 'the document names that answer, too';
  if (unusable(exchange) !== undefined) return 'it was not the deployment that refused it';
  // A line of which neither reading is a success does not explain a refusal.
  if (profileMismatch && (documented.includes(situation) || !situations.length))
    return `the profile may be wrong: ${profileMismatch.line}`;
  if (sent < 0 || races.has(step)) return 'other requests were sent at the same moment';
  if (situations.some((one) => SPENT.includes(one))) return 'an allowance may be used up';
  const isForbidden = status === 401 || status === 403;
  if (isForbidden && !UNRESTRICTED.includes(as)) return 'the credential may lack an ability';
  if (services.doubtfulRoles.has(as as Role)) return 'the credential is not confirmed';
  if (namesSample(steps[sent])) return 'it has values of the configuration (`samples`)';
  return outsideOf(steps.slice(0, sent));
}

/** What changes the deployment besides requests. */
function outsideOf(before: readonly Step[]): string | undefined {
  for (const one of before) {
    if (one.step === 'control') return `the hook \`${one.verb}\` was called before it`;
    if (one.step === 'advance') return 'time was let pass before it';
  }
  return undefined;
}

/** Whether a request has a value that the configuration gives: it may be wrong. */
const namesSample = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(namesSample)
    : isObject(value) && ('$sample' in value || Object.values(value).some(namesSample));
