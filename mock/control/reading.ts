import {isRefused} from '../operation.ts';
import {generateReading, type GeneratedReading} from '../store/reading/generate.ts';
import type {ContinuedReading, RecordedReading} from '../store/reading/record-session.ts';
import {perform} from './checkout.ts';
import {idOf, orUnprocessable, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/**
 * What readers do, and the feature that shows it. They have no path of their own: `callHook` calls
 * them, with the store as id.
 */
export const readingHooks: Record<string, Handler> = {
  recordReading: (request: ControlRequest<RecordedReading>) => done(request, 'recordReading'),
  continueReading: (request: ControlRequest<ContinuedReading>) => done(request, 'continueReading'),
  switchConsumption: (request: ControlRequest<{on: boolean}>) => done(request, 'switchConsumption'),

  async generateReading(request: ControlRequest<Omit<GeneratedReading, 'store'>>) {
    const wanted = {...request.body, store: idOf(request)};
    await orUnprocessable(() => generateReading(worldOf(request), wanted));
    return {status: 200, body: {sessions: wanted.sessions}};
  },
};

/** @throws Problem 422 for a user, content or session that the store does not have */
async function done(request: ControlRequest<object>, operation: string) {
  const outcome = await perform(request, operation, request.body, 422);
  if (!isRefused(outcome)) return {status: 200 as const, body: outcome.body};
  const {expected, got, todo} = outcome.why;
  throw new Problem(422, `expected ${expected}, got ${got}`, todo);
}
