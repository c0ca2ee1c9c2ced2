import * as fc from 'fast-check';
import {contradiction, slice, type Answers, type Command} from '../spec/relation.ts';
import type {Exchange} from '../spec/step.ts';
import type {Check, Model, Scene} from './check.ts';
import {told, unusable} from './judge.ts';
import type {Handle} from './script.ts';

/** Commands of one sequence at most. */
const LONGEST = 16;

/**
 * Checks of a model: sequences that the seed makes up, chosen so that each brings a (situation, command) that no earlier
 * one had.
 * @param count sequences
 */
export function modelChecks<S>(model: Model<S>, seed: number, count: number): Check[] {
  return chosen(model, seed, count).map((commands, index) => checkOf(model, commands, `${model.rule} sequence ${index + 1}`));
}

function checkOf<S>(model: Model<S>, commands: Command[], id: string): Check {
  const scene: Scene = {
    id,
    api: model.rule.split('.')[0] as Scene['api'],
    ...(model.given && {given: model.given}),
    act: (s) => {
      const handles: Record<string, Handle<any>> = {};
      const before = s.steps.length;
      for (const command of commands)
        handles[`c${command.id}`] = model.commands[command.does]!.record(s, command.on === undefined ? undefined : handles[`c${command.on}`]);
      // What acts on something that was rightly refused is left out; the model knows.
      for (const step of s.steps.slice(before)) if (step.step === 'call' || step.step === 'upload' || step.step === 'walk') step.optional = true;
      return handles;
    },
  };
  return {
    rule: model.rule,
    place: '*',
    scene,
    judge: (seen: Record<string, Exchange | Exchange[]>) => {
      const answers = answersOf(seen);
      const silent = [...answers.values()].flat().find(unusable);
      if (silent) return {witnesses: [], violations: [], inconclusive: unusable(silent)!};
      const found = contradiction(model.start, model.relation, commands, answers);
      if (!found) return {witnesses: commands.map((command) => ({of: command.does, saw: (answers.get(command.id) ?? []).map(told).join('; ')})), violations: []};
      return {
        witnesses: [],
        violations: [
          {
            branch: found.command.does,
            expected: `${found.command.does}: ${found.expected}`,
            got: found.got ? told(found.got) : 'nothing',
            at: found.got?.step ?? '',
          },
        ],
      };
    },
    slice: (seen: Record<string, Exchange | Exchange[]>) => {
      const shorter = slice(model.start, model.relation, commands, answersOf(seen));
      return shorter.length < commands.length ? checkOf(model, shorter, `${id} sliced`) : undefined;
    },
  };
}

const answersOf = (seen: Record<string, Exchange | Exchange[]>): Answers =>
  new Map(Object.entries(seen).map(([name, exchanges]) => [Number(name.slice(1)), [exchanges].flat().filter(Boolean)]));

/** Sequences by new coverage: of many that the seed makes up, those that add most. */
function chosen<S>(model: Model<S>, seed: number, count: number): Command[][] {
  const names = Object.keys(model.commands);
  const words = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat({max: 1000})), {minLength: 6, maxLength: LONGEST});
  const candidates = fc.sample(words, {seed, numRuns: count * 12}).map((drawn) => sequenceOf(model, drawn));
  const covered = new Set<string>();
  const picked: Command[][] = [];
  while (picked.length < count && candidates.length) {
    const gains = candidates.map((commands) => coverage(model, commands).filter((pair) => !covered.has(pair)).length);
    const best = gains.indexOf(Math.max(...gains));
    const [sequence] = candidates.splice(best, 1);
    picked.push(sequence!);
    for (const pair of coverage(model, sequence!)) covered.add(pair);
  }
  return picked;
}

/** A drawn word becomes a command on one of the things that exist by then; without one it is left out. */
function sequenceOf<S>(model: Model<S>, drawn: [string, number][]): Command[] {
  const commands: Command[] = model.opening === undefined ? [] : [{id: 0, does: model.opening}];
  for (const [does, draw] of drawn) {
    const {on} = model.commands[does]!;
    if (on === undefined) commands.push({id: commands.length, does});
    else {
      const things = commands.filter((command) => command.does === on);
      const thing = things[draw % Math.max(1, things.length)];
      if (thing) commands.push({id: commands.length, does, on: thing.id});
    }
  }
  return commands;
}

/** Pairs of what is so and what is done, when everything is answered in the plainest way. */
function coverage<S>(model: Model<S>, commands: Command[]): string[] {
  let state = model.start;
  return commands.map((command) => {
    const pair = `${model.situation(state, command)} ${command.does}`;
    state = model.relation(state, command)[0]?.next([]) ?? state;
    return pair;
  });
}
