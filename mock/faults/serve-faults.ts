import {actName, ACTS} from './acts.ts';
import {answerStatus} from './answer-status.ts';
import {changeOf} from './changed-operation.ts';
import {chance, chooseFault, tallyOf} from './choose-fault.ts';
import type {FaultAct, OrderedFault} from './fault-rule.ts';
import type {FaultParts, FaultPlace, GatedRequest} from './gate.ts';
import {
  changeResponse,
  drip,
  half,
  late,
  neverAfter,
  resetAfter,
  type Connection,
} from './late-acts.ts';
import {NOTE, notesOf, orderFault, type RequestFault} from './ordered-fault.ts';
import {peekBody} from './peek-body.ts';
import {factsOf} from './request-facts.ts';

/** Serves a request to a world with rules: as the first rule that acts says, or as always. */
export function serveFaults(parts: FaultParts, place: FaultPlace, gated: GatedRequest): void {
  const serve = (body?: Buffer): void => serveWith(parts, place, gated, body);
  if (!asksForMessage(place, gated)) return serve();
  peekBody(gated.request).then(serve, (error: unknown) => gated.response.destroy(error as Error));
}

/** Whether a rule asks for the tool that a message calls. */
function asksForMessage({interface: at}: FaultPlace, {request, world}: GatedRequest): boolean {
  if (at !== 'mcp' || request.method !== 'POST') return false;
  return (world.settings.faults ?? []).some(({match, act}) => {
    const name = actName(act);
    return match?.operation !== undefined || (name && ACTS[name].operations !== undefined);
  });
}

function serveWith(
  parts: FaultParts,
  place: FaultPlace,
  gated: GatedRequest,
  body: Buffer | undefined,
): void {
  const {request, response, world} = gated;
  const facts = factsOf(place, gated, body);
  const rule = chooseFault(world, facts);
  if (!rule) return place.app(request, response);
  const change = changeOf(rule.act);
  const note = `${NOTE}${rule.id}: ${described(rule.act)}`;
  const fault: RequestFault = {rule, note, isNoted: false, ...(change && {change})};
  orderFault(request, fault);
  const [operation] = facts.operations().slice(-1);
  const journal = (status: number): void =>
    parts.worlds.journal({
      at: world.now(),
      world: world.id,
      method: facts.method,
      path: gated.path,
      status,
      situation: 'fault-ordered',
      operation,
      notes: notesOf(request),
    });
  if (isBefore(rule.act)) return actBefore(place, gated, rule.act, journal);
  // The app's own entry has the note, if there is one.
  response.once('close', () =>
    process.nextTick(() => fault.isNoted || journal(isSent(rule.act) ? response.statusCode : 0)),
  );
  actAfter({request, response, ports: parts.ports}, rule, gated);
  place.app(request, response);
}

/** Whether an act takes the place of the app. */
const isBefore = ({status, reset, never}: FaultAct): boolean =>
  status !== undefined || reset === 'before' || never === true || never === 'before';

/** Whether the client gets a status. */
const isSent = ({reset, never}: FaultAct): boolean => reset === undefined && never === undefined;

function actBefore(
  place: FaultPlace,
  gated: GatedRequest,
  act: FaultAct,
  journal: (status: number) => void,
): void {
  if (act.status !== undefined) answerStatus(place, gated, act);
  else if (act.reset !== undefined) gated.request.socket.resetAndDestroy();
  journal(act.status ?? 0);
}

/** Changes what the client gets of the app's response. */
function actAfter(connection: Connection, rule: OrderedFault, gated: GatedRequest): void {
  const {act} = rule;
  const ms = latencyOf(rule, gated);
  if (ms !== undefined) changeResponse(connection, late(ms));
  else if (act.reset) changeResponse(connection, resetAfter);
  else if (act.half_body) changeResponse(connection, half);
  else if (act.never) changeResponse(connection, neverAfter);
  else if (act.drip !== undefined) changeResponse(connection, drip(act.drip));
}

/** Milliseconds by which a response is late. */
function latencyOf({id, act}: OrderedFault, {world}: GatedRequest): number | undefined {
  const {latency} = act;
  if (typeof act.return === 'object') return act.return.late_ms;
  if (!latency) return act.latency_ms;
  const {fired} = tallyOf(world, id);
  const draw = (purpose: string): number => chance(world.seed, `${id}:${purpose}`, fired);
  if ('min_ms' in latency)
    return Math.round(latency.min_ms + draw('latency') * (latency.max_ms - latency.min_ms));
  // Box and Muller's transform makes a normal number of two even ones.
  const normal =
    Math.sqrt(-2 * Math.log(1 - draw('radius'))) * Math.cos(2 * Math.PI * draw('angle'));
  return Math.min(MAX_DRAWN_MS, Math.round(latency.median_ms * Math.exp(latency.sigma * normal)));
}

/** The longest time that a distribution gives. */
const MAX_DRAWN_MS = 600_000;

/** An act for people: `status 503, retry_after 1`. */
const described = (act: FaultAct): string =>
  Object.entries(act)
    .filter(([name]) => name !== 'body')
    .map(([name, value]) => (value === true ? name : `${name} ${JSON.stringify(value)}`))
    .join(', ')
    .replaceAll('"', '');
