import {DAY_MS} from '../../../../spec/durations.ts';
import type {Step} from '../../../../spec/step.ts';
import type {PreparedScene} from '../../plan/prepare.ts';
import type {Target} from '../../../target/target.ts';
import type {SendServices} from '../send-services.ts';
import {movesFar} from '../../plan/scene-order.ts';
import {everyStep} from '../../plan/steps.ts';

/** Milliseconds of a rolling day (Limits of both documents), with a margin for the difference of two clocks. */
const ROLLING_DAY = DAY_MS + 60_000;

/** Hooks that leave a few units of a daily quota. */
const OF_DAILY_QUOTAS = ['leave-runs', 'leave-reads'];

/**
 * If the hook `advance` can move the clock, lets a day pass before the scenes that exhaust a limit, and
 * before those that move the clock far. Then the metered runs and the reads that the run has used of the
 * daily quotas are available again.
 * @param before the scene that was run before
 */
export async function letDayPassBefore(
  scene: PreparedScene,
  before: PreparedScene | undefined,
  {target, sharedTarget}: SendServices,
): Promise<void> {
  const isFirst = before !== undefined && kindOf(scene) !== kindOf(before);
  if (!sharedTarget || !isFirst || kindOf(scene) === 'plain') return;
  await moveToNextDay(target);
}

/**
 * Lets a day pass if a daily quota was used up during a scene and the hook `advance` can move the clock.
 * @returns whether the scene can be run again
 */
export async function letSpentDayPass({target, sharedTarget}: SendServices): Promise<boolean> {
  if (!sharedTarget?.rateLimitRetry.isDaySpent || !(await moveToNextDay(target))) return false;
  sharedTarget.rateLimitRetry.beginDay();
  return true;
}

/**
 * If the hook `advance` can move the clock, lets a day pass before another attempt at a scene whose hook
 * leaves a few units of a daily quota. What the attempt before used cannot be taken back, and may have been
 * more than the quota allows: then the quota would refuse the next attempt for that reason.
 */
export async function letDayPassAgain(
  {given, act}: PreparedScene,
  {target, sharedTarget}: SendServices,
): Promise<void> {
  if (sharedTarget && [...everyStep([...given, ...act])].some(leavesLittleOfDay))
    await moveToNextDay(target);
}

/** Whether a step is a hook that leaves a few metered runs, or reads, of a day. */
const leavesLittleOfDay = (step: Step): boolean =>
  step.step === 'control' && OF_DAILY_QUOTAS.includes(step.verb);

/** @returns whether the clock was moved */
async function moveToNextDay(target: Target): Promise<boolean> {
  if (target.lacks('control:advance')) return false;
  const environment = await target.open('the next day');
  try {
    await environment.advance(ROLLING_DAY);
    return true;
  } catch {
    // The hook also fails for the scenes that need it, whose results give the reason.
    return false;
  } finally {
    await environment.close();
  }
}

function kindOf(scene: PreparedScene): 'far' | 'exhausts' | 'plain' {
  if (movesFar(scene)) return 'far';
  return scene.exhausts ? 'exhausts' : 'plain';
}
