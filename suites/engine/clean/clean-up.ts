import type {Operation} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {at, idText} from '../../../spec/json.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import {valuesAt} from '../../../spec/values-at.ts';
import type {Call} from '../../../spec/step.ts';
import {Blocked} from '../send/blocked.ts';
import {execute} from '../send/execute.ts';
import {inEnvironment} from '../facts/in-environment.ts';
import {Interrupted} from '../facts/interruption.ts';
import type {Awaited} from '../send/awaited-ids.ts';
import type {Created, Creations} from '../send/ledger/creations.ts';
import type {AttemptContext} from '../send/attempt-context.ts';
import {type RunServices} from '../judge/run-services.ts';
import {labelFor} from '../send/send-services.ts';
import {contextFor} from '../send/send-services.ts';

const CLEAN_UP = 'clean-up';

/**
 * Deactivates what the run created, on a shared target that allows changes (`x-creates.undo`): the APIs
 * cannot delete it, but a test user need not stay active. What could not be deactivated is reported as
 * residue.
 * @param shows gets what is done next, for example `clean-up, 3 of 20`
 * @param isOwn decides about each thing whether it may be changed; by default everything of the ledger may
 * @returns the number of requests that were sent
 */
export async function cleanUp(
  services: RunServices,
  shows: (step: string) => void,
  isOwn?: Ownership,
): Promise<number> {
  const {target, breaker, ledger} = services;
  const {inUse, awaited} = ledger.creations;
  const length = inUse.length + awaited.length;
  if (!target.shared || breaker.blocks(false) || !length) return 0;
  const next = counted(length, shows);
  if (services.signal?.aborted) services.onInterruptedCleanUp?.(length);
  return inEnvironment(target, CLEAN_UP, async (environment) => {
    const before = ledger.requests;
    const label = labelFor(services, CLEAN_UP, 1);
    const context = contextFor(services, environment, label);
    const {signal: _signal, ...undisturbed} = context;
    const {onInterruptedCleanUp, hardStop} = services;
    const cleansUpAnyway = onInterruptedCleanUp !== undefined;
    const uninterrupted = {...undisturbed, ...(hardStop && {signal: hardStop})};
    await putAllOutOfUse(cleansUpAnyway ? uninterrupted : context, services, next, isOwn);
    return ledger.requests - before;
  });
}

/** Decides whether something that an earlier run noted is still what that run created. */
export type Ownership = (created: Created, context: AttemptContext) => Promise<boolean>;

/**
 * What is in use on a deployment, for example `user 7340043`, and what may be, for example
 * `user a@b.example (perhaps: listUsers did not show it)`.
 */
export const leftInUse = ({inUse, awaited}: Creations): string[] => [
  ...inUse.map(({operation, id}) => `${operation.creates?.kind} ${id}`),
  ...awaited.map(
    ({operation, value, lookup, isCertain}) =>
      `${operation.creates?.kind} ${value} (${isCertain ? '' : 'perhaps: '}${lookup.by} did not show it)`,
  ),
];

/** Undoes the hooks that were called for the whole run. */
export async function releaseHooks({target, sharedTarget}: RunServices): Promise<void> {
  if (!sharedTarget) return;
  await inEnvironment(target, CLEAN_UP, (environment) => sharedTarget.undos.release(environment));
}

/** Shows one step after the other; a look-up may find more of them than were known. */
function counted(known: number, shows: (step: string) => void): () => void {
  let done = 0;
  return () => {
    done += 1;
    shows(`${CLEAN_UP}, ${done} of ${Math.max(done, known)}`);
  };
}

async function putAllOutOfUse(
  context: AttemptContext,
  {target, ledger, maxRequests}: RunServices,
  next: () => void,
  isOwn: Ownership = async () => true,
): Promise<void> {
  const mayGoOn = (): boolean =>
    ledger.requests < maxRequests && !context.signal?.aborted && !target.lacks('spend:changes');
  for (const awaited of ledger.creations.awaited) {
    if (!mayGoOn()) return;
    next();
    if (isWhole(await lookUp(awaited, context))) ledger.creations.miss(awaited);
  }
  for (const created of ledger.creations.inUse) {
    if (!mayGoOn()) return;
    next();
    if (await isOwn(created, context)) await putOutOfUse(created, context);
  }
}

/** Whether a response to a search says what there is: rows, or that nothing was found. */
const isWhole = (list: Exchange | undefined): boolean =>
  list !== undefined && (isSuccessStatus(list.status) || list.status === 404);

/** Reads lists with created resources whose ids no response has shown yet; the ledger finds them there. */
const lookUp = ({operation, lookup, value, by}: Awaited, context: AttemptContext) =>
  sent(operation, {op: lookup.by, as: by, query: {[lookup.query]: value}}, context);

/** What a request of the clean-up adds to a call. */
interface CleaningCall {
  op: string;
  as: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
}

/** Sends a request of the clean-up after what an operation created. @returns its exchange, if it was sent */
async function sent(
  {api}: Operation,
  {as, ...more}: CleaningCall,
  context: AttemptContext,
): Promise<Exchange | undefined> {
  try {
    const {results} = await execute(
      [{step: 'call', id: CLEAN_UP, api, as: as as Call['as'], ...more}],
      context,
    );
    return results.get(CLEAN_UP)?.[0];
  } catch (error) {
    // If the run is interrupted here while it waits, it ends with its results so far.
    if (!(error instanceof Blocked || error instanceof Interrupted)) throw error;
    return undefined;
  }
}

/**
 * Whether the deployment shows a resource with a value of a run. Ids that an earlier run noted may belong to somebody
 * else by now: the deployment may have been reset.
 * @param nonce the label in every value of that run
 */
export const isOfRun =
  (nonce: string): Ownership =>
  async (created, context) => {
    const {operation, id, by, value} = created;
    const {lookup, undo} = defined(operation.creates, `what ${operation.id} creates`);
    if (lookup && value !== undefined) {
      const list = await lookUp({operation, lookup, value, by}, context);
      const {shows} = context.codecs[operation.api].operation(lookup.by);
      const rows = shows ? valuesAt(list?.body, `${shows.rows}/*`) : [];
      return rows.some((row) => idText(at(row, shows?.id ?? '')) === id && isLabelled(row, nonce));
    }
    if (undo?.shownBy === undefined) return false;
    const read = await sent(operation, naming(created, undo.shownBy, context), context);
    return isLabelled(read?.body, nonce);
  };

const isLabelled = (value: unknown, nonce: string): boolean =>
  JSON.stringify(value ?? null)
    .toLowerCase()
    .includes(`pc-${nonce}`.toLowerCase());

/** A call of an operation that names a created resource in its path. */
function naming({operation, id, by}: Created, op: string, context: AttemptContext): CleaningCall {
  const {kind, undo} = defined(operation.creates, `what ${operation.id} creates`);
  const {parameters} = context.codecs[operation.api].operation(op);
  const parameter = parameters.find(({names}) => names === kind);
  const {name} = defined(parameter, `the parameter of ${op} that names a ${kind}`);
  return {op, as: by, path: {[name]: id}, ...(undo?.query && {query: undo.query})};
}

async function putOutOfUse(created: Created, context: AttemptContext): Promise<void> {
  const {operation} = created;
  const {by, idle} = defined(operation.creates?.undo, `what undoes ${operation.id}`);
  // A check may have deactivated it under another name; then the response says so.
  const exchange = await sent(operation, naming(created, by, context), context);
  if (exchange?.situations.some((situation) => idle.includes(situation)))
    context.ledger.creations.undo(created);
}
