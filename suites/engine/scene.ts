import type {PlaceVerdict} from '../../spec/run-record.ts';
import type {Check} from '../check.ts';
import {attempt, type Decision} from './attempt.ts';
import type {SceneCache} from './cache/scene-cache.ts';
import type {Findings} from './findings.ts';
import {isWitnessed, verdictInPassing} from './judge-check.ts';
import type {Prepared} from './prepare.ts';
import type {RunServices} from './run-services.ts';

/** Attempts at a race whose requests were not under way together. */
const RACE_ATTEMPTS = 4;

/**
 * Decides the checks of one scene: without sending anything where that is possible, with requests
 * of earlier scenes where they lead to a pass, else with requests of its own.
 * @returns what was decided, in order; a race that was tried again decides more than once
 */
export async function decideScene(
  scene: Prepared,
  checks: Check[],
  findings: Findings,
  services: RunServices,
): Promise<Decision[]> {
  const unsent = withoutSending(scene, checks, findings, services);
  if (unsent) return unsent;
  const decisions: Decision[] = [];
  const sceneCache = reusableFor(scene, services);
  if (sceneCache) {
    const result = await attempt({scene, checks, number: 0, sceneCache}, findings, services);
    decisions.push(...result.decisions);
    if (result.outcome === 'decided-reusing' || result.outcome === 'decided-afresh')
      return decisions;
  }
  for (let number = 1; number <= RACE_ATTEMPTS; number += 1) {
    const result = await attempt({scene, checks, number}, findings, services);
    decisions.push(...result.decisions);
    if (result.outcome !== 'race-did-not-overlap') break;
  }
  return decisions;
}

/** What is decided before anything is sent; undefined when the scene has to be played. */
function withoutSending(
  {scene, lacks, lacking, requests}: Prepared,
  checks: Check[],
  findings: Findings,
  {target, breaker, ledger, maxRequests}: RunServices,
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
  if (!target.apis.includes(scene.api))
    return all('not-applicable', `the target has no ${scene.api} API`);
  if (lacks) return all('not-exercised', lacks, lacking && {lacks: lacking});
  if (target.shared && checks.every((check) => isWitnessed(check, findings)))
    return checks.map((check) => ({check, verdict: verdictInPassing(check, [], findings)}));
  const blocked = breaker.blocks(scene.exhausts === true);
  if (blocked !== undefined) return all('inconclusive', blocked);
  if (ledger.requests + requests > maxRequests)
    return all(
      'not-exercised',
      `too few requests are left for this scene (${requests} needed, --max-requests ${maxRequests})`,
    );
  return undefined;
}

/**
 * The requests that a scene may reuse. A scene that uses something up, whose requests have to
 * follow one upon the other, or that has a set-up of its own sends everything itself.
 */
function reusableFor(
  {scene, given, act, handles}: Prepared,
  {shared}: RunServices,
): SceneCache | undefined {
  const ownSetup = given.length > 0 && !scene.given?.lasting;
  if (!shared || scene.exhausts || scene.unbroken || ownSetup) return undefined;
  const judged = Object.values(handles).map(({id}) => id);
  return shared.cache.forScene(act, judged);
}
