import {canonicalText} from './json.ts';
import type {Exchange} from './step.ts';

/** One command of a sequence. `on` names the command that made what this one acts on. */
export interface Command {
  /** Unique in its sequence; kept when the sequence is sliced. */
  id: number;
  does: string;
  on?: number;
}

/** One documented way to answer a command. Documented freedom is several branches. */
export interface Branch<S> {
  /** Whether the responses to the command can be this branch. */
  fits(responses: Exchange[]): boolean;
  /** What is so afterwards; ids come from the responses. */
  next(responses: Exchange[]): S;
  /** What is expected, for people. */
  expected: string;
}

/** A model as a relation: what a command may be answered in a state, and what is so afterwards. */
export type Relation<S> = (state: S, command: Command) => Branch<S>[];

/** The first command whose responses no state allows. */
export interface Contradiction {
  command: Command;
  expected: string;
  got: Exchange | undefined;
}

/** The responses to each command of a sequence, by the id of the command. */
export type Responses = ReadonlyMap<number, Exchange[]>;

/**
 * Follows a sequence and keeps every state that is still consistent with what was seen.
 * @returns undefined when some state explains everything
 */
export function contradiction<S>(
  start: S,
  relation: Relation<S>,
  commands: Command[],
  responses: Responses,
): Contradiction | undefined {
  let states = [start];
  for (const command of commands) {
    const seen = responses.get(command.id) ?? [];
    const branches = states.flatMap((state) => relation(state, command));
    const fitting = branches.filter((branch) => branch.fits(seen));
    if (!fitting.length)
      return {
        command,
        expected: [...new Set(branches.map((branch) => branch.expected))].join(' or '),
        got: seen.at(-1),
      };
    states = [
      ...new Map(
        fitting.map((branch) => branch.next(seen)).map((state) => [canonicalText(state), state]),
      ).values(),
    ];
  }
  return undefined;
}

/**
 * The shortest sequence that still contradicts the model in the same way, found without a request:
 * the recorded responses are held against the model. A command goes together with those that act on
 * what it made; single-step passes are repeated until none succeeds.
 */
export function slice<S>(
  start: S,
  relation: Relation<S>,
  commands: Command[],
  responses: Responses,
): Command[] {
  const found = contradiction(start, relation, commands, responses);
  if (!found) return commands;
  let kept = commands.slice(
    0,
    commands.findIndex((command) => command.id === found.command.id) + 1,
  );
  const same = (some: Command[]): boolean => {
    const again = contradiction(start, relation, some, responses);
    return again?.command.id === found.command.id;
  };
  for (let shorter = true; shorter;) {
    shorter = false;
    for (const command of kept) {
      if (command.id === found.command.id) continue;
      const rest = without(kept, command.id);
      if (rest.some((one) => one.id === found.command.id) && same(rest)) {
        kept = rest;
        shorter = true;
        break;
      }
    }
  }
  return kept;
}

/** A sequence without a command and without everything that acts on what it made. */
function without(commands: Command[], id: number): Command[] {
  const gone = new Set([id]);
  for (const command of commands)
    if (command.on !== undefined && gone.has(command.on)) gone.add(command.id);
  return commands.filter((command) => !gone.has(command.id));
}
