import type {ControlVerb} from '../../../../spec/control.ts';
import type {HookFailure} from '../../../../spec/run-record.ts';
import type {Environment} from '../../../target/target.ts';
import {VerbUnknown} from '../../../target/verb-unknown.ts';
import type {HookArgs, Undo, UndoStore} from '../../../target/undo-store.ts';
import {needsAnswer, subjectOf, takesAway, undoOf} from '../../plan/undo.ts';

type Control = Pick<Environment, 'control'>;

/**
 * The outstanding undos of hooks: the part of the ledger that is kept on disk. An undo is stored before
 * its hook is called, executed when the scene ends, and deleted when it has succeeded.
 */
export class HookUndos {
  readonly #store: UndoStore | undefined;
  /** The undos by verb and subject; a later call of the same subject keeps the first undo. */
  readonly #outstanding = new Map<string, Undo>();
  /** Calls that last until the run ends: they are repeated instead of undone after a scene. */
  readonly #held = new Map<string, Undo>();
  /** The calls since the last `giveBack`. */
  readonly #called = new Set<string>();
  readonly #answers = new Map<string, unknown>();
  readonly #failed = new Map<string, HookFailure>();
  #isUsedUp = false;

  /** @param store without it, outstanding undos are lost when the process ends */
  constructor(store?: UndoStore) {
    this.#store = store;
  }

  /** The hooks that could not be undone. */
  get failures(): HookFailure[] {
    return [...this.#failed.values()];
  }

  /**
   * Executes the undos that an earlier run left outstanding.
   * @returns the undos that succeeded, and the failed ones, which stay outstanding
   */
  async giveBackLeftovers(environment: Control): Promise<{undone: Undo[]; failed: HookFailure[]}> {
    const undos = this.#store?.read() ?? [];
    for (const undo of undos) this.#outstanding.set(keyOf(undo.verb, undo.args), undo);
    await this.giveBack(environment);
    const failed = this.failures;
    return {undone: undos.filter(({verb, args}) => !this.#failed.has(keyOf(verb, args))), failed};
  }

  /** Deletes all outstanding undos, because the deployment was reset. */
  forget(): void {
    this.#outstanding.clear();
    this.#failed.clear();
    this.#store?.write([]);
  }

  /**
   * Calls a hook. If the call needs an undo, that is stored first.
   * @returns the answer of the hook
   * @throws Error that says how the hook failed, or why its undo is unknown
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
   * Calls a hook whose effect lasts until `release`: it is called again after a scene has undone a call
   * of its own for the same subject. A failure is ignored: the run then goes on without the hook.
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

  /** Whether what a held call had left is used up, or has ended with a cycle. */
  get isUsedUp(): boolean {
    return this.#isUsedUp;
  }

  /** Notes that what a held call had left is used up, or has ended with a cycle. */
  noteUsedUp(): void {
    this.#isUsedUp = this.#held.size > 0;
  }

  /**
   * Repeats the held calls once what they had left is used up.
   * @returns whether they succeeded, so that a scene can be run again
   */
  async leaveAgain(environment: Control): Promise<boolean> {
    if (!this.#isUsedUp) return false;
    this.#isUsedUp = false;
    try {
      for (const {verb, args} of this.#held.values()) await environment.control(verb, args);
      return true;
    } catch {
      // The scenes that need the hook report how it fails.
      return false;
    }
  }

  /** Undoes the held calls at the end of a run. */
  async release(environment: Control): Promise<void> {
    this.#held.clear();
    await this.giveBack(environment);
  }

  /** Undoes the calls of a scene, the last first. A failure is recorded and not repeated. */
  async giveBack(environment: Control): Promise<void> {
    this.#answers.clear();
    if (!this.#outstanding.size) return;
    for (const [key, undo] of [...this.#outstanding].reverse())
      await this.#undo(key, undo, environment);
    this.#called.clear();
    try {
      this.#writeToDisk();
    } catch {
      // An undo that could not be deleted is executed again by the next run, which is harmless.
    }
  }

  /** Undoes one call. What is held until the end of the run is called again with the held arguments. */
  async #undo(key: string, undo: Undo, environment: Control): Promise<void> {
    const held = this.#held.get(key);
    if (this.#failed.has(key) || (held && !this.#called.has(key))) return;
    try {
      await environment.control(undo.verb, (held ?? undo).args);
      if (!held) this.#outstanding.delete(key);
    } catch (error) {
      this.#failed.set(key, {...undo, problem: (error as Error).message});
    }
  }

  /** A hook that does not know its verb has changed nothing, so that there is nothing to undo. */
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

  /** The answer of the target to a call without the argument, if the undo needs that. */
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
