import type {Exchange, Step} from '../../spec/step.ts';
import {SentRequests, kindOf, leavesOf, type OperationTraits} from './sent-requests.ts';
import {SceneCache} from './scene-cache.ts';
import type {RequestStep, CacheKey} from './cache-key.ts';

/**
 * What a run on a shared deployment has sent before. A step whose circumstances came about already
 * is not sent again: its scene takes the earlier exchange. So scenes share reservations, users,
 * controls and refusals without knowing of each other, and a deployment is left with less to keep.
 *
 * Only passed verdicts rest on memory: a scene that ends in anything else is repeated without it.
 */
export class RequestCache {
  readonly #events = new SentRequests();
  readonly #nature: OperationTraits;

  constructor(traits: OperationTraits) {
    this.#nature = traits;
  }

  /**
   * Notes a request that was sent.
   * @param said what it asked, said before its fresh values were minted
   * @param minted the values that stand for those fresh ones
   */
  note(step: RequestStep, said: CacheKey, minted: string[], exchange: Exchange): void {
    const kind = kindOf(step, this.#nature, exchange);
    this.#events.add({
      seq: this.#events.size,
      kind,
      api: step.step === 'call' ? step.api : 'workspace',
      form: said.form,
      introduced: minted,
      mentions: new Set(said.mentions),
      tokens: new Set([
        ...said.mentions,
        ...minted,
        ...(kind === 'change' ? leavesOf(exchange.body) : []),
      ]),
      exchange,
    });
  }

  /**
   * What one scene can take; undefined when its steps depend on the clock or on what a hook does.
   * @param judged ids of the steps whose answers somebody judges
   */
  forScene(steps: Step[], judged: Iterable<string>): SceneCache | undefined {
    return steps.some((step) => step.step === 'advance' || step.step === 'control')
      ? undefined
      : new SceneCache(this.#events, steps, this.#nature, new Set(judged));
  }
}
