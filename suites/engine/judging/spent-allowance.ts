import {isObject} from '../../../spec/json.ts';
import {isOfSecondTenant} from '../../../spec/tenant.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Role, Step} from '../../../spec/step.ts';
import type {Reply} from '../../target/client.ts';
import type {Environment, Target} from '../../target/target.ts';
import type {Source} from './explanation.ts';
import type {SceneRun} from '../attempts/scene-run.ts';
import {isJson, requestOf, type Probe} from '../preflight/probe.ts';
import type {RunServices} from '../run-services.ts';
import {everyStep} from '../planning/steps.ts';

/** Something that a workspace may use up, and that earlier runs may have used up. */
interface Allowance {
  /** The situation of the refusal when nothing is left. */
  refusal: string;
  /** The control verb by which a scene spends it on purpose. */
  spentBy: string;
  /** It is there again a day later. */
  isDaily?: true;
  /** The read that shows what is left. */
  read: Probe;
  /** Whether the body of that read says that nothing is left; undefined when it does not tell. */
  isSpent(body: Record<string, unknown>): boolean | undefined;
  /** What is spent, and what to do. */
  reason: string;
}

const PUBLICATIONS: Allowance = {
  refusal: 'allowance-spent',
  spentBy: 'leave-places',
  read: {api: 'workspace', op: 'getAccount'},
  isSpent: ({publications_left: left}) => (left === undefined ? undefined : left === 0),
  reason:
    'the publication allowance of the workspace is spent: take a workspace with a larger one, ' +
    'or run this again in its next cycle',
};

const RUNS: Allowance = {
  refusal: 'daily-limit',
  spentBy: 'leave-runs',
  isDaily: true,
  read: {api: 'workspace', op: 'getAccountUsage'},
  isSpent: ({daily_runs_limit: limit, daily_runs_used: used}) =>
    typeof limit === 'number' && typeof used === 'number' ? used >= limit : undefined,
  reason:
    'the metered runs of the day are spent: take a workspace with a higher ceiling, ' +
    'or run this again a day later',
};

/** Situations of refusals because an allowance is spent: they say nothing about a request's values. */
export const SPENT: readonly string[] = [PUBLICATIONS.refusal, RUNS.refusal];

/** The roles with which an allowance can be read, by the tenant whose it is. */
const READERS: Record<'main' | 'second', Role[]> = {
  main: ['full', 'other-key', 'read-only'],
  second: ['second-workspace'],
};

/**
 * Explains what a scene saw that was refused because an allowance is spent, where no step of the
 * scene spent it on purpose. When the deployment shows that nothing is left, the refusal is right.
 * @param verdicts of the scene's checks: nothing is read where all passed
 */
export async function spentAllowance(
  verdicts: readonly PlaceVerdict[],
  {scene, exchanges}: SceneRun,
  environment: Environment,
  services: RunServices,
): Promise<Source> {
  const isPassed = verdicts.every(({verdict}) => verdict === 'passed');
  if (!services.target.shared || isPassed) return () => undefined;
  const steps = [...everyStep([...scene.given, ...scene.act])];
  for (const allowance of [PUBLICATIONS, RUNS]) {
    const refused = exchanges.filter(({situations}) => situations.includes(allowance.refusal));
    const [first] = refused;
    if (!first || isOnPurpose(first, steps, allowance)) continue;
    // An interrupt may end the wait for the request: then nothing is known.
    const spent = await isSpent(allowance, first, environment, services).catch(() => undefined);
    if (spent === true && allowance.isDaily) services.shared?.patience.endDay();
    if (spent !== false) return refusedBy(allowance, refused, spent === true);
  }
  return () => undefined;
}

/** Explains what rests on nothing but refusals for lack of an allowance. */
function refusedBy({reason}: Allowance, refused: Exchange[], isShown: boolean): Source {
  const steps = new Set(refused.map(({step}) => step));
  return ({verdict, violations}) => {
    const restsOnThem =
      verdict === 'inconclusive' ||
      (verdict === 'failed' && violations.every(({step}) => steps.has(step)));
    if (!restsOnThem) return undefined;
    return isShown ? {reason, isShown} : {reason: `it seems that ${reason}`};
  };
}

/** Whether a step before the refused one spends the allowance. */
function isOnPurpose({step}: Exchange, steps: Step[], {spentBy}: Allowance): boolean {
  const before = steps.slice(
    0,
    steps.findIndex(({id}) => id === step),
  );
  return before.some((one) => one.step === 'control' && one.verb === spentBy);
}

/** Reads whether nothing is left; undefined when the deployment does not tell. */
async function isSpent(
  {read, isSpent: shows}: Allowance,
  refused: Exchange,
  environment: Environment,
  {target, client, codecs, ledger, shared}: RunServices,
): Promise<boolean | undefined> {
  const role = readerFor(refused, target);
  const [credential] = role ? await environment.credentials(role) : [];
  const codec = codecs.workspace;
  const request = credential && requestOf(read, credential, codec, environment);
  if (!request) return undefined;
  const {name} = credential;
  const send = async (): Promise<Reply> => {
    await shared?.pacer.pace(name);
    ledger.spend(name);
    return client.send(request);
  };
  const {status, headers, text} = await (shared ? shared.patience.send(name, send) : send());
  if (status !== 200 || !isJson(text)) return undefined;
  const {body} = codec.decode(read.op, status, headers, JSON.parse(text));
  return isObject(body) ? shows(body) : undefined;
}

function readerFor({as}: Exchange, target: Target): Role | undefined {
  return READERS[isOfSecondTenant(as) ? 'second' : 'main'].find(
    (role) => !target.lacks(`role:${role}`),
  );
}
