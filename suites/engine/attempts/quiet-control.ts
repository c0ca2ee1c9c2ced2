import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isAllMovable} from './across-attempts.ts';
import type {CheckAttempt} from './check-attempt.ts';
import {execute} from '../sending/execute.ts';
import {explained} from '../judging/explanation.ts';
import type {CheckVerdict} from '../verdicts/findings.ts';
import {movedBetween, readsBehind} from '../judging/others-at-work.ts';
import type {Prepared} from '../planning/prepare.ts';
import {contextFor, labelFor, type RunServices} from '../run-services.ts';

/** How often a control reading reads at least and at most, which takes less than a minute's requests. */
const READINGS = {least: 4, most: 20};

/** Milliseconds that a control reading takes at most. */
const LONGEST = 30_000;

/**
 * The verdicts of a scene with what explains those that rest on a value which moves by itself. What
 * came again in every attempt may still be somebody else's doing, where he never rests: so the value
 * is read again and again while the run does nothing else.
 * @param attempts what each attempt came to, for each verdict
 * @param lasted milliseconds that the attempts took together
 * @returns for each verdict the same, or what takes its place
 */
export async function explainedByControl(
  verdicts: CheckVerdict[],
  attempts: CheckAttempt[][],
  scene: Prepared,
  lasted: number,
  services: RunServices,
): Promise<CheckVerdict[]> {
  const areMovable = verdicts.map(
    ({verdict}, index) =>
      verdict === 'failed' &&
      attempts[index]?.some((one) => !one.reused && isAllMovable(one)) === true,
  );
  const movable = verdicts.filter((_, index) => areMovable[index]);
  const calls = readsBehind(
    movable.flatMap(({violations}) => violations),
    scene,
  );
  if (!calls.length) return verdicts;
  const moved = await movingOps(calls, scene, lasted, services);
  return verdicts.map((verdict, index) => {
    const ops = readsBehind(verdict.violations, scene).map((call) => call.op);
    const op = ops.find((one) => moved.has(one));
    if (!areMovable[index] || op === undefined) return verdict;
    const reason = `somebody else is at work on the deployment: what ${op} shows moved while the run only read it`;
    return explained(verdict, {reason});
  });
}

/** The operations whose responses changed while nothing but them was sent. */
async function movingOps(
  calls: Call[],
  {scene, requests}: Prepared,
  lasted: number,
  services: RunServices,
): Promise<Set<string>> {
  const id = `${scene.id} in quiet`;
  const environment = await services.target.open(id);
  try {
    const label = labelFor(services, id, 0);
    const {cache: _unused, ...context} = contextFor(services, environment, label);
    const steps = calls.map(({expects: _situation, until: _until, ...call}) => call);
    // Others have as many requests, and as much time, as in the scene to do something.
    const times = Math.max(READINGS.least, Math.min(READINGS.most, requests));
    const pause = Math.min(lasted, LONGEST) / times;
    const reads: Exchange[] = [];
    for (let count = 0; count < times; count += 1) {
      reads.push(...[...(await execute(steps, context)).values()].flat());
      await environment.wait(pause);
    }
    const ops = new Set(calls.map(({op}) => op));
    return new Set([...ops].filter((op) => movedBetween(reads.filter((read) => read.op === op))));
  } catch {
    // Without a control reading nobody knows: what came again accuses.
    return new Set();
  } finally {
    await environment.close().catch(() => undefined);
  }
}
