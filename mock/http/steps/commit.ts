import {defined} from '../../../spec/defined.ts';
import {nameOfChange} from '../../world/events.ts';
import type {OperationContext} from '../request-context.ts';
import type {Step} from '../step.ts';

/** Commits the changes of an operation atomically, and lists them for the journal. */
export const commit: Step<OperationContext> = (context) => {
  const {changes = [], effects = []} = defined(context.outcome, 'the outcome of the operation');
  if (!changes.length && !effects.length) return undefined;
  context.changes = changes.map(nameOfChange);
  context.persisted = context.world.commit({changes, effects});
  return undefined;
};
