import {isObject} from '../../../spec/json.ts';
import type {Role} from '../../../spec/step.ts';
import {HttpClient} from '../../target/client.ts';
import {Codec} from '../../target/codec.ts';
import type {Environment} from '../../target/target.ts';
import type {HookUndos} from '../send/ledger/hook-undos.ts';
import {inEnvironment} from '../facts/in-environment.ts';
import type {Pacer} from '../send/pacing/pacer.ts';
import {ACCOUNT, isJson, requestOf} from '../send/probe.ts';
import {runnableSteps, type PreparedScene} from '../plan/prepare.ts';
import {callsOf} from '../plan/steps.ts';
import type {RunOptions} from './run-options.ts';
import type {RunServices} from '../judge/run-services.ts';

/** The roles whose workspaces get publications. */
const ROLES: Role[] = ['full', 'second-workspace'];

/**
 * Publications for repeated attempts, which the hook leaves beside twice those of the plan: a scene may
 * be sent again.
 */
const SPARE_PUBLICATIONS = 50;

/**
 * Ensures before a run that the publication allowance of a shared target suffices. Where fewer
 * publications are left than the plan registers at most, the hook `leave-places` leaves enough until the
 * run ends. Without that hook a notice is given if fewer are left than the estimate of the run.
 * @param prepared the scenes of the plan
 */
export async function ensurePublicationAllowance(
  options: RunOptions,
  prepared: PreparedScene[],
  pacer: Pacer,
  undos: HookUndos,
): Promise<void> {
  const {target, publicationsNeeded, notice} = options;
  const hasHook = !target.lacks('control:leave-places');
  if (!target.shared || !target.apis.includes('workspace')) return;
  const most = plannedPublications(prepared, options);
  if (!most || (!hasHook && !publicationsNeeded)) return;
  const places = 2 * most + SPARE_PUBLICATIONS;
  let needed: number | undefined;
  const noticeIfTooFew = async (role: Role, left: number): Promise<void> => {
    needed ??= await publicationsNeeded?.();
    if (needed !== undefined && left < needed) notice?.(noticeOf(role, left, needed));
  };
  const environment = await target.open('allowance');
  try {
    for (const role of ROLES.filter((one) => !target.lacks(`role:${one}`))) {
      const left = await publicationsLeft(role, environment, options, pacer);
      if (left === undefined || left >= most) continue;
      if (hasHook) await undos.hold('leave-places', {role, places}, environment);
      else await noticeIfTooFew(role, left);
    }
  } finally {
    await environment.close();
  }
}

/**
 * Calls the hook `leave-places` again once the publications that it had left are used up, for example because a
 * scene has moved the clock into the next cycle.
 * @returns whether the scene can be run again
 */
export async function leavePlacesAgain({target, sharedTarget}: RunServices): Promise<boolean> {
  if (!sharedTarget?.undos.isUsedUp) return false;
  const {undos} = sharedTarget;
  return inEnvironment(target, 'allowance', (environment) => undos.leaveAgain(environment));
}

/** The most publications that the run registers. */
function plannedPublications(prepared: PreparedScene[], {specifications}: RunOptions): number {
  const {operations} = specifications.workspace.contract;
  return callsOf(runnableSteps(prepared))
    .filter(({call}) => operations[call.op]?.creates?.kind === 'publication')
    .reduce((total, {times}) => total + times, 0);
}

const noticeOf = (role: Role, left: number, needed: number): string =>
  `The workspace of ${role} has ${left} publications left in its allowance, and the run needs about ` +
  `${needed}: some rules may not be exercised. Take a workspace with a larger allowance, or give a ` +
  'hook for leave-places.';

/** Reads the number of publications that are left; undefined if the account shows no number. */
async function publicationsLeft(
  role: Role,
  environment: Environment,
  {target, specifications, timeout, signal}: RunOptions,
  pacer: Pacer,
): Promise<number | undefined> {
  const [credential] = await environment.credentials(role);
  const codec = new Codec(specifications.workspace.contract, target.profile('workspace'));
  const request = credential && requestOf(ACCOUNT, credential, codec, environment);
  if (!request) return undefined;
  const client = new HttpClient(timeout, signal, target.proxies);
  try {
    await pacer.pace(credential.name);
    const {status, headers, text} = await client.send(request);
    if (status !== 200 || !isJson(text)) return undefined;
    const {body} = codec.decode(ACCOUNT.op, status, headers, JSON.parse(text));
    const left = isObject(body) ? body['publications_left'] : undefined;
    return typeof left === 'number' ? left : undefined;
  } finally {
    await client.close();
  }
}
