import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Step} from '../../../../spec/step.ts';
import {belongsToReusableSetUp} from '../../plan/reusable-set-up.ts';
import {cacheKeyOf, type RequestStep, type ScriptValues} from '../../plan/cache-key.ts';
import {SceneCache} from './scene-cache.ts';
import {
  effectOf,
  identifiersIn,
  SentRequests,
  type OperationTraits,
} from '../../plan/sent-requests.ts';

/**
 * The request cache of a run on a shared deployment: scenes reuse requests that earlier scenes have
 * sent, so that the run costs less of the quota and leaves less behind.
 *
 * For example one scene creates a user and reads it. A later scene creates a user, reads it and
 * changes it. Its first two requests have the same signature as those of the first scene (the email
 * differs, but only in being fresh), and nothing has changed that user since. So the later scene
 * takes over both exchanges together with that user's email and id, and sends only the change. A
 * third scene that wants an unchanged user cannot reuse that one any more and creates another.
 *
 * A request is reused
 * - in the order of the scene: what it would do later is never taken from before what it has done;
 * - once in a scene: a scene that creates two users gets two;
 * - while it is still true: nothing that concerns the same resource has been changed since, except
 *   what the scene would change itself (reuse-conditions.ts lists all conditions).
 *
 * Only passed verdicts rest on reused requests: a scene that ends in anything else is repeated
 * without the cache (scene.ts).
 */
export class RequestCache {
  readonly #sent = new SentRequests();
  readonly #traits: OperationTraits;

  constructor(traits: OperationTraits) {
    this.#traits = traits;
  }

  /**
   * Begins to record a request. Call it before the request is sent, while the fresh values that only this
   * request uses first are not yet generated.
   * @returns a function that records the response; undefined if the request cannot be compared with others
   */
  record(step: RequestStep, values: ScriptValues): ((exchange: Exchange) => void) | undefined {
    const key = cacheKeyOf(step, values);
    if (!key) return undefined;
    return (exchange) => {
      const effect = effectOf(step, this.#traits, exchange);
      const newValues = key.newValues.map((fresh) => ({
        value: defined(values.fresh(fresh), 'a fresh value of a request that was sent'),
        ...(fresh.valueClass !== undefined && {valueClass: fresh.valueClass}),
      }));
      const made = effect === 'change' ? identifiersIn(exchange.body) : [];
      this.#sent.add({
        seq: this.#sent.size,
        effect,
        api: step.step === 'call' ? step.api : 'workspace',
        signature: key.signature,
        newValues,
        refersTo: new Set(key.refersTo),
        concerns: new Set([...key.refersTo, ...newValues.map(({value}) => value), ...made]),
        isShared: belongsToReusableSetUp(step.id),
        exchange,
      });
    };
  }

  /**
   * The cache for one scene.
   * @param judged ids of the steps whose responses a judge reads
   * @returns undefined if the steps depend on the clock or on a hook
   */
  forScene(steps: Step[], judged: Iterable<string>): SceneCache | undefined {
    const depends = steps.some((step) => step.step === 'advance' || step.step === 'control');
    return depends ? undefined : new SceneCache(this.#sent, steps, this.#traits, new Set(judged));
  }
}
