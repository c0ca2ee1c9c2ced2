import {defined} from '../../../spec/defined.ts';
import type {OperationContext} from '../request-context.ts';
import type {Step} from '../step.ts';
import {viewOfTenant} from './perform.ts';

/** The note of every skipped wait begins with it. */
const NOTE = 'skip-waits moved the clock ';

/** Whether all that an entry of the journal notes is a wait that was skipped, as the user ordered. */
export const isOnlySkipped = ({notes = []}: {notes?: readonly string[] | undefined}): boolean =>
  notes.length > 0 && notes.every((note) => note.startsWith(NOTE));

/** In a world that skips waits, moves the clock to the next due event when the request polls what waits for one. */
export const skipWait: Step<OperationContext> = (context) => {
  const {world, operation} = context;
  if (!world.settings.skipWaits || !operation.waits) return undefined;
  const input = defined(context.input, 'the input of the operation');
  const skipped = world.skipWait(operation.waits(viewOfTenant(context, input), input));
  if (!skipped) return undefined;
  context.duePersisted = skipped.persisted ?? context.duePersisted;
  const now = new Date(world.now()).toISOString();
  const note = `${NOTE}by ${skipped.ms} ms to the next event that was due: ${now}`;
  context.notes = [...(context.notes ?? []), note];
  return undefined;
};
