import {notesOf} from '../../faults/ordered-fault.ts';
import type {Why} from '../../operation.ts';
import type {Worlds} from '../../world/worlds.ts';
import type {Ports} from '../../world/ports.ts';
import type {OutcomeTable} from '../outcome-table.ts';
import {send, type PreparedResponse} from '../prepared-response.ts';
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
    const entry = {
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
      notes: notesOf(context.request),
    };
    worlds.journal(entry);
    if (context.unauthenticated) worlds.unroutedJournal.add(entry);
  };

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
