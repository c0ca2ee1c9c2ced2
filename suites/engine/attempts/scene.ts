import {defined} from '../../../spec/defined.ts';
import type {PlaceVerdict} from '../../../spec/run-record.ts';
import type {Check} from '../../check.ts';
import {absentApi} from '../absent-api.ts';
import {acrossAttempts, isUnconfirmed} from './across-attempts.ts';
import type {Attempted} from './attempted.ts';
import {comparedVerdicts} from './compare-values.ts';
import {attempt, type AttemptPlan} from './attempt.ts';
import type {AttemptResult} from './attempt-result.ts';
import type {SceneCache} from '../cache/scene-cache.ts';
import type {CheckVerdict, Findings} from '../verdicts/findings.ts';
import {isWitnessed, verdictInPassing} from '../judging/verdict-in-passing.ts';
import {sendsItself, withClassesOf, type Prepared} from '../planning/prepare.ts';
import {explainedByControl} from './quiet-control.ts';
import {mayBeLate, showsLateness} from './late-attempts.ts';
import type {RunServices} from '../run-services.ts';

/** Attempts at a race whose requests were not under way together. */
const RACE_ATTEMPTS = 4;

/** Attempts at a scene with which a gateway or server errors interfere. */
const DISTURBED_ATTEMPTS = 3;

/** What was decided about a check. */
export interface Decision {
  check: Check;
  verdict: CheckVerdict;
}

/**
 * Decides the checks of one scene: without sending anything where that is possible, with requests
 * of earlier scenes where they lead to a pass, else with requests of its own.
 */
export async function decideScene(
  scene: Prepared,
  checks: Check[],
  findings: Findings,
  services: RunServices,
): Promise<Decision[]> {
  const unsent = withoutSending(scene, checks, findings, services);
  if (unsent) return unsent;
  const began = services.clock.now();
  const {played, results} = await playAttempts(scene, checks, findings, services);
  const lasted = services.clock.now() - began;
  const attempts = checks.map((_, index) => attemptsOf(results, index));
  const areListsLate = services.shared?.lists.areLate;
  const verdicts = attempts.map((one) => acrossAttempts(one, areListsLate));
  const inQuiet = await explainedByControl(verdicts, attempts, played, lasted, services);
  const exchanges = results.flatMap((result) => result.exchanges);
  services.coverage.note(played, checks, exchanges);
  const compared = await comparedVerdicts(
    {scene: played, checks, verdicts: inQuiet, results},
    findings,
    services,
  );
  return checks.map((check, index) => ({check, verdict: defined(compared[index], check.place)}));
}

/**
 * Plays a scene until an attempt decides its checks, or no further one is worth its requests.
 * @returns the scene with the values of the last attempt, and what each attempt came to
 */
async function playAttempts(
  scene: Prepared,
  checks: Check[],
  findings: Findings,
  services: RunServices,
): Promise<{played: Prepared; results: AttemptResult[]}> {
  const {lists} = services.shared ?? {};
  const results: AttemptResult[] = [];
  const isSome = (isTrue: (attempts: Attempted[]) => boolean): boolean =>
    checks.some((_, index) => isTrue(attemptsOf(results, index)));
  let played = scene;
  for (const plan of attemptsAt(scene, checks, services)) {
    const readsListsAgain = isSome(mayBeLate);
    const result = await attempt({...plan, scene: played, readsListsAgain}, findings, services);
    // What reused values have shown is tried from scratch with values of the same classes.
    played = withClassesOf(played, result.taken);
    results.push(result);
    if (lists && isSome(showsLateness)) lists.areLate = true;
    if (!goesOn(results)) break;
  }
  return {played, results};
}

const attemptsOf = (results: AttemptResult[], index: number): Attempted[] =>
  results.flatMap(({attempted}) => attempted[index] ?? []);

/** Whether another attempt at a scene is worth its requests. */
function goesOn(results: AttemptResult[]): boolean {
  const last = results.at(-1);
  switch (last?.outcome) {
    case 'reuse-not-trusted':
    case 'race-did-not-overlap':
      return true;
    case 'disturbed':
      return !isDisturbedAgain(results);
    case 'to-be-confirmed':
    case 'decided-afresh':
      return last.attempted.some((_, index) => {
        const attempts = attemptsOf(results, index);
        return isUnconfirmed(attempts) || mayBeLate(attempts);
      });
    default:
      return false;
  }
}

/** Whether the same requests have the same trouble again, or enough attempts had some. */
function isDisturbedAgain(results: AttemptResult[]): boolean {
  const disturbed = results.flatMap(({outcome, attempted: [first]}) =>
    outcome === 'disturbed' ? [[...(first?.disturbed ?? [])].join(' ')] : [],
  );
  return disturbed.length >= DISTURBED_ATTEMPTS || new Set(disturbed).size < disturbed.length;
}

/** The attempts at a scene in turn: each is made when those before it have not decided. */
function attemptsAt(scene: Prepared, checks: Check[], services: RunServices): AttemptPlan[] {
  const afresh = Array.from({length: RACE_ATTEMPTS}, (_, index) => index + 1);
  const plans = afresh.map((number) => ({scene, checks, number}));
  const sceneCache = reusableFor(scene, services);
  return sceneCache ? [{scene, checks, number: 0, sceneCache}, ...plans] : plans;
}

/** What is decided before anything is sent; undefined when the scene has to be played. */
function withoutSending(
  {scene, lacks, absent, lacking, requests}: Prepared,
  checks: Check[],
  findings: Findings,
  {target, breaker, ledger, maxRequests, shared}: RunServices,
): Decision[] | undefined {
  const all = (
    verdict: PlaceVerdict['verdict'],
    reason: string,
    more: Pick<PlaceVerdict, 'lacks'> = {},
  ): Decision[] =>
    checks.map((check) => ({
      check,
      verdict: {place: check.place, witnesses: [], violations: [], verdict, reason, ...more},
    }));
  if (!target.apis.includes(scene.api)) return all('not-applicable', absentApi(scene.api));
  if (lacks && absent) return all('not-applicable', lacks);
  if (lacks) return all('not-exercised', lacks, lacking && {lacks: lacking});
  if (target.shared && checks.every((check) => isWitnessed(check, findings)))
    return checks.map((check) => ({check, verdict: verdictInPassing(check, [], findings)}));
  const blocked = breaker.blocks(scene.exhausts === true);
  if (blocked !== undefined) return all('inconclusive', blocked);
  const [stuck] = shared?.undos.failures ?? [];
  if (stuck)
    return all('inconclusive', `the hook ${stuck.verb} could not be undone: ${stuck.problem}`);
  if (ledger.requests + requests > maxRequests)
    return all(
      'not-exercised',
      `too few requests are left for this sequence (${requests} needed, --max-requests ${maxRequests})`,
    );
  return undefined;
}

/** The requests that a scene may reuse; undefined for one that sends everything itself. */
function reusableFor(prepared: Prepared, {shared}: RunServices): SceneCache | undefined {
  if (!shared || sendsItself(prepared)) return undefined;
  const judged = Object.values(prepared.handles).map(({id}) => id);
  return shared.cache.forScene(prepared.act, judged);
}
