import {canonicalText} from './json.ts';
import type {Exchange} from './step.ts';

/** One command of a sequence. `on` names the command that made what this one acts on. */
export interface Command {
  /** Unique in its sequence; kept when the sequence is sliced. */
  id: number;
  does: string;
  on?: number;
}

/** One documented outcome of a command. Where the document permits several, there are several. */
export interface Branch<S> {
  /** Whether the responses to the command fit this outcome. */
  fits(responses: Exchange[]): boolean;
  /** The state afterwards; ids come from the responses. */
  next(responses: Exchange[]): S;
  /** The outcome as reports describe it. */
  expected: string;
}

/** A model of an API: the documented outcomes of a command in a state. */
export type Relation<S> = (state: S, command: Command) => Branch<S>[];

/** The first command whose responses fit no documented outcome. */
export interface Contradiction {
  command: Command;
  expected: string;
  got: Exchange | undefined;
}

/** The responses to a sequence of commands, by the id of the command. */
export type ResponsesByCommand = ReadonlyMap<number, Exchange[]>;

/**
 * Follows a sequence through the model. It keeps every state in which the deployment can be,
 * according to the responses so far.
 * @returns undefined when the responses fit the model
 */
export function contradiction<S>(
  start: S,
  relation: Relation<S>,
  commands: Command[],
  responses: ResponsesByCommand,
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
    states = distinct(fitting.map((branch) => branch.next(seen)));
  }
  return undefined;
}

/** States without those that are equal to another one. */
const distinct = <S>(states: S[]): S[] => [
  ...new Map(states.map((state) => [canonicalText(state), state])).values(),
];

/**
 * Shortens a sequence as long as it still contradicts the model at the same command. No request is
 * sent: the recorded responses are judged again. It leaves out one command at a time, together with
 * those that act on what it made, until no command can be left out.
 */
export function slice<S>(
  start: S,
  relation: Relation<S>,
  commands: Command[],
  responses: ResponsesByCommand,
): Command[] {
  const found = contradiction(start, relation, commands, responses);
  if (!found) return commands;
  const last = commands.findIndex(({id}) => id === found.command.id);
  const failsTheSame = (rest: Command[]): boolean => {
    if (!rest.some(({id}) => id === found.command.id)) return false;
    return contradiction(start, relation, rest, responses)?.command.id === found.command.id;
  };
  let kept = commands;
  let shorter: Command[] | undefined = commands.slice(0, last + 1);
  while (shorter) {
    kept = shorter;
    shorter = oneLess(kept).find(failsTheSame);
  }
  return kept;
}

/** The sequences that remain when one of the commands is left out. */
const oneLess = (commands: Command[]): Command[][] => commands.map(({id}) => without(commands, id));

/** A sequence without a command and without everything that acts on what it made. */
function without(commands: Command[], id: number): Command[] {
  const gone = new Set([id]);
  for (const command of commands)
    if (command.on !== undefined && gone.has(command.on)) gone.add(command.id);
  return commands.filter((command) => !gone.has(command.id));
}
