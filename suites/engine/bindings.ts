import {at} from '../../spec/json.ts';
import type {RunContext, Position} from './run-context.ts';
import {Blocked} from './blocked.ts';
import type {Values} from './cache-key.ts';
import {fill, freshKey, pointed, Unresolved} from './values.ts';

/** What the values of one script stand for. */
export class Bindings {
  readonly #bench: RunContext;
  readonly #fresh = new Map<string, string>();

  constructor(context: RunContext) {
    this.#bench = context;
  }

  /** Fills in a value. @throws Blocked, unresolved, when a reference leads nowhere */
  fill(value: any, {known, rounds}: Position): any {
    const {label, ledger} = this.#bench;
    try {
      return fill(value, {
        exchanges: known,
        label,
        rounds,
        fresh: this.#fresh,
        sample: (name) => this.#sample(name),
        minted: (one) => ledger.own(one),
      });
    } catch (error) {
      if (error instanceof Unresolved)
        throw Object.assign(new Blocked(error.message), {unresolved: true});
      throw error;
    }
  }

  /** The same values for the memory, which fills in nothing. */
  values({known, rounds}: Position): Values {
    return {
      at: (step, pointer) => {
        const exchange = known.get(step);
        return exchange && pointed(exchange, pointer);
      },
      fresh: (fresh) => this.#fresh.get(freshKey(fresh, rounds)),
      sample: (name, pointer) => at(this.#sample(name), pointer),
    };
  }

  /** Takes the fresh values of an earlier scene, by number. */
  take(fresh: ReadonlyMap<number, string>): void {
    for (const [n, value] of fresh) this.#fresh.set(` ${n}`, value);
  }

  /** An id that nobody has may be touched: nothing is there. */
  #sample(name: string): unknown {
    const {environment, ledger} = this.#bench;
    const sample = environment.sample(name);
    if (name.startsWith('unknown')) ledger.own(String(sample));
    return sample;
  }
}
