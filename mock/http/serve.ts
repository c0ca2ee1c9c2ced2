import {TODO_NOT_KEPT, NotKept} from '../persistence/not-kept.ts';
import type {RefusedRequest} from './api-interface.ts';
import type {PreparedResponse} from './prepared-response.ts';
import type {Pipeline} from './pipeline.ts';
import type {OperationContext, RequestContext, WorldContext} from './request-context.ts';
import type {Ended, Step} from './step.ts';

/** The steps that end every request. */
type Ending = Pick<Pipeline, 'render' | 'refuse' | 'respond'>;

/** Runs the steps of an operation, and responds. */
export const serveOperation = (
  ending: Ending,
  steps: Step<OperationContext>,
  context: OperationContext,
): void => runSteps(ending, steps, context, () => respondWhenKept(ending, context));

/**
 * Runs steps. When one of them ends the request, its outcome is sent; `respond` serves a request that passed all
 * of them.
 */
export function runSteps<C extends WorldContext>(
  ending: Ending,
  steps: Step<C>,
  context: C,
  respond: () => void,
): void {
  const end = (ended: Ended | undefined): void =>
    ended ? respondWith(ending, context, ended) : respond();
  const ended = steps(context);
  if (!(ended instanceof Promise)) return end(ended);
  const fail = (error: unknown): void => respondToFault(ending, context, error);
  ended.then((result) => {
    try {
      end(result);
    } catch (error) {
      fail(error);
    }
  }, fail);
}

/** Responds with the result of an operation once its changes are persisted. */
function respondWhenKept(ending: Ending, context: OperationContext): void {
  const response = ending.render(context);
  const kept = context.persisted ?? context.duePersisted;
  if (!kept) return ending.respond(context, response);
  kept.then(
    () => ending.respond(context, response),
    (error: unknown) => respondToFault(ending, context, error),
  );
}

/** Responds with the refusal or response of the step that ended the request. */
function respondWith(ending: Ending, context: RequestContext, ended: Ended): void {
  if ('refused' in ended) return respondRefusal(ending, context, ended);
  ending.respond(context, ended);
}

/** Responds with a refusal. */
export function respondRefusal(
  ending: Ending,
  context: RequestContext,
  refused: RefusedRequest,
): void {
  context.why = refused.why;
  context.condition = refused.condition ?? context.condition;
  if (refused.headers) context.headers = {...context.headers, ...refused.headers};
  const response = ending.refuse(context, refused);
  if (response instanceof Promise)
    response
      .then((prepared) => respondAfterDue(ending, context, prepared))
      .catch((error: unknown) => respondToFault(ending, context, error));
  else respondAfterDue(ending, context, response);
}

/** Responds when the events that were due on arrival are persisted, or could not be persisted. */
function respondAfterDue(
  ending: Ending,
  context: RequestContext,
  response: PreparedResponse,
): void {
  const finish = (): void => ending.respond(context, response);
  if (context.duePersisted) context.duePersisted.then(finish, finish);
  else finish();
}

/**
 * Responds with 503 when a change could not be persisted, and with 500 to an error in the mock. The journal contains
 * the reason.
 */
export function respondToFault(ending: Ending, context: RequestContext, error: unknown): void {
  if (context.response.headersSent) return;
  if (error instanceof NotKept) {
    context.changes = [];
    return respondRefusal(ending, context, {
      refused: 'not-kept',
      why: {expected: 'a change that can be kept', got: error.message, todo: TODO_NOT_KEPT},
    });
  }
  respondRefusal(ending, context, {
    refused: 'broken',
    why: {
      expected: 'no fault in the mock',
      got: (error as Error).stack ?? String(error),
      todo: 'report it',
    },
  });
}
