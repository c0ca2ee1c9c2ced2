import type {ControlVerb} from '../../spec/control.ts';

/** The arguments of a hook, by name. */
export type HookArgs = Record<string, unknown>;

/** A call of a hook that gives back what earlier calls took away. */
export interface Undo {
  verb: ControlVerb;
  args: HookArgs;
}

/** Where the undos that are outstanding survive a crash. */
export interface UndoStore {
  /** @throws UsageError for a file that is not what `write` wrote */
  read(): Undo[];
  /** @throws Error when it cannot be written */
  write(undos: Undo[]): void;
}
