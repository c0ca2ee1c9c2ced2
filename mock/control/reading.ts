import {generateReading, type GeneratedReading} from '../store/reading/generate.ts';
import type {ContinuedReading, RecordedReading} from '../store/reading/record-session.ts';
import {instantOf} from './clock.ts';
import {performOrThrow} from './site-hooks.ts';
import {idOf, orUnprocessable, worldOf, type ControlRequest, type Handler} from './handler.ts';

/**
 * Actions of readers, and the switch of the feature that shows them. They have no path of their own: `callHook` calls
 * them, with the store as id.
 */
export const readingHooks: Record<string, Handler> = {
  recordReading(request: ControlRequest<RecordedReading>) {
    const {started_at: started} = request.body;
    if (started !== undefined) instantOf(started, 'started_at');
    return performOrThrow(request, 'recordReading', 422);
  },
  continueReading: (request: ControlRequest<ContinuedReading>) =>
    performOrThrow(request, 'continueReading', 422),
  switchConsumption: (request: ControlRequest<{on: boolean}>) =>
    performOrThrow(request, 'switchConsumption', 422),

  async generateReading(request: ControlRequest<Omit<GeneratedReading, 'store'>>) {
    const wanted = {...request.body, store: idOf(request)};
    await orUnprocessable(() => generateReading(worldOf(request), wanted));
    return {status: 200, body: {sessions: wanted.sessions}};
  },
};
