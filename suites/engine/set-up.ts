import type {Exchange} from '../../spec/step.ts';
import {execute} from './execute.ts';
import type {Prepared} from './prepare.ts';
import type {AttemptContext} from './attempt-context.ts';
import type {RunServices} from './run-services.ts';

/**
 * Sends the set-up of a scene. On a shared target a lasting set-up is sent once for all scenes.
 * @returns its exchanges by step id
 */
export async function setUp(
  {scene: {given}, given: steps}: Prepared,
  context: AttemptContext,
  {target, setups}: RunServices,
): Promise<Map<string, Exchange>> {
  const lasting = target.shared && given?.lasting ? given.id : undefined;
  const made = lasting === undefined ? undefined : setups.get(lasting);
  if (made) return new Map(made);
  const known = new Map<string, Exchange>();
  await execute(steps, context, known);
  if (lasting !== undefined) setups.set(lasting, new Map(known));
  return known;
}
