import {notesOf as notesOfFault} from '../../faults/ordered-fault.ts';
import type {Why} from '../../operation.ts';
import type {NewEntry} from '../../world/journal.ts';
import type {SentMessage} from '../../world/kept-messages.ts';
import type {Worlds} from '../../world/worlds.ts';
import type {Ports} from '../../world/ports.ts';
import type {IssuedCredential} from '../api-interface.ts';
import type {OutcomeTable} from '../outcome-table.ts';
import {send, type PreparedResponse} from '../prepared-response.ts';
import {recordedRequest} from '../recorded.ts';
import type {RequestContext} from '../request-context.ts';
import type {Unread} from '../unread.ts';
import {dateOf} from '../world-time.ts';

/** Sends a response and adds it to the journal, with the rule behind a refusal. */
export type Respond = (context: RequestContext, response: PreparedResponse) => void;

export const respond =
  (outcomes: OutcomeTable, unread: Unread, worlds: Worlds, ports: Ports): Respond =>
  (context, response) => {
    const {tool, world, method, path, worldId, changes, credential} = context;
    const {status, situation} = response;
    const noticed = context.operation && !tool ? unread.of(context, context.operation) : [];
    const why = status < 400 ? context.why : withNoticed(context.why, noticed);
    if (tool) tool.respond(response);
    else send(context.response, response, method === 'HEAD', world && dateOf(world));
    const operation = context.operation?.contract.id;
    const entry: NewEntry = {
      at: world?.now() ?? ports.now(),
      world: worldId,
      method,
      path,
      status,
      situation,
      operation,
      rule: ruleOf(outcomes, context, response, why),
      why,
      changes: changes?.length ? changes : undefined,
      duration_ms: worlds.since(context.begun),
      credential: credential && nameOf(credential),
      notes: notesOf(context, noticed, status),
      messages: {request: requestOf(context), response},
    };
    worlds.journal(entry);
    if (context.unauthenticated) worlds.unroutedJournal.add(entry);
  };

/** The name of a credential: its role in the template, or its id. */
const nameOf = ({role, key}: IssuedCredential): string => role ?? key;

/** What was sent: for a tool call the request that the message came with. */
const requestOf = ({tool, request, sent}: RequestContext): SentMessage =>
  tool ? recordedRequest(request) : {headers: request.rawHeaders, body: sent};

/**
 * Adds parts of the request without effect to the reason of a refusal, which may be their consequence, except for those
 * about which it asks already.
 */
function withNoticed(why: Why | undefined, noticed: readonly string[]): Why | undefined {
  if (!why || !noticed.length) return why;
  const asked = [...why.todo.matchAll(/ instead of (\S+)\?/g)].map(([, name]) => `/${name} has no`);
  const more = noticed.filter((sentence) => !asked.some((words) => sentence.includes(words)));
  return {...why, todo: [why.todo, ...more].join('; ')};
}

/** What the mock did because of a request, and what it noticed about one that it accepted. */
function notesOf(
  {request, notes = []}: RequestContext,
  noticed: readonly string[],
  status: number,
): string[] | undefined {
  const ofFault = notesOfFault(request) ?? [];
  const ofRequest = status < 400 ? noticed : [];
  const all = [...ofFault, ...notes, ...ofRequest];
  return all.length ? all : undefined;
}

/** The rule behind a refusal that is explained. */
function ruleOf(
  outcomes: OutcomeTable,
  {operation, condition}: RequestContext,
  {status, situation}: PreparedResponse,
  why: Why | undefined,
): string | undefined {
  if (!why || status < 400 || !operation) return undefined;
  const {id} = operation.contract;
  return outcomes.rule(id, situation, condition) ?? outcomes.rule(id, situation);
}
