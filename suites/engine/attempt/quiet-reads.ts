import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isAllMovable} from './across-attempts.ts';
import type {CheckAttempt} from './check-attempt.ts';
import {execute} from '../send/execute.ts';
import {explained} from '../judge/explanation.ts';
import type {CheckVerdict} from '../judge/place-results.ts';
import {movedBetween, readsBehind} from '../judge/others-at-work.ts';
import {isForTests} from '../plan/deployment-for-tests.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import {type RunServices} from '../judge/run-services.ts';
import {labelFor} from '../send/send-services.ts';
import {contextFor} from '../send/send-services.ts';

/** The least and the most quiet reads of a value, fewer than the requests of a minute. */
const READINGS = {least: 4, most: 20};

/** The longest duration of quiet reads in milliseconds. */
const MAX_QUIET_MS = 30_000;

/** The same where nobody else uses the deployment: only what it does by itself can move a value. */
const MAX_QUIET_ALONE_MS = 5000;

/**
 * Explains verdicts that depend on a value which another client keeps changing. A violation in every
 * attempt may still be caused by a client that is permanently active: so the value is read repeatedly
 * while the run sends nothing else.
 * @param attempts the attempts, for each verdict
 * @param lasted the total duration of the attempts in milliseconds
 * @returns for each verdict itself or its replacement
 */
export async function explainedByQuietReads(
  verdicts: CheckVerdict[],
  attempts: CheckAttempt[][],
  scene: PreparedScene,
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
    return explained(verdict, {reason: reasonFor(op, services)});
  });
}

/** Nobody is blamed where nobody else uses the deployment. */
function reasonFor(op: string, {target}: RunServices): string {
  const moved = `what ${op} shows moved while the run only read it`;
  return isForTests(target)
    ? `${moved}: run again`
    : `somebody else is at work on the deployment: ${moved}`;
}

/** The operations whose responses changed although the run sent only these reads. */
async function movingOps(
  calls: Call[],
  {id: sceneId, requests}: PreparedScene,
  lasted: number,
  services: RunServices,
): Promise<Set<string>> {
  const id = `${sceneId} in quiet`;
  const environment = await services.target.open(id);
  try {
    const label = labelFor(services, id, 0);
    const {cache: _unused, ...context} = contextFor(services, environment, label);
    const steps = calls.map(({expects: _situation, until: _until, ...call}) => call);
    // Other clients get as many requests and as much time to act as in the scene.
    const times = Math.max(READINGS.least, Math.min(READINGS.most, requests));
    const most = isForTests(services.target) ? MAX_QUIET_ALONE_MS : MAX_QUIET_MS;
    const pause = Math.min(lasted, most) / times;
    const reads: Exchange[] = [];
    for (let count = 0; count < times; count += 1) {
      reads.push(...[...(await execute(steps, context)).results.values()].flat());
      await environment.wait(pause);
    }
    const ops = new Set(calls.map(({op}) => op));
    return new Set([...ops].filter((op) => movedBetween(reads.filter((read) => read.op === op))));
  } catch {
    // If the quiet reads fail, the confirmed violation counts.
    return new Set();
  } finally {
    await environment.close().catch(() => undefined);
  }
}
