import {isObject} from '../../../spec/json.ts';
import {seconds} from '../../language/script.ts';
import {isClientError, isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Role, Step} from '../../../spec/step.ts';
import {blockedReason} from '../../language/blocked-by.ts';
import {outcomeText, summaryOf} from '../../language/judge.ts';
import {unusable} from '../../target/unusable.ts';
import {explainsStatus} from './role-doubt.ts';
import {FIRST_PROBES} from './role-probes.ts';
import type {SceneRun} from '../send/scene-run.ts';
import {everyStep} from '../plan/steps.ts';
import {samplesIn} from '../../../spec/references.ts';
import type {RunServices} from './run-services.ts';
import type {CheckVerdict} from './place-results.ts';
import {withStatuses} from './expected-statuses.ts';
import {successMark} from './situation-rules.ts';
import {SPENT} from './spent-allowance.ts';
import {suspectLinesBehind, withSuspectLines} from './suspect-lines.ts';

/** The verdict parts of a check that a refused request blocks. */
export type BlockedByRefusal = Pick<CheckVerdict, 'reason' | 'blockedBy' | 'elsewhere'>;

/** That the configuration may explain a refusal: another request may have shown that the sample is right. */
export const SAMPLES = 'it has values of the configuration (`samples`)';

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

/** The situation that is the success of the operation of a request. */
export const successOf = (
  {op}: Exchange,
  {scene: {api}}: SceneRun,
  {specifications}: RunServices,
): string | undefined => specifications[api].contract.operations[op]?.success;

/**
 * What a refused read says in whose response a judge looked for something: the read breaks the rule about its success
 * if the scene got the same request answered before and deleted nothing since.
 * @returns undefined for any other response
 */
export function blockedByRefusedRead(
  message: string,
  exchange: Exchange,
  run: SceneRun,
  services: RunServices,
): BlockedByRefusal | undefined {
  const success = successOf(exchange, run, services);
  const isRefusedRead = exchange.sent.method === 'GET' && isClientError(exchange.status);
  if (success === undefined || !isRefusedRead) return undefined;
  const blocked = blockedByRefusal(message, success, exchange, run, services);
  const {elsewhere} = blocked;
  if (!elsewhere || (isById(exchange, run) && wasServed(exchange, run))) return blocked;
  const outside = elsewhere.outside ?? 'the scene did not get it answered before';
  return {...blocked, elsewhere: {...elsewhere, outside}};
}

/** Whether a request names one thing by the id that an earlier response gave it: other names may change. */
function isById({step: id}: Exchange, {scene: {given, act}}: SceneRun): boolean {
  const step = [...everyStep([...given, ...act])].find((one) => one.id === id);
  const names = step?.step === 'call' ? Object.values(step.path ?? {}) : [];
  return (
    names.length > 0 && names.every((one) => isObject(one) && 'at' in one && isIdPointer(one.at))
  );
}

const isIdPointer = (pointer: unknown): boolean =>
  typeof pointer === 'string' && pointer.endsWith('/id');

/** Whether the same request was served before, and nothing was deleted since. */
const wasServed = (read: Exchange, {exchanges}: Pick<SceneRun, 'exchanges'>): boolean =>
  lastServed(read, exchanges) !== undefined;

/** The last response that served the same read; undefined if there is none, or something was deleted since. */
function lastServed(read: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  const before = exchanges.filter(({gotAt}) => gotAt <= read.sentAt);
  const served = before.findLastIndex(
    (one) =>
      one.sent.method === 'GET' &&
      one.sent.url === read.sent.url &&
      one.as === read.as &&
      one.interface === read.interface &&
      isSuccessOrRedirect(one.status),
  );
  const isDeleted = before.slice(served).some(({sent}) => sent.method === 'DELETE');
  return served >= 0 && !isDeleted ? before[served] : undefined;
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
  {scene: {given, act}, races, exchanges}: Pick<SceneRun, 'scene' | 'races' | 'exchanges'>,
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
  if (doubt && explainsStatus(doubt, exchange)) return 'the credential is not confirmed';
  if (mayBeOfCredential(as, status)) return 'the credential may lack an ability';
  if (samplesIn(steps[sent]).length) return SAMPLES;
  if (isNextPage(step, steps, exchanges)) return undefined;
  return outsideOf(steps.slice(servedBefore(exchange, steps, exchanges), sent));
}

/** The first step after the one that got the same read served: what came earlier does not explain a refusal. */
function servedBefore(
  read: Exchange,
  steps: readonly Step[],
  exchanges: readonly Exchange[],
): number {
  const served = read.sent?.method === 'GET' ? lastServed(read, exchanges) : undefined;
  return served ? steps.findIndex(({id}) => id === served.step) + 1 : 0;
}

/** Whether a request of a walk follows a page that was served just before, and that has led to it. */
const isNextPage = (id: string, steps: readonly Step[], exchanges: readonly Exchange[]): boolean =>
  steps.some((one) => one.step === 'walk' && !one.between && one.page.id === id) &&
  exchanges.some(({step, status}) => step === id && isSuccessOrRedirect(status));

/** Whether a role is refused what it lacks. The first requests show that a credential is valid, not what it may do. */
const mayBeOfCredential = (as: string, status: number): boolean =>
  status === 401 ? !(as in FIRST_PROBES) : status === 403 && !UNRESTRICTED.includes(as);

/** So long scenes wait for figures and lists that lag: nothing ends meanwhile. */
const LAG_MS = seconds(10);

/** What changes the deployment besides requests. */
function outsideOf(before: readonly Step[]): string | undefined {
  for (const one of before) {
    if (one.step === 'control') return `the hook \`${one.verb}\` was called before it`;
    if (one.step === 'advance' && one.ms > LAG_MS) return 'time was let pass before it';
  }
  return undefined;
}
