import {at} from '../../../spec/json.ts';
import {Blocked} from './blocked.ts';
import type {ScriptValues} from '../cache/cache-key.ts';
import type {FreshValue} from '../cache/sent-requests.ts';
import type {Position, AttemptContext} from './attempt-context.ts';
import {freshKey} from './fresh-values.ts';
import {Unresolved} from './unresolved.ts';
import {fill, pointed} from './values.ts';

/** Samples of the configuration that are an id or a name which nothing on the deployment has. */
const NAMING_NOTHING: ReadonlySet<string> = new Set([
  'unknown_user',
  'unknown_plan',
  'unknown_issue',
  'unknown_file',
  'unknown_tool',
]);

/** The values of the references and fresh values in one script. */
export class Bindings {
  readonly #context: AttemptContext;
  readonly #fresh = new Map<string, string>();

  constructor(context: AttemptContext) {
    this.#context = context;
  }

  /**
   * Fills in a value: references, fresh values, samples and sums.
   * @throws Blocked, marked `unresolved`, when an earlier response lacks what a reference names
   */
  fill<T = unknown>(value: unknown, {known, iterationPath}: Position): T {
    const {label, ledger} = this.#context;
    try {
      return fill(value, {
        exchanges: known,
        label,
        iterationPath,
        fresh: this.#fresh,
        sample: (name) => this.#sample(name),
        onMinted: (one) => ledger.allowChanging(one),
      }) as T;
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      const {message, listWasEmpty} = error;
      throw new Blocked(message, {unresolved: true, ...(listWasEmpty && {nothingListed: true})});
    }
  }

  /** The same values for the request cache, which mints nothing. */
  values({known, iterationPath}: Position): ScriptValues {
    return {
      at: (step, pointer) => {
        const exchange = known.get(step);
        return exchange && pointed(exchange, pointer);
      },
      fresh: (fresh) => this.#fresh.get(freshKey(fresh, iterationPath)),
      sample: (name, pointer) => at(this.#sample(name), pointer),
    };
  }

  /** Takes over the fresh values of a reused request, by number. */
  take(fresh: ReadonlyMap<number, FreshValue>): void {
    for (const [n, {value}] of fresh) this.#fresh.set(freshKey({n, depth: 0}, []), value);
  }

  /**
   * A sample of the target. The fence lets a call through that would change what `unknown_user`
   * names, since there is nothing to change.
   */
  #sample(name: string): unknown {
    const {environment, ledger} = this.#context;
    const sample = environment.sample(name);
    if (NAMING_NOTHING.has(name)) ledger.allowChanging(String(sample));
    return sample;
  }
}
