import {defined} from '../../../spec/defined.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {absentApi} from '../facts/absent-api.ts';
import {acrossAttempts, isUnconfirmed} from './across-attempts.ts';
import type {CheckAttempt} from './check-attempt.ts';
import {MAX_COMPARING_ATTEMPTS, replayFrom, verdictsAfterComparison} from './compare-values.ts';
import {attempt, type AttemptPlan} from './attempt.ts';
import {isFailedOrUndecided} from './unconfirmed-move.ts';
import type {AttemptResult} from './attempt-result.ts';
import type {SceneCache} from '../send/cache/scene-cache.ts';
import {unjudged, type DecidedCheck, type PlaceResults} from '../judge/place-results.ts';
import type {ListsSeen} from '../send/late-lists.ts';
import {isWitnessed, verdictOfPassive} from '../judge/passive-verdict.ts';
import {isForTests} from '../plan/deployment-for-tests.ts';
import {sendsItself, withClassesOf, type PreparedScene} from '../plan/prepare.ts';
import {failRulesThatBlock} from './violations-elsewhere.ts';
import {explainedByQuietReads} from './quiet-reads.ts';
import {listsOnTime, listsThatWereLate, mayBeLate} from './lists-across-attempts.ts';
import type {RunServices} from '../judge/run-services.ts';

/**
 * The most attempts from scratch, whatever the reason for another one: requests of a race that did
 * not overlap, a disturbance, a violation to confirm, or a list that shows changes late.
 */
const MAX_ATTEMPTS = 4;

/** The most attempts while a gateway or server errors disturb them. */
const MAX_DISTURBED_ATTEMPTS = 3;

/**
 * More than all attempts at a scene in one day of its deployment. After a day that was spent in the middle of
 * the scene, further attempts have higher numbers, since the number of an attempt is part of its fresh values.
 */
export const ATTEMPTS_OF_A_DAY = 100;

/**
 * Decides the checks of one scene: without sending anything if that is possible, by reusing requests
 * of earlier scenes if the checks then pass, and otherwise with requests of its own.
 * @param earlier the highest number of an attempt that was made before, for another decision
 */
export async function decideScene(
  scene: PreparedScene,
  checks: Check[],
  placeResults: PlaceResults,
  services: RunServices,
  earlier = 0,
): Promise<DecidedCheck[]> {
  const unsent = withoutSending(scene, checks, placeResults, services);
  if (unsent) return unsent;
  const began = services.clock.now();
  const {latest, results} = await makeAttempts(
    attemptsAt(scene, checks, services, earlier),
    placeResults,
    services,
  );
  const lasted = services.clock.now() - began;
  const attempts = checks.map((_, index) => attemptsOf(results, index));
  const {target, sharedTarget} = services;
  const verdicts = attempts.map((one) =>
    acrossAttempts(one, {
      listsShowChangesLate: sharedTarget?.lists.showChangesLate,
      isAlone: isForTests(target),
      renewals: sharedTarget?.renewals,
    }),
  );
  const inQuiet = await explainedByQuietReads(verdicts, attempts, latest, lasted, services);
  const exchanges = results.flatMap((result) => result.exchanges);
  services.coverage.note(latest, checks, exchanges);
  sharedTarget?.answered.note(latest, exchanges);
  const compared = await verdictsAfterComparison(
    {scene: latest, checks, verdicts: inQuiet, results, earlier},
    placeResults,
    services,
  );
  const replay = replayFrom(earlier + MAX_COMPARING_ATTEMPTS, placeResults, services);
  const last = results.at(-1)?.exchanges ?? [];
  const blocked = {scene: latest, checks, verdicts: compared, exchanges: last};
  await failRulesThatBlock(blocked, placeResults, services, replay);
  return checks.map((check, index) => ({check, verdict: defined(compared[index], check.place)}));
}

/**
 * Runs a scene until an attempt decides its checks, or another attempt is not worth its requests.
 * @returns the scene with the values of the last attempt, and the result of each attempt
 */
async function makeAttempts(
  plans: [AttemptPlan, ...AttemptPlan[]],
  placeResults: PlaceResults,
  services: RunServices,
): Promise<{latest: PreparedScene; results: AttemptResult[]}> {
  const [{scene, checks}] = plans;
  const {lists, pacer} = services.sharedTarget ?? {};
  const results: AttemptResult[] = [];
  let latest = scene;
  for (const plan of plans) {
    const readsListsAgain = checks.some((_, index) => mayBeLate(attemptsOf(results, index)));
    const result = await attempt({...plan, scene: latest, readsListsAgain}, placeResults, services);
    // Attempts from scratch use values of the same classes as the reused requests.
    latest = withClassesOf(latest, result.taken);
    if (hasWaitedInVain(results.at(-1), result)) pacer?.time.moveBeforeBursts();
    const {beforeReadingAgain} = result;
    if (beforeReadingAgain) results.push(beforeReadingAgain);
    results.push(result);
    if (lists) noteLists(lists, results);
    if (!shouldRetry(results, services)) break;
  }
  return {latest, results};
}

/** Notes which lists have shown changes late or at once, after another attempt. */
function noteLists(lists: ListsSeen, results: AttemptResult[]): void {
  const checkAttempts = results.at(-1)?.checkAttempts ?? [];
  for (const index of checkAttempts.keys())
    lists.noteLate(listsThatWereLate(attemptsOf(results, index)));
  lists.noteOnTime(new Set(checkAttempts.flatMap(listsOnTime)));
}

/** Whether an attempt waited instead of an unconfirmed move of the clock, and failed or decided nothing all the same. */
const hasWaitedInVain = (
  before: AttemptResult | undefined,
  {checkAttempts}: AttemptResult,
): boolean =>
  before?.outcome === 'unconfirmed-clock-move' &&
  checkAttempts.some(({verdict}) => isFailedOrUndecided(verdict));

const attemptsOf = (results: AttemptResult[], index: number): CheckAttempt[] =>
  results.flatMap(({checkAttempts}) => checkAttempts[index] ?? []);

/** Whether another attempt at a scene is worth its requests. */
function shouldRetry(results: AttemptResult[], {target}: RunServices): boolean {
  const last = results.at(-1);
  switch (last?.outcome) {
    case 'undecided-reusing':
    case 'timing-did-not-fit':
    case 'unconfirmed-clock-move':
      return true;
    // Without the hook an attempt waits as long as the link is valid.
    case 'used-too-late':
      return (
        target.lacks('control:advance') === undefined ||
        results.filter(({outcome}) => outcome === 'used-too-late').length < 2
      );
    case 'disturbed':
      return !isDisturbedAgain(results);
    case 'to-be-confirmed':
    case 'decided-afresh':
      return last.checkAttempts.some((_, index) => {
        const attempts = attemptsOf(results, index);
        return isUnconfirmed(attempts) || mayBeLate(attempts);
      });
    default:
      return false;
  }
}

/**
 * Whether the same requests were disturbed twice, server errors have stood twice in place of a limit's refusals, or the
 * most attempts have been disturbed.
 */
function isDisturbedAgain(results: AttemptResult[]): boolean {
  const byErrors = results.filter(({checkAttempts: [first]}) => first?.refusedByErrors);
  if (byErrors.length >= 2) return true;
  const disturbed = results.flatMap(({outcome, checkAttempts: [first]}) =>
    outcome === 'disturbed' ? [[...(first?.disturbed ?? [])].join(' ')] : [],
  );
  return disturbed.length >= MAX_DISTURBED_ATTEMPTS || new Set(disturbed).size < disturbed.length;
}

/** The possible attempts at a scene, in order. Each is made only if the earlier ones decided nothing. */
function attemptsAt(
  scene: PreparedScene,
  checks: Check[],
  services: RunServices,
  earlier: number,
): [AttemptPlan, ...AttemptPlan[]] {
  const afresh = (number: number): AttemptPlan => ({scene, checks, number: earlier + number});
  const more = Array.from({length: MAX_ATTEMPTS - 1}, (_, index) => afresh(index + 2));
  const sceneCache = reusableFor(scene, services);
  return sceneCache ? [{...afresh(0), sceneCache}, afresh(1), ...more] : [afresh(1), ...more];
}

/** The decisions that need no request; undefined when the scene has to be run. */
function withoutSending(
  scene: PreparedScene,
  checks: Check[],
  placeResults: PlaceResults,
  services: RunServices,
): DecidedCheck[] | undefined {
  const never = whyNever(scene, services);
  if (never) return unsent(checks, never);
  if (services.target.shared && checks.every((check) => isWitnessed(check, placeResults)))
    return checks.map((check) => ({check, verdict: verdictOfPassive(check, [], placeResults)}));
  const notNow = whyNotNow(scene, services);
  return notNow && unsent(checks, notNow);
}

/** Why a scene is not sent, as a verdict. */
type Reason = Pick<PlaceVerdict, 'verdict' | 'lacks'> & {reason: string};

const unsent = (checks: readonly Check[], {verdict, reason, ...lacking}: Reason): DecidedCheck[] =>
  checks.map((check) => ({check, verdict: {...unjudged(check, verdict, reason), ...lacking}}));

/** Why the target cannot have a scene at all. */
function whyNever({api, unavailable}: PreparedScene, {target}: RunServices): Reason | undefined {
  if (!target.apis.includes(api)) return {verdict: 'not-applicable', reason: absentApi(api)};
  if (!unavailable) return undefined;
  const {reason, isAbsent, lacks} = unavailable;
  if (isAbsent) return {verdict: 'not-applicable', reason};
  return {verdict: 'not-exercised', reason, ...(lacks && {lacks})};
}

/** Why a scene is not sent at this point of the run. */
function whyNotNow(
  {exhausts, requests}: PreparedScene,
  {breaker, ledger, maxRequests, sharedTarget}: RunServices,
): Reason | undefined {
  const blocked = breaker.blocks(exhausts === true);
  if (blocked !== undefined) return {verdict: 'inconclusive', reason: blocked};
  const [failedUndo] = sharedTarget?.undos.failures ?? [];
  if (failedUndo)
    return {
      verdict: 'inconclusive',
      reason: `the hook ${failedUndo.verb} could not be undone: ${failedUndo.problem}`,
    };
  if (ledger.requests + requests <= maxRequests) return undefined;
  return {
    verdict: 'not-exercised',
    reason: `too few requests are left for this sequence (${requests} needed, --max-requests ${maxRequests})`,
  };
}

/** The cached requests that a scene may reuse; undefined for a scene that sends everything itself. */
function reusableFor(scene: PreparedScene, {sharedTarget}: RunServices): SceneCache | undefined {
  if (!sharedTarget || sendsItself(scene)) return undefined;
  const judged = Object.values(scene.handles).map(({id}) => id);
  return sharedTarget.cache.forScene(scene.act, judged);
}
