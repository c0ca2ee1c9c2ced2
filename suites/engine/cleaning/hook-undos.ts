import type {ControlVerb} from '../../../spec/control.ts';
import type {HookFailure} from '../../../spec/run-record.ts';
import type {Environment} from '../../target/target.ts';
import {VerbUnknown} from '../../target/verb-unknown.ts';
import type {HookArgs, Undo, UndoStore} from '../../target/undo-store.ts';
import {needsAnswer, subjectOf, takesAway, undoOf} from './undo.ts';

type Control = Pick<Environment, 'control'>;

/**
 * What hooks have taken away from a deployment and have to give back: the part of the ledger that
 * is kept on disk. An undo is written down before its hook is called, run when the scene ends,
 * and struck out when it succeeded.
 */
export class HookUndos {
  readonly #store: UndoStore | undefined;
  /** By verb and subject; a later call of the same changes nothing about the undo. */
  readonly #outstanding = new Map<string, Undo>();
  /** Calls that last until the run ends: they are repeated where their undo would be run. */
  readonly #held = new Map<string, Undo>();
  /** What was called since the last `giveBack`. */
  readonly #called = new Set<string>();
  readonly #answers = new Map<string, unknown>();
  readonly #failed = new Map<string, HookFailure>();

  /** @param store absent: what is outstanding is forgotten with the process */
  constructor(store?: UndoStore) {
    this.#store = store;
  }

  /** The hooks that could not give back what they had taken away. */
  get failures(): HookFailure[] {
    return [...this.#failed.values()];
  }

  /**
   * Runs what an earlier run left outstanding.
   * @returns what was given back, and what could not be: that stays outstanding
   */
  async giveBackLeftovers(environment: Control): Promise<{undone: Undo[]; failed: HookFailure[]}> {
    const undos = this.#store?.read() ?? [];
    for (const undo of undos) this.#outstanding.set(keyOf(undo.verb, undo.args), undo);
    await this.giveBack(environment);
    const failed = this.failures;
    return {undone: undos.filter(({verb, args}) => !this.#failed.has(keyOf(verb, args))), failed};
  }

  /** Forgets everything that is outstanding: the deployment was put into its initial state. */
  forget(): void {
    this.#outstanding.clear();
    this.#failed.clear();
    this.#store?.write([]);
  }

  /**
   * Calls a hook. Before it takes something away, its undo is written down.
   * @returns what the hook answered
   * @throws Error that says how the hook failed, or why the undo is not known
   */
  async call(verb: ControlVerb, args: HookArgs, environment: Control): Promise<unknown> {
    const key = keyOf(verb, args);
    if (takesAway(verb, args)) await this.#note(verb, args, environment);
    this.#called.add(key);
    const answered = await this.#unlessUnknown(key, () => environment.control(verb, args));
    if (needsAnswer(verb) && !this.#answers.has(key)) this.#answers.set(key, answered);
    return answered;
  }

  /**
   * Calls a hook whose effect lasts until `release`: when a scene gives back what it took away of
   * the same, it is called again. A hook that fails is no trouble: then the run goes on without.
   */
  async hold(verb: ControlVerb, args: HookArgs, environment: Control): Promise<void> {
    const key = keyOf(verb, args);
    try {
      await this.call(verb, args, environment);
      this.#held.set(key, {verb, args});
      this.#called.delete(key);
    } catch {
      await this.giveBack(environment);
      this.#failed.delete(key);
    }
  }

  /** Gives back what was held, at the end of a run. */
  async release(environment: Control): Promise<void> {
    this.#held.clear();
    await this.giveBack(environment);
  }

  /** Gives back what the scene took away, the last first. What fails is noted, and not repeated. */
  async giveBack(environment: Control): Promise<void> {
    this.#answers.clear();
    if (!this.#outstanding.size) return;
    for (const [key, undo] of [...this.#outstanding].reverse()) {
      const held = this.#held.get(key);
      if (this.#failed.has(key) || (held && !this.#called.has(key))) continue;
      try {
        await environment.control(undo.verb, (held ?? undo).args);
        if (!held) this.#outstanding.delete(key);
      } catch (error) {
        this.#failed.set(key, {...undo, problem: (error as Error).message});
      }
    }
    this.#called.clear();
    try {
      this.#writeToDisk();
    } catch {
      // What stays written down is run once more by the next run, and changes nothing then.
    }
  }

  /** A hook that does not know its verb has taken nothing away, and cannot give it back. */
  async #unlessUnknown(key: string, call: () => Promise<unknown>): Promise<unknown> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof VerbUnknown && this.#outstanding.delete(key)) this.#writeToDisk();
      throw error;
    }
  }

  async #note(verb: ControlVerb, args: HookArgs, environment: Control): Promise<void> {
    const key = keyOf(verb, args);
    if (this.#outstanding.has(key)) return;
    const undo = undoOf(verb, args, await this.#answerTo(verb, args, environment));
    if (!undo)
      throw new Error(
        `the hook ${verb} was not called: it does not say which value is set now, ` +
          'so nobody could restore it afterwards',
      );
    this.#outstanding.set(key, undo);
    try {
      this.#writeToDisk();
    } catch (error) {
      this.#outstanding.delete(key);
      throw new Error(`its undo cannot be written down: ${(error as Error).message}`);
    }
  }

  /** What the target answers to a call without the argument, where the undo needs that. */
  async #answerTo(verb: ControlVerb, args: HookArgs, environment: Control): Promise<unknown> {
    if (!needsAnswer(verb)) return undefined;
    const key = keyOf(verb, args);
    const answered =
      this.#answers.get(key) ?? (await environment.control(verb, subjectOf(verb, args)));
    this.#answers.set(key, answered);
    return answered;
  }

  #writeToDisk(): void {
    this.#store?.write([...this.#outstanding.values()]);
  }
}

const keyOf = (verb: ControlVerb, args: HookArgs): string =>
  JSON.stringify([verb, ...Object.entries(subjectOf(verb, args)).sort()]);
