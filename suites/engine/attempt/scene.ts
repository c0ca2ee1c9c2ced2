import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {absentApi} from '../facts/absent-api.ts';
import {acrossAttempts, isUnconfirmed} from './across-attempts.ts';
import type {CheckAttempt} from './check-attempt.ts';
import {MAX_COMPARING_ATTEMPTS, replayFrom, verdictsAfterComparison} from './compare-values.ts';
import {
  anotherOf,
  failedByAnother,
  isRefusedToAnother,
  refusalBeside,
  refusedBeside,
  withUsableCredentials,
  type AttemptedScene,
} from './own-credential.ts';
import {mayBeTheValues} from './plain-values.ts';
import {attempt, type AttemptPlan} from './attempt.ts';
import {isFailedOrUndecided} from './unconfirmed-move.ts';
import type {AttemptResult} from './attempt-result.ts';
import type {SceneCache} from '../send/cache/scene-cache.ts';
import {
  unjudged,
  type CheckVerdict,
  type DecidedCheck,
  type PlaceResults,
} from '../judge/place-results.ts';
import {FormsSeen} from '../send/forms-seen.ts';
import type {ListsSeen} from '../send/late-lists.ts';
import {isWitnessed, verdictOfPassive} from '../judge/passive-verdict.ts';
import {isForTests} from '../plan/deployment-for-tests.ts';
import {sendsItself, withClassesOf, type PreparedScene} from '../plan/prepare.ts';
import {besideDocumented, hasToBeDocumented} from './other-form.ts';
import {inDocumentedForm} from '../plan/forms.ts';
import {failRulesThatBlock} from './violations-elsewhere.ts';
import {explainedByQuietReads} from './quiet-reads.ts';
import {listsOnTime, listsThatWereLate, mayBeLate} from './lists-across-attempts.ts';
import type {RunServices} from '../judge/run-services.ts';
import {successRule} from '../judge/situation-rules.ts';

/**
 * The most attempts from scratch, whatever the reason for another one: requests of a race that did
 * not overlap, a disturbance, a violation to confirm, or a list that shows changes late.
 */
export const MAX_ATTEMPTS = 4;

/** The most attempts while a gateway or server errors disturb them. */
const MAX_DISTURBED_ATTEMPTS = 3;

/**
 * More than all attempts at a scene in one day of its deployment. After a day that was spent in the middle of
 * the scene, further attempts have higher numbers, since the number of an attempt is part of its fresh values.
 */
export const ATTEMPTS_OF_A_DAY = 200;

/** More than all attempts at a scene and its comparisons, before it is sent by its own credential alone. */
const BY_OWN_CREDENTIAL = 100;

/** More than all attempts at a scene in a form that the document does not show. */
const ATTEMPTS_IN_A_FORM = 10;

/**
 * Decides the checks of one scene. If it shows a violation in a form of requests that the document does not show, it is
 * decided in the documented form, too, to tell whether the form is the cause.
 * @param earlier the highest number of an attempt that was made before, for another decision
 */
export async function decideScene(
  scene: PreparedScene,
  checks: Check[],
  placeResults: PlaceResults,
  runServices: RunServices,
  earlier = 0,
): Promise<DecidedCheck[]> {
  const services = ofItsWorld(runServices);
  const decided = await decideAsItIs(scene, checks, placeResults, services, earlier);
  const {form} = scene;
  if (!form || !hasToBeDocumented(decided, seenBy(services, placeResults))) return decided;
  // The form does not tell requests of earlier scenes apart, so that none may be reused.
  const documented = {...inDocumentedForm(scene), noRequestReuse: true as const};
  const from = earlier + ATTEMPTS_IN_A_FORM;
  const again = await decideAsItIs(documented, checks, placeResults, services, from);
  return decided.map((one, index) =>
    besideDocumented(one, defined(again[index], one.check.place).verdict, form),
  );
}

/** A scene with a world of its own knows nothing of the forms that others have sent: scenes may run side by side. */
const ofItsWorld = (services: RunServices): RunServices =>
  services.target.shared ? services : {...services, forms: new FormsSeen()};

const seenBy = ({target}: RunServices, placeResults: PlaceResults): PlaceResults | undefined =>
  target.shared ? placeResults : undefined;

/**
 * Decides the checks of one scene in the form that it has: without sending anything if that is possible, by reusing
 * requests of earlier scenes if the checks then pass, and otherwise with requests of its own.
 */
async function decideAsItIs(
  scene: PreparedScene,
  checks: Check[],
  placeResults: PlaceResults,
  services: RunServices,
  earlier: number,
): Promise<DecidedCheck[]> {
  const unsent = withoutSending(scene, checks, placeResults, services);
  if (unsent) return unsent;
  const usable = withUsableCredentials(scene, services);
  const sent = await attempted(usable, checks, placeResults, services, earlier);
  const inForm = withVerdicts(checks, sent.verdicts);
  if (scene.form && hasToBeDocumented(inForm, seenBy(services, placeResults))) return inForm;
  const {byOwn, onlyByAnother} = await comparedWithOwn(sent, earlier, placeResults, services);
  const documented = {...byOwn, scene: inDocumentedForm(byOwn.scene), earlier};
  const compared = await verdictsAfterComparison(documented, placeResults, services);
  const replay = replayFrom(earlier + MAX_COMPARING_ATTEMPTS, placeResults, services);
  await failRulesThatBlock({...byOwn, verdicts: compared}, placeResults, services, replay);
  const verdicts = compared.map((verdict, index) => onlyByAnother.get(index) ?? verdict);
  return withVerdicts(checks, verdicts);
}

/** Checks with their verdicts, which are in the same order. */
const withVerdicts = (
  checks: readonly Check[],
  verdicts: readonly CheckVerdict[],
): DecidedCheck[] =>
  checks.map((check, index) => ({check, verdict: defined(verdicts[index], check.place)}));

/** A scene after its attempts, with the result of each. */
interface DecidedAttempts extends AttemptedScene {
  results: readonly AttemptResult[];
}

/** Makes the attempts at a scene, and concludes the verdicts of its checks from them. */
async function attempted(
  scene: PreparedScene,
  checks: Check[],
  placeResults: PlaceResults,
  services: RunServices,
  earlier: number,
): Promise<DecidedAttempts> {
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
  const last = results.at(-1)?.exchanges ?? [];
  return {scene: latest, checks, verdicts: inQuiet, results, exchanges: last};
}

/**
 * Decides a scene in which another credential had a part once more, by its own credential alone, if it did not pass. What
 * fails only with the other one stays a failure, unless its abilities may be the reason; all other verdicts are those of
 * the second time.
 */
async function comparedWithOwn(
  sent: DecidedAttempts,
  earlier: number,
  placeResults: PlaceResults,
  services: RunServices,
): Promise<{byOwn: DecidedAttempts; onlyByAnother: ReadonlyMap<number, CheckVerdict>}> {
  const {scene, checks, verdicts, exchanges} = sent;
  const {breaker, signal, ledger, maxRequests} = services;
  const isOver = breaker.whyTripped !== undefined || signal?.aborted;
  const isTooMuch = ledger.requests + scene.requests > maxRequests;
  if (!scene.sentBy || isOver || isTooMuch || !mayBeTheValues(verdicts, exchanges))
    return {byOwn: sent, onlyByAnother: new Map()};
  const number = earlier + BY_OWN_CREDENTIAL;
  const alone = await attempted(scene.sentBy.own, checks, placeResults, services, number);
  const kept = alone.verdicts.map((own, index) =>
    verdicts[index]?.verdict === 'passed' ? verdicts[index] : own,
  );
  const byOwn = {...alone, verdicts: kept};
  if (isRefusedToAnother(sent, alone)) {
    services.unlikeRoles.add(anotherOf(scene));
    return {byOwn, onlyByAnother: new Map()};
  }
  const replay = replayFrom(number + MAX_COMPARING_ATTEMPTS, placeResults, services);
  const refused = refusedBeside(sent, alone);
  const rule = refused && ruleOfSuccess(refused, scene, services);
  if (refused && rule !== undefined) {
    const {exchanges: again} = await replay(scene, checks);
    if (again.some(({step, status}) => step === refused.step && status === refused.status)) {
      const broken = [refusalBeside(sent, refused, rule, services)];
      placeResults.observe({witnesses: [], broken});
      return {byOwn, onlyByAnother: new Map()};
    }
  }
  const {assigned: _class, ...again} = scene;
  const blockedByAnother = verdicts.map((one, index) => ({
    ...one,
    ...(alone.verdicts[index]?.verdict !== 'passed' && {elsewhere: undefined}),
  }));
  await failRulesThatBlock(
    {...sent, scene: again, verdicts: blockedByAnother},
    placeResults,
    services,
    replay,
  );
  return {byOwn, onlyByAnother: failedByAnother(sent, alone)};
}

/** The rule about the success of the operation of a request. */
const ruleOfSuccess = (
  {op}: Exchange,
  {api}: PreparedScene,
  {specifications}: RunServices,
): RuleId | undefined => {
  const success = specifications[api].contract.operations[op]?.success;
  return success === undefined ? undefined : successRule(specifications, op, success);
};

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
