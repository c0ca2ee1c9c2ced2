import {isRefused, type Done, type Refused} from '../operation.ts';
import {idOf, worldOf, type ControlRequest} from './handler.ts';
import {Problem} from './problem.ts';

/**
 * Performs a site operation of the store for a hook, and adds it to the journal.
 * @param refusedWith status of the hook's response when the operation is refused
 */
export async function perform(
  request: ControlRequest,
  operation: string,
  body: object,
  refusedWith = 200,
): Promise<Done | Refused> {
  const world = worldOf(request);
  const {outcome, entry} = await request.site.perform(world, {
    operation,
    tenant: idOf(request),
    body,
  });
  request.worlds.journal({
    at: world.now(),
    world: world.id,
    method: 'HOOK',
    path: `/${operation}`,
    status: isRefused(outcome) ? refusedWith : 200,
    ...entry,
  });
  return outcome;
}

/**
 * Performs a site operation of the store with the body of the hook, and returns its response.
 * @throws Problem with the status `refusedWith` when the operation is refused
 */
export async function performOrThrow(
  request: ControlRequest<object>,
  operation: string,
  refusedWith: 404 | 422,
): Promise<{status: 200; body: unknown}> {
  const done = await perform(request, operation, request.body, refusedWith);
  if (!isRefused(done)) return {status: 200, body: done.body};
  const {expected, got, todo} = done.why;
  throw new Problem(refusedWith, `expected ${expected}, got ${got}`, todo);
}
