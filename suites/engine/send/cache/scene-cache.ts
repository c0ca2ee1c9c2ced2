import type {Exchange} from '../../../../spec/exchange.ts';
import type {Step} from '../../../../spec/step.ts';
import {cacheKeyOf, type RequestStep, type ScriptValues} from '../../plan/cache-key.ts';
import {freshValuesOf, type Candidate} from './follow-ups.ts';
import {ReuseConditions} from './reuse-conditions.ts';
import {SceneSteps} from './scene-steps.ts';
import type {
  FreshValue,
  OperationTraits,
  SentRequest,
  SentRequests,
} from '../../plan/sent-requests.ts';

/** An earlier exchange that replaces a step. */
export interface CacheHit {
  exchange: Exchange;
  /** The fresh values of the earlier request, by the numbers of those that the step would have generated. */
  fresh: Map<number, FreshValue>;
}

/** A step of the scene whose values are known. */
type ReadyStep = Omit<Candidate, 'request'>;

/**
 * Finds earlier requests that replace the steps of one scene, in the order of the steps.
 * reuse-conditions.ts lists which requests may replace a step. Of those, this class chooses
 * - for a step that only waits: the last one;
 * - otherwise the last one that changed nothing;
 * - otherwise the creation of the resource to which most of the next steps have already been applied
 *   (of several, the newest), together with the requests of these steps.
 */
export class SceneCache {
  readonly #scene: SceneSteps;
  readonly #conditions: ReuseConditions;
  /** Requests that were chosen for later steps together with a resource, by step id. */
  readonly #chosen = new Map<string, SentRequest>();

  /** @param judged ids of the steps whose responses a judge reads */
  constructor(
    sent: SentRequests,
    steps: Step[],
    traits: OperationTraits,
    judged: ReadonlySet<string>,
  ) {
    this.#scene = new SceneSteps(steps, traits, judged);
    this.#conditions = new ReuseConditions(sent, this.#scene);
  }

  /** Whether any request was reused. */
  get used(): boolean {
    return this.#conditions.anyReused;
  }

  /**
   * Looks for an earlier request that replaces the next step of the scene.
   * @param now milliseconds on the clock that times requests
   * @returns undefined if the step has to be sent
   */
  lookUp(step: RequestStep, values: ScriptValues, now: number): CacheHit | undefined {
    const key = cacheKeyOf(step, values);
    if (!key) return undefined;
    const request = this.#chosenFor(step) ?? this.#find({step, key, values}, now);
    if (!request || !this.#conditions.isNoOldLink(request, now)) {
      this.#conditions.noteSent(step, key);
      return undefined;
    }
    this.#conditions.noteReused(request);
    return {
      exchange: {...request.exchange, step: step.id},
      fresh: freshValuesOf(key, request),
    };
  }

  /** The request that was chosen for a step before. A read may have to be sent all the same. */
  #chosenFor(step: RequestStep): SentRequest | undefined {
    const chosen = this.#chosen.get(step.id);
    if (!chosen) return undefined;
    return chosen.effect !== 'read' || this.#conditions.isInOrder(chosen) ? chosen : undefined;
  }

  #find(ready: ReadyStep, now: number): SentRequest | undefined {
    const conditions = this.#conditions;
    const matching = conditions.matching(ready.step, ready.key);
    if (this.#scene.onlyWaits(ready.step) && matching.length) return matching.at(-1);
    const inOrder = matching.filter((request) => conditions.isInOrder(request));
    const stillTrue = inOrder.filter((request) => conditions.isStillTrue(request));
    return stillTrue.at(-1) ?? this.#findResource(ready, inOrder, now);
  }

  /** The creation of a resource; the requests for its next steps are chosen with it. */
  #findResource(ready: ReadyStep, requests: SentRequest[], now: number): SentRequest | undefined {
    const conditions = this.#conditions;
    if (!conditions.isBeforeOverview(ready.step)) return undefined;
    let best: {request: SentRequest; followUps: Map<string, SentRequest>} | undefined;
    for (const request of requests) {
      if (!conditions.isMadeLately(request, now) || !conditions.isFree(request)) continue;
      const followUps = conditions.followUpsOf({...ready, request});
      if (!followUps) continue;
      if (!conditions.isNewEnough(ready.step, request, followUps)) continue;
      if (!best || followUps.size >= best.followUps.size) best = {request, followUps};
    }
    for (const [id, request] of best?.followUps ?? []) this.#chosen.set(id, request);
    return best?.request;
  }
}
