import {defined} from '../../spec/defined.ts';
import {
  contradiction,
  groupsOf,
  slice,
  type ResponsesByCommand,
  type Command,
} from '../../spec/relation.ts';
import {at, toText} from '../../spec/json.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Check, Judgement, Scene} from '../language/check.ts';
import type {Model} from '../language/model.ts';
import {summaryOf, undecided} from '../language/judge.ts';
import {unusable} from '../target/unusable.ts';
import {sequencesOf, coverageOf, type SequenceOptions} from './model-sequences.ts';
import type {Handle, Script} from '../language/script.ts';

/** What a judge of a model reads: the exchanges of each command, by `c` and its id. */
type Seen = Record<string, Exchange | Exchange[]>;

/**
 * Makes the checks of a model: sequences of its commands that the seed makes up, chosen so that
 * each brings a command in a situation that no earlier one had.
 * @param count of sequences
 */
export const modelChecks = <S>(
  model: Model<S>,
  seed: number,
  count: number,
  options: SequenceOptions = {},
): Check[] =>
  sequencesOf(model, seed, count, options).map((commands, index) =>
    checkOf(model, commands, `${model.rule} ${roundText(options)}sequence ${index + 1}`),
  );

const roundText = ({round}: SequenceOptions): string =>
  round === undefined ? '' : `round ${round} `;

/** The check that runs one sequence of commands and compares the responses with the model. */
function checkOf<S>(model: Model<S>, commands: Command[], id: string): Check {
  const scene: Scene = {
    id,
    api: model.rule.split('.')[0] as Scene['api'],
    ...(model.given && {given: model.given}),
    ...(model.consecutive && {consecutive: true as const}),
    act: (s) => record(model, commands, s),
  };
  return {
    rule: model.rule,
    place: '*',
    scene,
    judge: (seen: Seen) => judgeSequence(model, commands, responsesOf(commands, seen)),
    sequence: {
      commands,
      ...coverageOf(model, commands),
      withCommands: (others) =>
        checkOf(model, requireKnownCommands(model, others), `${model.rule} as recorded`),
    },
    slice: (seen: Seen) => {
      const shorter = slice(model.start, model.relation, commands, responsesOf(commands, seen));
      return shorter.length < commands.length ? checkOf(model, shorter, `${id} sliced`) : undefined;
    },
  };
}

/**
 * Records the steps of a sequence; the handle `c3` is what command 3 brings. Of commands given at
 * the same moment the first has the handle of all.
 */
function record<S>(
  model: Model<S>,
  commands: Command[],
  s: Script,
): Record<string, Handle<unknown>> {
  const handles: Record<string, Handle<unknown>> = {};
  const before = s.steps.length;
  const recorded = (script: Script, {id, does, on}: Command): Handle<unknown> => {
    const command = defined(model.commands[does], `the command ${does}`);
    const through = model.alternates && id % 2 ? script.throughTools() : script;
    const subject = on === undefined ? undefined : (handles[`c${on}`] as Handle | undefined);
    return command.record(through, subject);
  };
  for (const [first, ...others] of groupsOf(commands)) {
    if (!first) continue;
    const branches = [first, ...others].map(
      (command) =>
        (script: Script): void =>
          void recorded(script, command),
    );
    handles[`c${first.id}`] = others.length ? s.parallel(...branches) : recorded(s, first);
  }
  // A step on something that was rightly refused is left out: the model knows that it is not there.
  const recordedSteps = s.steps.slice(before);
  const inRaces = recordedSteps.flatMap((step) =>
    step.step === 'parallel' ? step.branches.flat() : [],
  );
  for (const step of [...recordedSteps, ...inRaces])
    if (['call', 'upload', 'download', 'walk'].includes(step.step))
      (step as {optional?: true}).optional = true;
  return handles;
}

/** Compares the responses of a sequence with the model. */
function judgeSequence<S>(
  model: Model<S>,
  commands: Command[],
  responses: ResponsesByCommand,
): Judgement {
  const reason = [...responses.values()].flat().map(unusable).find(Boolean);
  if (reason) return undecided(reason);
  const found = contradiction(model.start, model.relation, commands, responses);
  if (!found) return {witnesses: witnessesOf(commands, responses), violations: []};
  const {command, expected, got, shows} = found;
  // An earlier response had to be a success, or it would be the contradiction; it lacks the id.
  if (!got) return undecided(`${command.does}: an earlier response lacks the id that it needs`);
  const violation = {
    branch: command.does,
    expected: `${command.does}: ${expected}`,
    got: [summaryOf(got), ...membersOf(got, shows)].join(', '),
    step: got.step,
    op: got.op,
  };
  return {witnesses: [], violations: [violation]};
}

/** The members of a response that an outcome is about, with their values. */
const membersOf = ({body}: Exchange, pointers: readonly string[]): string[] =>
  pointers.map((pointer) => `\`${pointer.slice(1)}\` ${toText(at(body, pointer))}`);

const witnessesOf = (commands: Command[], responses: ResponsesByCommand): Judgement['witnesses'] =>
  commands.map(({id, does}) => ({
    of: does,
    saw: (responses.get(id) ?? []).map(summaryOf).join('; '),
  }));

/** @throws UsageError for a command that the model does not have */
function requireKnownCommands<S>(model: Model<S>, commands: Command[]): Command[] {
  const other = commands.find(({does}) => !Object.hasOwn(model.commands, does));
  if (!other) return commands;
  const names = Object.keys(model.commands).join(', ');
  throw new UsageError(`sequence: \`${other.does}\` is no command of ${model.rule}: ${names}`);
}

/** The exchanges of each command, by its id. */
function responsesOf(commands: Command[], seen: Seen): ResponsesByCommand {
  const responses = new Map<number, Exchange[]>();
  for (const group of groupsOf(commands)) {
    const exchanges = [seen[`c${group[0]?.id}`] ?? []].flat();
    if (group.length === 1) responses.set(group[0]?.id ?? 0, exchanges);
    else
      for (const [index, {id}] of group.entries()) {
        const exchange = exchanges[index];
        responses.set(id, exchange ? [exchange] : []);
      }
  }
  return responses;
}
