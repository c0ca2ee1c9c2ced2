/** The relation of things that commands make, change, read and list: users, plans, orders, contents. */

import {allowedOutcome, type Fits} from './allowed-outcomes.ts';
import type {AllowedOutcome, Command, Relation} from './relation.ts';

/** What is known of the things that a sequence has made, by the command that made each. */
export type Things<T> = Readonly<Record<number, T>>;

/** What the document allows of a command. */
interface Rules<T> {
  /** What a command acts on, in words: `a user`. */
  thing: string;
  /** The outcomes of commands that make a thing; undefined for one that was refused. */
  makes: Record<string, (things: Things<T>, command: Command) => AllowedOutcome<T | undefined>[]>;
  /** The outcomes of commands on a thing. */
  changes: Record<string, (thing: T, things: Things<T>, command: Command) => AllowedOutcome<T>[]>;
  /** What commands that read all things have to show, and whether responses do. */
  lists: Record<string, {expected: string; shows: (things: Things<T>) => Fits}>;
}

/** The relation of these rules. A command that acts on no thing may be answered in any way. */
export const relationOf =
  <T>({thing: what, makes, changes, lists}: Rules<T>): Relation<Things<T>> =>
  (things, command) => {
    const {does, id, on} = command;
    const list = lists[does];
    if (list) return [allowedOutcome(things, list.expected, list.shows(things))];
    const make = makes[does];
    if (make) return make(things, command).map((made) => put(things, id, made));
    const thing = on === undefined ? undefined : things[on];
    if (on === undefined || thing === undefined) return [allowedOutcome(things, what, () => true)];
    const change = changes[does];
    if (!change) throw new Error(`the model does not know the command ${does}`);
    return change(thing, things, command).map((changed) => put(things, on, changed));
  };

/** An outcome of one thing as one of all things. */
const put = <T>(
  things: Things<T>,
  id: number,
  {next, ...outcome}: AllowedOutcome<T | undefined>,
): AllowedOutcome<Things<T>> => ({
  ...outcome,
  next: (responses) => {
    const thing = next(responses);
    return thing === undefined ? things : {...things, [id]: thing};
  },
});

/** Commands by name that are all allowed the same. */
export const alike = <R>(rule: R, ...names: string[]): Record<string, R> =>
  Object.fromEntries(names.map((name) => [name, rule]));
