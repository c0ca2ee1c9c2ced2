import {defined} from '../../../spec/defined.ts';
import type {Change} from '../../world/change.ts';
import type {OperationContext} from '../request-context.ts';
import type {Step} from '../step.ts';

/** Commits the changes of an operation atomically, and lists them for the journal. */
export const commit: Step<OperationContext> = (context) => {
  const {changes = [], effects = []} = defined(context.outcome, 'the outcome of the operation');
  if (!changes.length && !effects.length) return undefined;
  context.changes = changes.map(nameOf);
  context.persisted = context.world.commit({changes, effects});
  return undefined;
};

const nameOf = (change: Change): string =>
  `${change.table}/${'put' in change ? change.put.key : change.del}`;
