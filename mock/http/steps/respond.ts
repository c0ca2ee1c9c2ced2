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
import {unknownQuery, whyUnknownQuery} from '../unknown-query.ts';

/** Sends a response and adds it to the journal, with the rule behind a refusal. */
export type Respond = (context: RequestContext, response: PreparedResponse) => void;

export const respond =
  (outcomes: OutcomeTable, worlds: Worlds, ports: Ports): Respond =>
  (context, response) => {
    const {tool, world, method, path, worldId, changes} = context;
    const {status, situation} = response;
    const why = withUnknownQuery(context, status);
    if (tool) tool.respond(response);
    else send(context.response, response, method === 'HEAD');
    const operation = context.operation?.contract.id;
    const isExplained = why !== undefined && status >= 400 && operation !== undefined;
    const entry: NewEntry = {
      at: world?.now() ?? ports.now(),
      world: worldId,
      method,
      path,
      status,
      situation,
      operation,
      rule: isExplained ? ruleBehind(outcomes, operation, situation, context.condition) : undefined,
      why,
      changes: changes?.length ? changes : undefined,
      duration_ms: worlds.since(context.begun),
      credential: context.credential && nameOf(context.credential),
      notes: context.notes,
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

/** Adds a query parameter without effect to the reason of a refusal, which may be its consequence, or to a success. */
function withUnknownQuery(
  {tool, operation, input, path, why}: RequestContext,
  status: number,
): Why | undefined {
  if (tool || !operation || !input) return why;
  if (!why) return status < 400 ? whyUnknownQuery(path, operation.query) : undefined;
  const unknown = unknownQuery(path, operation.query);
  return unknown === undefined ? why : {...why, todo: `${why.todo}; ${unknown}`};
}

const ruleBehind = (
  outcomes: OutcomeTable,
  operation: string,
  situation: string,
  condition: string | undefined,
): string | undefined =>
  outcomes.rule(operation, situation, condition) ?? outcomes.rule(operation, situation);
