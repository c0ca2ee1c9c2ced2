import {isObject} from '../../../spec/json.ts';
import {belongsToSecondTenant} from '../../../spec/tenant.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {ControlVerb} from '../../../spec/control.ts';
import type {Control, Role, Step} from '../../../spec/step.ts';
import type {Reply} from '../../target/client.ts';
import type {Environment, Target} from '../../target/target.ts';
import {isNothingLeft} from '../../language/allowance-left.ts';
import type {Explanation} from './explanation.ts';
import {dependentSteps} from './reuse-dependence.ts';
import type {SceneRun} from '../send/scene-run.ts';
import type {CheckVerdict} from './place-results.ts';
import {isJson, requestOf, type Probe} from '../send/probe.ts';
import type {RunServices} from './run-services.ts';
import {everyStep} from '../plan/steps.ts';

/** An allowance of a workspace, which earlier runs may have used up. */
interface Allowance {
  /** The situation of the refusal when nothing is left. */
  refusal: string;
  /** The situation of a success that spends one of it. */
  spends: string;
  /** The control verb by which a scene uses it up on purpose, except for so many as its argument says. */
  spentBy: {verb: ControlVerb; leaves: string};
  /** It is renewed every day. */
  isDaily?: true;
  /** The read that shows what is left. */
  read: Probe;
  /** Whether the body of that read says that nothing is left; undefined if it does not say so. */
  readsAsSpent(body: Record<string, unknown>): boolean | undefined;
  /** What is used up, and what to do. */
  reason: string;
}

const PUBLICATIONS: Allowance = {
  refusal: 'allowance-spent',
  spends: 'registered',
  spentBy: {verb: 'leave-places', leaves: 'places'},
  read: {api: 'workspace', op: 'getAccount'},
  readsAsSpent: (body) =>
    body['publications_left'] === undefined ? undefined : isNothingLeft(body),
  reason:
    'the publication allowance of the workspace is used up: use a workspace with a larger one, ' +
    'or run again in its next cycle',
};

const RUNS: Allowance = {
  refusal: 'daily-limit',
  spends: 'accepted',
  spentBy: {verb: 'leave-runs', leaves: 'runs'},
  isDaily: true,
  read: {api: 'workspace', op: 'getAccountUsage'},
  readsAsSpent: ({daily_runs_limit: limit, daily_runs_used: used}) =>
    typeof limit === 'number' && typeof used === 'number' ? used >= limit : undefined,
  reason:
    'the metered runs of the day are used up: use a workspace with a higher ceiling, ' +
    'or run again a day later',
};

/** Explains the verdict of a check, by the ids of the steps that its judge read. */
type SpentExplanation = (judged: {
  verdict: CheckVerdict;
  read?: readonly string[];
}) => Explanation | undefined;

/** The situations of refusals for lack of an allowance. They say nothing about a request's values. */
export const SPENT: readonly string[] = [PUBLICATIONS.refusal, RUNS.refusal];

/** The roles that can read an allowance, by its tenant. */
const READERS: Record<'main' | 'second', Role[]> = {
  main: ['full', 'other-key', 'read-only'],
  second: ['second-workspace'],
};

/**
 * Explains verdicts by a refusal because an allowance is used up, unless a step of the scene used it up
 * on purpose. If the deployment shows that nothing is left, the refusal is right.
 * @param verdicts of the scene's checks; nothing is read if all passed
 */
export async function spentAllowance(
  verdicts: readonly PlaceVerdict[],
  {scene, exchanges}: SceneRun,
  environment: Environment,
  services: RunServices,
): Promise<SpentExplanation> {
  const isPassed = verdicts.every(({verdict}) => verdict === 'passed');
  if (!services.target.shared || isPassed) return () => undefined;
  const steps = [...everyStep([...scene.given, ...scene.act])];
  for (const allowance of [PUBLICATIONS, RUNS]) {
    const refused = exchanges.filter(({situations}) => situations.includes(allowance.refusal));
    const [first] = refused;
    if (!first || isOnPurpose(first, steps, exchanges, allowance)) continue;
    // An interrupt may end the wait for the request: then nothing is known.
    const spent = await isSpent(allowance, first, environment, services).catch(() => undefined);
    if (spent === true) noteSpent(allowance, services);
    if (spent !== false) return refusedBy(allowance, refused, scene, spent === true);
  }
  return () => undefined;
}

/** Notes that an allowance is used up: then a day may pass, or a hook leave as much as before. */
function noteSpent({isDaily}: Allowance, {sharedTarget}: RunServices): void {
  if (isDaily) sharedTarget?.rateLimitRetry.endDay();
  else sharedTarget?.undos.noteUsedUp();
}

/**
 * Explains verdicts that are based on nothing but refusals for lack of an allowance: what was seen, here or of another
 * rule, was seen at them, or the judge read one of them or what refers to it.
 */
function refusedBy(
  {reason}: Allowance,
  refused: Exchange[],
  scene: SceneRun['scene'],
  isConfirmed: boolean,
): SpentExplanation {
  const steps = new Set(refused.map(({step}) => step));
  const dependent = dependentSteps(scene, steps);
  return ({verdict: {verdict, violations, elsewhere}, read}) => {
    const seen = [...violations, ...(elsewhere ? [elsewhere.violation] : [])];
    const isRead = read?.some((step) => dependent.has(step)) ?? true;
    const isBasedOnThem = seen.length ? seen.every(({step}) => steps.has(step)) : isRead;
    if (!['failed', 'inconclusive'].includes(verdict) || !isBasedOnThem) return undefined;
    return isConfirmed ? {reason, isConfirmed} : {reason: `probably ${reason}`};
  };
}

/**
 * Whether the scene has used up the allowance before the refused step: by a control verb, and with as many
 * requests as the verb has left.
 */
function isOnPurpose(
  {step}: Exchange,
  steps: Step[],
  exchanges: Exchange[],
  {spends, spentBy: {verb, leaves}}: Allowance,
): boolean {
  const ids = steps.map(({id}) => id);
  const isUsingUp = (one: Step): one is Control => one.step === 'control' && one.verb === verb;
  const last = steps.slice(0, ids.indexOf(step)).findLast(isUsingUp);
  const left = last?.args[leaves];
  // Null: the verb gives back what it had taken.
  if (!last || left === null) return false;
  const since = ids.slice(ids.indexOf(last.id));
  const spending = exchanges.filter(
    (one) => since.includes(one.step) && one.situations.includes(spends),
  );
  return spending.length >= Number(left);
}

/** Reads whether nothing is left; undefined if the deployment does not say so. */
async function isSpent(
  {read, readsAsSpent}: Allowance,
  refused: Exchange,
  environment: Environment,
  {target, client, codecs, ledger, sharedTarget}: RunServices,
): Promise<boolean | undefined> {
  const role = readerFor(refused, target);
  const [credential] = role ? await environment.credentials(role) : [];
  const codec = codecs.workspace;
  const request = credential && requestOf(read, credential, codec, environment);
  if (!request) return undefined;
  const {name} = credential;
  const send = async (): Promise<Reply> => {
    await sharedTarget?.pacer.pace(name);
    ledger.countRequest(name);
    return client.send(request);
  };
  const {status, headers, text} = await (sharedTarget
    ? sharedTarget.rateLimitRetry.send(name, send)
    : send());
  if (status !== 200 || !isJson(text)) return undefined;
  const {body} = codec.decode(read.op, status, headers, JSON.parse(text));
  return isObject(body) ? readsAsSpent(body) : undefined;
}

function readerFor({as}: Exchange, target: Target): Role | undefined {
  return READERS[belongsToSecondTenant(as) ? 'second' : 'main'].find(
    (role) => !target.lacks(`role:${role}`),
  );
}
