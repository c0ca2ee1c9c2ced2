import {defined} from '../../../spec/defined.ts';
import type {Call} from '../../../spec/step.ts';
import {Blocked} from '../sending/blocked.ts';
import {execute} from '../sending/execute.ts';
import {Interrupted} from '../interruption.ts';
import type {Awaited} from '../sending/awaited-ids.ts';
import type {Created} from './ledger.ts';
import type {AttemptContext} from '../sending/attempt-context.ts';
import {contextFor, labelFor, type RunServices} from '../run-services.ts';

const CLEAN_UP = 'clean-up';

/**
 * Deactivates what the run created, on a shared target that allows changes (`x-creates.undo`): the APIs
 * cannot delete it, but a test user need not stay active. What could not be deactivated is reported as
 * residue.
 * @param begins called if there is something to do
 * @returns the number of requests that were sent
 */
export async function cleanUp(
  services: RunServices,
  begins: (name: string) => void,
): Promise<number> {
  const {target, breaker, ledger} = services;
  const length = ledger.inUse.length + ledger.awaited.length;
  if (!target.shared || breaker.blocks(false) || !length) return 0;
  begins(CLEAN_UP);
  if (services.signal?.aborted) services.onInterruptedCleanUp?.(length);
  const environment = await target.open(CLEAN_UP);
  try {
    const before = ledger.requests;
    const label = labelFor(services, CLEAN_UP, 1);
    const context = contextFor(services, environment, label);
    const {signal: _signal, ...undisturbed} = context;
    const {onInterruptedCleanUp, hardStop} = services;
    const cleansUpAnyway = onInterruptedCleanUp !== undefined;
    const uninterrupted = {...undisturbed, ...(hardStop && {signal: hardStop})};
    await putAllOutOfUse(cleansUpAnyway ? uninterrupted : context, services);
    return ledger.requests - before;
  } finally {
    await environment.close().catch(() => undefined);
  }
}

/** Undoes the hooks that were called for the whole run. */
export async function releaseHooks({target, sharedTarget}: RunServices): Promise<void> {
  if (!sharedTarget) return;
  const environment = await target.open(CLEAN_UP);
  try {
    await sharedTarget.undos.release(environment);
  } finally {
    await environment.close().catch(() => undefined);
  }
}

async function putAllOutOfUse(
  context: AttemptContext,
  {target, ledger, maxRequests}: RunServices,
): Promise<void> {
  for (const awaited of ledger.awaited) {
    const hasRoom = ledger.requests < maxRequests;
    if (!hasRoom || context.signal?.aborted || target.lacks('spend:changes')) return;
    await lookUp(awaited, context);
  }
  for (const created of ledger.inUse) {
    const hasRoom = ledger.requests < maxRequests;
    if (!hasRoom || context.signal?.aborted || target.lacks('spend:changes')) return;
    await putOutOfUse(created, context);
  }
}

/** Reads lists with created resources whose ids no response has shown yet; the ledger finds them there. */
async function lookUp(
  {operation, lookup, value, by}: Awaited,
  context: AttemptContext,
): Promise<void> {
  const as = (by === 'given' ? 'admin' : by) as Call['as'];
  const call: Call = {
    step: 'call',
    id: CLEAN_UP,
    api: operation.api,
    op: lookup.by,
    as,
    query: {[lookup.query]: value},
  };
  await sent(call, context);
}

/** Sends a call of the clean-up. @returns the situations of its response */
async function sent(call: Call, context: AttemptContext): Promise<readonly string[]> {
  try {
    const {results} = await execute([call], context);
    return results.get(CLEAN_UP)?.[0]?.situations ?? [];
  } catch (error) {
    // If the run is interrupted here while it waits, it ends with its results so far.
    if (!(error instanceof Blocked || error instanceof Interrupted)) throw error;
    return [];
  }
}

async function putOutOfUse(created: Created, context: AttemptContext): Promise<void> {
  const {operation, id, by} = created;
  const {kind, undo} = defined(operation.creates, `what ${operation.id} creates`);
  const {by: op, idle, query} = defined(undo, `what undoes ${operation.id}`);
  const {parameters} = context.codecs[operation.api].operation(op);
  const parameter = parameters.find(({names}) => names === kind);
  const {name} = defined(parameter, `the parameter of ${op} that names a ${kind}`);
  const call: Call = {
    step: 'call',
    id: CLEAN_UP,
    api: operation.api,
    op,
    as: by,
    path: {[name]: id},
    ...(query && {query}),
  };
  // A check may have deactivated it under another name; then the response says so.
  const situations = await sent(call, context);
  if (situations.some((situation) => idle.includes(situation))) created.undone = true;
}
