import {defined} from './defined.ts';
import {canonicalText} from './json.ts';
import type {Exchange} from './exchange.ts';

/** A command of a sequence. `on` is the id of the command that created what this one acts on. */
export interface Command {
  /** Unique in its sequence; it remains the same in a shortened sequence. */
  id: number;
  does: string;
  on?: number;
  /** Whether it is sent at the same moment as the command before it. */
  atOnce?: true;
}

/** A documented outcome of a command. If the document permits several, there are several. */
export interface AllowedOutcome<S> {
  /** Whether the responses to the command match this outcome. */
  fits(responses: Exchange[]): boolean;
  /** The next state; ids are taken from the responses. */
  next(responses: Exchange[]): S;
  /** A description of the outcome for reports. */
  expected: string;
  /** JSON Pointers of what the outcome says of the body: reports show what was answered there. */
  shows?: readonly string[];
}

/** A model of an API: the documented outcomes of a command in a state. */
export type Relation<S> = (state: S, command: Command) => AllowedOutcome<S>[];

/** The first command whose responses match no documented outcome. */
export interface Contradiction {
  command: Command;
  expected: string;
  got: Exchange | undefined;
  /** JSON Pointers of what was expected of the body. */
  shows: readonly string[];
}

/** The responses to a sequence of commands, by the id of the command. */
export type ResponsesByCommand = ReadonlyMap<number, Exchange[]>;

/**
 * Runs a sequence through the model. It tracks every state that is consistent with the responses so far.
 * @returns undefined when the responses are consistent with the model
 */
export function contradiction<S>(
  start: S,
  relation: Relation<S>,
  commands: Command[],
  responses: ResponsesByCommand,
): Contradiction | undefined {
  let states = [start];
  for (const group of groupsOf(commands)) {
    const ways = ordersOf(group).map((order) => through(states, relation, order, responses));
    const next = distinct(ways.flatMap((way) => way.states));
    if (!next.length) return contradictionIn(group, ways, responses);
    states = next;
  }
  return undefined;
}

/** Groups the commands that are sent at the same moment; every other command is a group of its own. */
export function groupsOf(commands: Command[]): Command[][] {
  const groups: Command[][] = [];
  for (const command of commands) {
    const last = groups.at(-1);
    if (command.atOnce && last) last.push(command);
    else groups.push([command]);
  }
  return groups;
}

/**
 * The possible orders of commands that are sent at the same moment: a deployment has to respond as if it had executed
 * them in one of these orders.
 */
const ordersOf = (group: Command[]): Command[][] => {
  if (group.length < 2) return [group];
  return group.flatMap((first) =>
    ordersOf(group.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  );
};

/** The result of commands in one order: the possible states after them, or the command that matches no outcome. */
interface Way<S> {
  states: S[];
  command: Command;
  expected: string;
  shows: readonly string[];
}

function through<S>(
  states: S[],
  relation: Relation<S>,
  order: Command[],
  responses: ResponsesByCommand,
): Way<S> {
  let reached = states;
  let way: Way<S> = {states, command: order[0] as Command, expected: '', shows: []};
  for (const command of order) {
    const seen = responses.get(command.id) ?? [];
    const allowedOutcomes = reached.flatMap((state) => relation(state, command));
    const fitting = allowedOutcomes.filter((one) => one.fits(seen));
    reached = distinct(fitting.map((one) => one.next(seen)));
    const expected = [...new Set(allowedOutcomes.map((one) => one.expected))].join(' or ');
    const shows = [...new Set(allowedOutcomes.flatMap((one) => one.shows ?? []))];
    way = {states: reached, command, expected, shows};
    if (!reached.length) break;
  }
  return way;
}

/** The contradiction of commands for which no order is consistent. */
function contradictionIn<S>(
  group: Command[],
  [way, ...others]: Way<S>[],
  responses: ResponsesByCommand,
): Contradiction {
  const {command, expected, shows} = defined(way, 'an order of the commands');
  const got = responses.get(command.id)?.at(-1);
  if (!others.length) return {command, expected, got, shows};
  const names = group.map(({does}) => does).join(' and ');
  return {
    command,
    expected: `${names} at the same moment to be answered as one after the other (${expected})`,
    got,
    shows,
  };
}

/** Removes duplicate states. */
const distinct = <S>(states: S[]): S[] => [
  ...new Map(states.map((state) => [canonicalText(state), state])).values(),
];

/**
 * Shortens a sequence while it still contradicts the model at the same command. No request is sent: the recorded
 * responses are judged again. It removes one command at a time, together with those that act on what it created, until
 * no command can be removed.
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

/**
 * The sequences that remain when one command, or one group of simultaneous commands, is removed with everything that
 * acts on what they created: in the order of `groupsOf`.
 */
export const oneLess = (commands: Command[]): Command[][] =>
  groupsOf(commands).map((group) =>
    without(
      commands,
      group.map(({id}) => id),
    ),
  );

/**
 * Removes commands and everything that acts on what they created. The remaining commands of a group stay together, and
 * do not join an earlier command.
 */
export function without(commands: Command[], ids: Iterable<number>): Command[] {
  const gone = new Set(ids);
  for (const command of commands)
    if (command.on !== undefined && gone.has(command.on)) gone.add(command.id);
  return groupsOf(commands).flatMap((group) => apart(group.filter(({id}) => !gone.has(id))));
}

/** Commands that are sent at one moment: the first one begins the group. */
function apart([first, ...others]: Command[]): Command[] {
  if (!first) return [];
  const {atOnce: _atOnce, ...begin} = first;
  return [begin, ...others];
}
