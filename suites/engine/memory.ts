import type {Exchange, Step} from '../../spec/step.ts';
import {Events, kindOf, leavesOf, type Nature} from './events.ts';
import {Recollection} from './recollection.ts';
import type {Asked, Saying} from './saying.ts';

/**
 * What a run on a shared deployment has sent before. A step whose circumstances came about already is not sent again:
 * its scene takes the earlier exchange. So scenes share reservations, users, controls and refusals without knowing of
 * each other, and a deployment is left with less to keep.
 *
 * Only passed verdicts rest on memory: a scene that ends in anything else is repeated without it.
 */
export class Memory {
  readonly #events = new Events();
  readonly #nature: Nature;

  constructor(nature: Nature) {
    this.#nature = nature;
  }

  /**
   * Notes a request that was sent.
   * @param said what it asked, said before its fresh values were minted
   * @param minted the values that stand for those fresh ones
   */
  note(step: Asked, said: Saying, minted: string[], exchange: Exchange): void {
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
  recollection(steps: Step[], judged: Iterable<string>): Recollection | undefined {
    return steps.some((step) => step.step === 'advance' || step.step === 'control')
      ? undefined
      : new Recollection(this.#events, steps, this.#nature, new Set(judged));
  }
}
