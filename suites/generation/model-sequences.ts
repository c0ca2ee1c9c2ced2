import * as fc from 'fast-check';
import {defined} from '../../spec/defined.ts';
import {isSameJson} from '../../spec/json.ts';
import {groupsOf, type Command} from '../../spec/relation.ts';
import {openingSteps, type Model, type OpeningStep} from '../language/model.ts';
import {FIGURES} from './effort.ts';

/** How sequences are made up. */
export interface SequenceOptions {
  /** Commands of a sequence at most, unless its opening and its closing alone are more. */
  longest?: number;
  /** Commands of a sequence at least. */
  shortest?: number;
  /** Of a run that makes up sequences in several rounds. */
  round?: number;
  /** What earlier rounds covered; what these sequences cover is added. */
  covered?: Set<string>;
  /** Earlier sequences; every second one goes on from one of these, cut somewhere, in place of an opening. */
  beginnings?: readonly (readonly Command[])[];
}

/**
 * Makes up sequences of a model's commands, chosen by what they cover that no earlier one does.
 *
 * Sequences are of mixed length. After its opening, about every second command of a sequence changes
 * something (when it is answered in the plainest way) and the others only read. Of the possible
 * commands the seed takes one that was never given in such a situation, else one that was never
 * given there after such a change. Some commands are given at the same moment as the one before. In
 * the first sequence no time passes after its opening: a shared target that has no clock of its own
 * is sent that one.
 * @param count of sequences
 */
export function sequencesOf<S>(
  model: Model<S>,
  seed: number,
  count: number,
  options: SequenceOptions = {},
): Command[][] {
  const {
    longest,
    shortest,
    covered = new Set<string>(),
    beginnings = [],
  } = {
    ...FIGURES.standard,
    ...options,
  };
  const draws = fc.array(fc.nat({max: 0xffff}), {
    minLength: shortest,
    maxLength: longest,
    size: 'max',
  });
  return fc.sample(draws, {seed, numRuns: count}).map((numbers, index) => {
    const opening = model.openings[index % model.openings.length];
    const sequence = new Sequence(index ? model : withoutTime(model), covered);
    const beginning = index % 2 ? beginnings[index >> 1] : undefined;
    if (beginning) for (const command of cutAt(beginning, numbers[0])) sequence.follow(command);
    else
      for (const step of openingSteps(defined(opening, `an opening of ${model.rule}`)))
        sequence.append(step);
    for (const number of numbers.slice(sequence.commands.length + model.closing.length))
      sequence.draw(number);
    for (const does of model.closing) sequence.append({does});
    return sequence.commands;
  });
}

/** A part of a sequence, at least its first half, that ends before a moment of several commands or after it. */
function cutAt(commands: readonly Command[], number = 0): Command[] {
  const moments = groupsOf([...commands]);
  const least = Math.ceil(moments.length / 2);
  return moments.slice(0, least + (number % (moments.length - least + 1))).flat();
}

/**
 * What a sequence covers when all of its commands are answered plainly: the state in which each is
 * given, with its name, and everything by which sequences are chosen.
 */
export function coverageOf<S>(
  model: Model<S>,
  commands: readonly Command[],
): {commandsInStates: string[]; covers: string[]} {
  const covers = new Set<string>();
  const sequence = new Sequence(model, covers);
  const commandsInStates = commands.map((command) => sequence.follow(command));
  return {commandsInStates, covers: [...covers]};
}

/** A model whose sequences wait for nothing, except in their openings. */
const withoutTime = <S>(model: Model<S>): Model<S> => ({
  ...model,
  commands: Object.fromEntries(
    Object.entries(model.commands).filter(([, {takesTime}]) => !takesTime),
  ),
});

/** About one command of so many is given at the same moment as the one before it. */
const COMMANDS_PER_RACE = 6;

/** Two commands that are given at the same moment, as coverage notes them. */
const raceOf = (one: Command, other: Command): string =>
  [one.does, other.does].sort().join(' at the same moment as ');

/** Whether a command is one of those that make what another acts on. */
const makes = ({does}: Command, makers: string | readonly string[]): boolean =>
  typeof makers === 'string' ? makers === does : makers.includes(does);

/** One sequence while it grows. */
class Sequence<S> {
  readonly commands: Command[] = [];
  readonly #model: Model<S>;
  /** What all sequences so far cover. */
  readonly #covered: Set<string>;
  #state: S;
  #lastChange: Command | undefined;

  constructor(model: Model<S>, covered: Set<string>) {
    this.#model = model;
    this.#covered = covered;
    this.#state = model.start;
  }

  /** Adds a command. @returns the state in which it is given, with its name */
  follow(command: Command): string {
    const {here} = this.#coverage(command);
    const last = this.commands.at(-1);
    if (command.atOnce && last) this.#covered.add(raceOf(last, command));
    this.#take(command);
    return here;
  }

  /** Adds the command that the model names. */
  append({does, on, atOnce}: OpeningStep): void {
    const makers = defined(this.#model.commands[does], `the command ${does}`).on;
    const maker =
      on ??
      (makers === undefined
        ? undefined
        : this.commands.findLast((command) => makes(command, makers))?.id);
    this.#take({
      id: this.commands.length,
      does,
      ...(maker !== undefined && {on: maker}),
      ...(atOnce && {atOnce}),
    });
  }

  /** Adds the command that a drawn number chooses among the best. */
  draw(number: number): void {
    const possible = this.#possible();
    const wantsChange = number % 2 === 0;
    if (number % COMMANDS_PER_RACE === 0 && this.#race(number)) return;
    const turn = possible.filter((command) => this.#changes(command) === wantsChange);
    const newHere = turn.filter((command) => !this.#covered.has(this.#coverage(command).here));
    const newAfter = turn.filter(
      (command) => !this.#covered.has(this.#coverage(command).afterChange),
    );
    const best = [newHere, newAfter, turn].find((some) => some.length) ?? possible;
    this.#take(defined(best[(number >> 1) % best.length], 'a command that can come next'));
  }

  /** Adds a command that is given at the same moment as the last; false where none can be. */
  #race(number: number): boolean {
    const last = this.commands.at(-1);
    // A tool is called within a session, which one connection cannot begin for the other.
    if (!last || last.atOnce || this.#model.alternates || !this.#isOneRequest(last)) return false;
    const beside = this.#possible().filter(
      (command) => this.#isOneRequest(command) && command.on === last.on,
    );
    const newHere = beside.filter((command) => !this.#covered.has(raceOf(last, command)));
    const best = newHere.length ? newHere : beside;
    const command = best[(number >> 3) % best.length];
    if (!command) return false;
    this.#covered.add(raceOf(last, command));
    this.#take({...command, atOnce: true});
    return true;
  }

  #isOneRequest({does}: Command): boolean {
    return this.#model.commands[does]?.atOnce === true;
  }

  #take(command: Command): void {
    const {here, afterChange} = this.#coverage(command);
    this.#covered.add(here).add(afterChange);
    if (this.#changes(command)) this.#lastChange = command;
    this.#state = this.#after(command);
    this.commands.push(command);
  }

  /** The state after a command that is answered in the plainest way. */
  #after(command: Command): S {
    return this.#model.relation(this.#state, command)[0]?.next([]) ?? this.#state;
  }

  #changes(command: Command): boolean {
    return !isSameJson(this.#after(command), this.#state);
  }

  /** What a command would cover: itself in this situation, and the same after the last change. */
  #coverage(command: Command): {here: string; afterChange: string} {
    const older = this.#isOlder(command) ? ' (older)' : '';
    const here = `${this.#model.situation(this.#state, command)} ${command.does}${older}`;
    const last = this.#lastChange;
    const elsewhere = command.on === (last?.on ?? last?.id) ? '' : ' elsewhere';
    return {here, afterChange: `${here} after ${last?.does}${elsewhere}`};
  }

  /** Every command that can come next, on each of the things that exist by then. */
  #possible(): Command[] {
    const id = this.commands.length;
    return Object.entries(this.#model.commands).flatMap(([does, {on}]) => {
      if (on === undefined) return [{id, does}];
      const makers = this.commands.filter((command) => makes(command, on));
      return makers.map((maker) => ({id, does, on: maker.id}));
    });
  }

  /** Whether a command acts on a thing that is not the newest of its kind. */
  #isOlder({does, on}: Command): boolean {
    if (on === undefined) return false;
    const makers = this.#model.commands[does]?.on ?? [];
    return this.commands.some((command) => makes(command, makers) && command.id > on);
  }
}
