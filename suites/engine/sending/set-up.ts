import {execute} from './execute.ts';
import type {SetUpRun} from '../scene-run.ts';
import type {PreparedScene} from '../planning/prepare.ts';
import type {AttemptContext} from './attempt-context.ts';
import type {RunServices} from '../run-services.ts';

/** Sends the set-up of a scene. On a shared target a reusable set-up is sent once for all scenes. */
export async function setUp(
  {setUp: declared, given}: PreparedScene,
  context: AttemptContext,
  {target, setups}: RunServices,
): Promise<SetUpRun> {
  const reusableId = target.shared && declared?.reusable ? declared.id : undefined;
  const made = reusableId === undefined ? undefined : setups.get(reusableId);
  if (made) return made;
  const {results, lastByStep} = await execute(given, context);
  const setup = {lastByStep, exchanges: given.flatMap(({id}) => results.get(id) ?? [])};
  if (reusableId !== undefined) setups.set(reusableId, setup);
  return setup;
}
