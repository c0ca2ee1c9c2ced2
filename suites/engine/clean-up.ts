import type {Operation} from '../../spec/contract.ts';
import type {Target} from '../target/target.ts';
import type {RunContext} from './run-context.ts';
import {Blocked} from './blocked.ts';
import {execute} from './execute.ts';
import type {Made} from './ledger.ts';

/**
 * Puts out of use what the run made and left in use, on a shared target that allows changes
 * (`x-creates.undo`): the APIs offer no removal, but a test user need not stay active. What could
 * not be put out stays, and the residue says so.
 * @param room requests that may still be sent
 * @returns requests that were sent
 */
export async function cleanUp(
  target: Target,
  context: RunContext,
  room = Infinity,
): Promise<number> {
  const before = context.ledger.requests;
  for (const made of context.ledger.inUse) {
    if (
      context.ledger.requests - before >= room ||
      context.signal?.aborted ||
      target.lacks('spend:changes')
    )
      break;
    await putOut(made, context);
  }
  return context.ledger.requests - before;
}

async function putOut(made: Made, context: RunContext): Promise<void> {
  const {operation, id, by} = made;
  const {
    kind,
    undo: {by: op, idle},
  } = operation.creates as Required<NonNullable<Operation['creates']>>;
  const name = context.codecs[operation.api]
    .operation(op)
    .parameters.find(({names}) => names === kind)!.name;
  try {
    const results = await execute(
      [{step: 'call', id: 'clean-up', api: operation.api, op, as: by, path: {[name]: id}}],
      context,
    );
    // It may have been put out under another name: then this says so.
    if (results.get('clean-up')![0]!.situations.some((situation) => idle.includes(situation)))
      made.undone = true;
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
  }
}
