import {at} from '../../../spec/json.ts';
import type {Val} from '../../../spec/value.ts';
import {Blocked} from './blocked.ts';
import type {ScriptValues} from '../plan/cache-key.ts';
import type {FreshValue} from '../plan/sent-requests.ts';
import type {Position, AttemptContext} from './attempt-context.ts';
import {freshKey} from './fresh-values.ts';
import {Unresolved} from './unresolved.ts';
import {fill, pointed} from './values.ts';

/** The samples that are an id or a name of nothing on the deployment. */
const NAMING_NOTHING = [
  'unknown_user',
  'unknown_plan',
  'unknown_issue',
  'unknown_file',
  'unknown_tool',
];

/** Resolves the references, fresh values and samples in the steps of one script. */
export class Bindings {
  readonly #context: AttemptContext;
  readonly #fresh = new Map<string, string>();

  constructor(context: AttemptContext) {
    this.#context = context;
    const {environment, ledger} = context;
    // The fence lets calls through that would change `unknown_user` and the like: nothing has that id.
    for (const name of NAMING_NOTHING) {
      const sample = environment.sample(name);
      if (sample !== undefined) ledger.allowChanging(String(sample));
    }
  }

  /**
   * Replaces the references, fresh values, samples and computed values in a value.
   * @throws Blocked, marked `unresolved`, if an earlier response lacks the value of a reference
   */
  fill<T = unknown>(value: unknown, {lastByStep, iterationPath}: Position): T {
    const {label, ledger, environment} = this.#context;
    try {
      return fill(value, {
        exchanges: lastByStep,
        label,
        iterationPath,
        fresh: this.#fresh,
        sample: (name) => environment.sample(name),
        onMinted: (one) => ledger.allowChanging(one),
      }) as T;
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      const {message, listWasEmpty} = error;
      throw new Blocked(message, {unresolved: true, ...(listWasEmpty && {nothingListed: true})});
    }
  }

  /** A value with its references replaced; undefined if no response shows it. */
  fillIfShown(value: Val, position: Position): unknown {
    try {
      return this.fill(value, position);
    } catch (error) {
      if (error instanceof Blocked && error.blockage.unresolved) return undefined;
      throw error;
    }
  }

  /** The same values for the request cache, which generates no fresh value. */
  values({lastByStep, iterationPath}: Position): ScriptValues {
    return {
      at: (step, pointer) => {
        const exchange = lastByStep.get(step);
        return exchange && pointed(exchange, pointer);
      },
      fresh: (fresh) => this.#fresh.get(freshKey(fresh, iterationPath)),
      sample: (name, pointer) => at(this.#context.environment.sample(name), pointer),
    };
  }

  /** Takes over the fresh values of a reused request, by number. */
  take(fresh: ReadonlyMap<number, FreshValue>): void {
    for (const [n, {value}] of fresh) this.#fresh.set(freshKey({n, depth: 0}, []), value);
  }
}
