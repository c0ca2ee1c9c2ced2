import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Role, Step} from '../../../spec/step.ts';
import {blockedReason} from '../../blocked-by.ts';
import {outcomeText, summaryOf} from '../../judge.ts';
import {unusable} from '../../unusable.ts';
import {explainsStatus} from '../preflight/role-doubt.ts';
import {FIRST_PROBES} from '../preflight/role-probes.ts';
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
  const outside = isNamed(exchange) ? NAMED : otherCause(exchange, run, services, situation);
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

/** Whether the document names the answer, though it is not the one that was needed. */
const isNamed = ({status, situations}: Exchange): boolean =>
  status > 0 && status < 400 && situations.length > 0;

const NAMED = 'the document names that answer, too';

/**
 * What may explain a response besides the deployment; undefined if nothing does.
 * @param situation what was needed, if one is known
 */
export function otherCause(
  exchange: Exchange,
  {scene: {given, act}, races}: Pick<SceneRun, 'scene' | 'races'>,
  {doubtfulRoles}: Pick<RunServices, 'doubtfulRoles'>,
  situation?: string,
): string | undefined {
  const {step, as, status, situations, documented, profileMismatch} = exchange;
  const steps = [...everyStep([...given, ...act])];
  const sent = steps.findIndex(({id}) => id === step);
  if (unusable(exchange) !== undefined) return 'it was not the deployment that refused it';
  const isNeither = situation !== undefined && !documented.includes(situation);
  // A line of which neither reading is a success does not explain a refusal.
  if (profileMismatch && !(isNeither && situations.length))
    return `the profile may be wrong: ${profileMismatch.line}`;
  if (sent < 0 || races.has(step)) return 'other requests were sent at the same moment';
  if (situations.some((one) => SPENT.includes(one))) return 'an allowance may be used up';
  const doubt = doubtfulRoles.get(as as Role);
  if (doubt && explainsStatus(doubt, status)) return 'the credential is not confirmed';
  if (mayBeOfCredential(as, status)) return 'the credential may lack an ability';
  if (namesSample(steps[sent])) return 'it has values of the configuration (`samples`)';
  return outsideOf(steps.slice(0, sent));
}

/** Whether a role is refused what it lacks. The first requests show that a credential is valid, not what it may do. */
const mayBeOfCredential = (as: string, status: number): boolean =>
  status === 401 ? !(as in FIRST_PROBES) : status === 403 && !UNRESTRICTED.includes(as);

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
