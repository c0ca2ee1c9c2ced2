import type {RefusedRequest} from './api-interface.ts';
import type {PreparedResponse} from './prepared-response.ts';
import type {Pipeline} from './pipeline.ts';
import type {OperationContext, RequestContext} from './request-context.ts';
import type {Ended, Step} from './step.ts';

/** The parts of a pipeline that every request meets at its end. */
type Ending = Pick<Pipeline, 'render' | 'refuse' | 'respond'>;

/** Takes a request along steps, and responds: with what ended its way, or with the work's result. */
export function serveOperation(
  ending: Ending,
  steps: Step<OperationContext>,
  context: OperationContext,
): void {
  const ended = steps(context);
  if (ended instanceof Promise)
    ended
      .then((result) => conclude(ending, context, result))
      .catch((error: unknown) => respondToFault(ending, context, error));
  else conclude(ending, context, ended);
}

function conclude(ending: Ending, context: OperationContext, ended: Ended | undefined): void {
  if (ended) return respondWith(ending, context, ended);
  const response = ending.render(context);
  const kept = context.kept ?? context.settled;
  if (!kept) return ending.respond(context, response);
  kept.then(
    () => ending.respond(context, response),
    (error: unknown) => respondToFault(ending, context, error),
  );
}

/** Responds with the refusal or response that a step has ended the way with. */
export function respondWith(ending: Ending, context: RequestContext, ended: Ended): void {
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
      .then((prepared) => respondSettled(ending, context, prepared))
      .catch((error: unknown) => respondToFault(ending, context, error));
  else respondSettled(ending, context, response);
}

/** Responds when what fell due on arrival is kept, or could not be kept. */
function respondSettled(ending: Ending, context: RequestContext, response: PreparedResponse): void {
  const finish = (): void => ending.respond(context, response);
  if (context.settled) context.settled.then(finish, finish);
  else finish();
}

/** Responds to a fault of the mock with 500; the journal has its stack. */
export function respondToFault(ending: Ending, context: RequestContext, error: unknown): void {
  if (context.response.headersSent) return;
  respondRefusal(ending, context, {
    refused: 'broken',
    why: {
      expected: 'no fault in the mock',
      got: (error as Error).stack ?? String(error),
      todo: 'report it',
    },
  });
}
