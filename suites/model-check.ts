import * as fc from 'fast-check';
import {defined} from '../spec/defined.ts';
import {canonicalText} from '../spec/json.ts';
import {contradiction, slice, type Answers, type Command} from '../spec/relation.ts';
import type {Exchange} from '../spec/step.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {Check, CommandSteps, Judgement, Model, Move, Scene} from './check.ts';
import {summaryOf, undecided, unusable} from './judge.ts';
import type {Handle} from './script.ts';

/** Commands of one sequence at most. */
const LONGEST = 24;

/**
 * Checks of a model: sequences that the seed makes up, chosen so that each brings a (situation,
 * command) that no earlier one had.
 * @param count sequences
 */
export function modelChecks<S>(model: Model<S>, seed: number, count: number): Check[] {
  return chosen(model, seed, count).map((commands, index) =>
    checkOf(model, commands, `${model.rule} sequence ${index + 1}`),
  );
}

/** The check of one sequence of a model. */
function checkOf<S>(model: Model<S>, commands: Command[], id: string): Check {
  return {
    rule: model.rule,
    place: '*',
    scene: sceneOf(model, commands, id),
    judge: (seen: SeenCommands) => judge(model, commands, responsesOf(seen)),
    sequence: {
      commands,
      of: (others) => checkOf(model, known(model, others), `${model.rule} as recorded`),
    },
    slice: (seen: SeenCommands) => {
      const shorter = slice(model.start, model.relation, commands, responsesOf(seen));
      return shorter.length < commands.length ? checkOf(model, shorter, `${id} sliced`) : undefined;
    },
  };
}

/** What the judge sees: the responses to command 3 by the name `c3`. */
type SeenCommands = Record<string, Exchange | Exchange[]>;

function sceneOf<S>(model: Model<S>, commands: Command[], id: string): Scene {
  return {
    id,
    api: model.rule.split('.')[0] as Scene['api'],
    ...(model.given && {given: model.given}),
    act: (s) => {
      const handles: Record<string, Handle<unknown>> = {};
      const before = s.steps.length;
      for (const command of commands) {
        const script = model.alternates && command.id % 2 ? s.throughTools() : s;
        const made = command.on === undefined ? undefined : handles[`c${command.on}`];
        const {record} = stepsOf(model, command.does);
        handles[`c${command.id}`] = record(script, made as Handle | undefined);
      }
      // What acts on something that was rightly refused is left out; the model knows.
      for (const step of s.steps.slice(before))
        if (['call', 'upload', 'download', 'walk'].includes(step.step))
          (step as {optional?: true}).optional = true;
      return handles;
    },
  };
}

const stepsOf = <S>(model: Model<S>, does: string): CommandSteps =>
  defined(model.commands[does], `the command \`${does}\` of ${model.rule}`);

/** A sequence is right when some state of the model explains every response. */
function judge<S>(model: Model<S>, commands: Command[], responses: Answers): Judgement {
  const silent = [...responses.values()].flat().find(unusable);
  const problem = silent && unusable(silent);
  if (problem) return undecided(problem);
  const found = contradiction(model.start, model.relation, commands, responses);
  if (found) {
    const {command, expected, got} = found;
    return {
      witnesses: [],
      violations: [
        {
          branch: command.does,
          expected: `${command.does}: ${expected}`,
          got: got ? summaryOf(got) : 'nothing',
          step: got?.step ?? '',
        },
      ],
    };
  }
  return {
    witnesses: commands.map(({does, id}) => ({
      of: does,
      saw: (responses.get(id) ?? []).map(summaryOf).join('; '),
    })),
    violations: [],
  };
}

/** @throws UsageError for a command that the model has not */
function known<S>(model: Model<S>, commands: Command[]): Command[] {
  const other = commands.find(({does}) => !Object.hasOwn(model.commands, does));
  if (other) {
    const names = Object.keys(model.commands).join(', ');
    throw new UsageError(`sequence: \`${other.does}\` is no command of ${model.rule}: ${names}`);
  }
  return commands;
}

const responsesOf = (seen: Record<string, Exchange | Exchange[]>): Answers =>
  new Map(
    Object.entries(seen).map(([name, exchanges]) => [
      Number(name.slice(1)),
      [exchanges].flat().filter(Boolean),
    ]),
  );

/**
 * Sequences by new coverage. After its opening, every second step or so is one that moves something
 * when it is answered in the plainest way, the others look. Of what is possible the draw takes what
 * was never done in such a situation, else what was never done there after such a move.
 */
function chosen<S>(model: Model<S>, seed: number, count: number): Command[][] {
  const done = new Set<string>();
  const words = fc.array(fc.nat({max: 0xffff}), {minLength: LONGEST, maxLength: LONGEST});
  return fc
    .sample(words, {seed, numRuns: count})
    .map((draws, i) => sequenceOf(model, openingOf(model, i), draws, done));
}

const openingOf = <S>({openings, rule}: Model<S>, turn: number): Move[] =>
  defined(openings[turn % openings.length], `an opening of ${rule}`);

/** A command in its situation; and the same after the last move, which may be of something else. */
type Deeds = [first: string, later: string];

function sequenceOf<S>(
  model: Model<S>,
  opening: Move[],
  draws: number[],
  done: Set<string>,
): Command[] {
  const commands: Command[] = [];
  let state = model.start;
  let moved: Command | undefined;
  const after = (command: Command): S => model.relation(state, command)[0]?.next([]) ?? state;
  const isMove = (command: Command): boolean =>
    canonicalText(after(command)) !== canonicalText(state);
  const deeds = (command: Command): Deeds => {
    const older = isOlder(model, commands, command) ? ' (older)' : '';
    const deed = `${model.situation(state, command)} ${command.does}${older}`;
    const elsewhere = command.on !== (moved?.on ?? moved?.id);
    return [deed, `${deed} after ${moved?.does}${elsewhere ? ' elsewhere' : ''}`];
  };
  const take = (command: Command): void => {
    for (const deed of deeds(command)) done.add(deed);
    if (isMove(command)) moved = command;
    state = after(command);
    commands.push(command);
  };
  for (const move of opening)
    take({
      id: commands.length,
      ...(typeof move === 'string' ? {does: move} : {does: move[0], on: move[1]}),
    });
  for (const draw of draws.slice(commands.length + model.closing.length)) {
    const possible = nextOf(model, commands);
    const turn = possible.filter((command) => isMove(command) === (draw % 2 === 0));
    const never = turn.filter((command) => !done.has(deeds(command)[0]));
    const neverAfter = turn.filter((command) => !done.has(deeds(command)[1]));
    const best = [never, neverAfter, turn].find((some) => some.length) ?? possible;
    take(defined(best[(draw >> 1) % best.length], 'a command that is possible'));
  }
  for (const does of model.closing) take({id: commands.length, does});
  return commands;
}

/** Every command that can come next, on each of the things that exist by then. */
function nextOf<S>(model: Model<S>, commands: Command[]): Command[] {
  const id = commands.length;
  return Object.entries(model.commands).flatMap(([does, {on}]) =>
    on === undefined
      ? [{id, does}]
      : commands
          .filter((command) => command.does === on)
          .map((thing) => ({id, does, on: thing.id})),
  );
}

/** Whether a command acts on a thing that is not the newest of its kind. */
const isOlder = <S>(model: Model<S>, commands: Command[], {does, on}: Command): boolean =>
  on !== undefined &&
  commands.some((command) => command.does === stepsOf(model, does).on && command.id > on);
