import {execute} from './execute.ts';
import type {SetUpRun} from '../attempts/scene-run.ts';
import type {Prepared} from '../planning/prepare.ts';
import type {AttemptContext} from './attempt-context.ts';
import type {RunServices} from '../run-services.ts';

/** Sends the set-up of a scene. On a shared target a reusable set-up is sent once for all scenes. */
export async function setUp(
  {scene: {given}, given: steps}: Prepared,
  context: AttemptContext,
  {target, setups}: RunServices,
): Promise<SetUpRun> {
  const reusableId = target.shared && given?.reusable ? given.id : undefined;
  const made = reusableId === undefined ? undefined : setups.get(reusableId);
  if (made) return made;
  const {results, lastByStep} = await execute(steps, context);
  const setup = {lastByStep, exchanges: steps.flatMap(({id}) => results.get(id) ?? [])};
  if (reusableId !== undefined) setups.set(reusableId, setup);
  return setup;
}
