import {groupsOf, without, type Command} from '../../spec/relation.ts';
import type {Check, Drawn} from '../language/check.ts';
import type {AssignedClass} from '../values/assign-classes.ts';
import {withoutParts, type FailsAlike} from './halves.ts';

/** A failing sequence of a model or draw of a property, with the classes of its other values. */
export interface Failing {
  check: Pick<Check, 'sequence' | 'draw'>;
  /** The classes of fresh values that were not drawn, by kind. */
  classes: readonly AssignedClass[];
}

/** Runs a simpler sequence or draw. @returns whether it fails in the same way */
export type Fails = FailsAlike<Failing>;

/**
 * Simplifies a failing sequence or draw as long as it fails in the same way: first commands are left out,
 * then values are replaced by plain ones.
 * @returns the simplest one that was found
 */
export async function shrunk(failing: Failing, fails: Fails): Promise<Failing> {
  const shorter = await withFewerCommands(failing, fails);
  const apart = await withFewerRaces(shorter, fails);
  const plainer = await withPlainClasses(apart, fails);
  return withPlainDraw(plainer, fails);
}

/** Leaves out moments of a sequence. */
const withFewerCommands = (failing: Failing, fails: Fails): Promise<Failing> =>
  withoutParts(failing, (one) => groupsOf(commandsOf(one)).length, withoutSome, fails);

/**
 * The sequences without a number of successive moments, and without the commands on what these created. The
 * last moments are left out first, since commands after a failure are never needed.
 */
function withoutSome(failing: Failing, size: number): Failing[] {
  const commands = commandsOf(failing);
  const moments = groupsOf(commands);
  const starts = moments.map((_, index) => index).slice(0, moments.length - size + 1);
  return starts
    .toReversed()
    .map((start) => {
      const gone = moments.slice(start, start + size).flat();
      return without(
        commands,
        gone.map(({id}) => id),
      );
    })
    .filter((rest) => rest.length > 0)
    .flatMap((rest) => sequenceOf(failing, rest));
}

/** Sends parallel commands one after the other, if the failure needs no race. */
async function withFewerRaces(failing: Failing, fails: Fails): Promise<Failing> {
  const commands = commandsOf(failing);
  for (const {id} of commands.filter(({atOnce}) => atOnce)) {
    const later = commands.map(({atOnce, ...command}) =>
      atOnce && command.id !== id ? {...command, atOnce} : command,
    );
    const [apart] = sequenceOf(failing, later);
    if (apart && (await fails(apart))) return withFewerRaces(apart, fails);
  }
  return failing;
}

/** Makes all classes plain; if that does not fail, one after the other. */
async function withPlainClasses(failing: Failing, fails: Fails): Promise<Failing> {
  const {classes} = failing;
  if (!classes.length) return failing;
  const plain = {...failing, classes: []};
  if (await fails(plain)) return plain;
  return classes.length > 1 ? withFewerClasses(failing, fails) : failing;
}

async function withFewerClasses(failing: Failing, fails: Fails): Promise<Failing> {
  let kept = failing;
  for (const one of failing.classes) {
    const fewer = {...kept, classes: kept.classes.filter((other) => other !== one)};
    if (await fails(fewer)) kept = fewer;
  }
  return kept;
}

/** Makes the drawn values plain that the failure does not need. */
async function withPlainDraw(failing: Failing, fails: Fails): Promise<Failing> {
  const {draw} = failing.check;
  if (!draw) return failing;
  const {values, plain} = draw;
  const others = Object.keys(values).filter((name) => !isSame(values[name], plain[name]));
  if (!others.length) return failing;
  const drawn = (one: Drawn): Failing => ({...failing, check: draw.withValues(one)});
  if (await fails(drawn(plain))) return drawn(plain);
  let kept = values;
  for (const name of others.length > 1 ? others : []) {
    const plainer = {...kept, ...(name in plain && {[name]: plain[name]})} as Drawn;
    if (await fails(drawn(plainer))) kept = plainer;
  }
  return kept === values ? failing : drawn(kept);
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const commandsOf = ({check}: Failing): Command[] => check.sequence?.commands ?? [];

/** The same model with other commands. */
const sequenceOf = (failing: Failing, commands: Command[]): Failing[] => {
  const {sequence} = failing.check;
  return sequence ? [{...failing, check: sequence.withCommands(commands)}] : [];
};
