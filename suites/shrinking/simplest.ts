import type {Check} from '../language/check.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {classesIn, type AssignedClass} from '../values/assign-classes.ts';
import type {FailedAgain, Replays} from './replays.ts';
import {shrunk, type Failing} from './shrink.ts';

/** The simplest sequence that was found to fail in the same way. */
export interface Simplest {
  fixture: Fixture;
  /** Whether it failed when it was run again; undefined if the budget did not suffice for that. */
  failsAgain?: boolean;
  /** Its failure, if it failed again. */
  failure?: FailedAgain;
}

/**
 * The simplest sequence or draw that fails in the same way.
 * @param again the check of the sequence or draw; undefined for any other check
 * @param steps the steps that were sent, with the classes of their values
 * @param evident the fixture of these steps
 */
export async function simplified(
  again: Check | undefined,
  steps: unknown,
  evident: Fixture,
  branch: string,
  replays: Replays,
): Promise<Simplest> {
  const {fixture: name, rule = ''} = evident;
  if (!again) return {fixture: evident};
  const first: Failing = {check: again, classes: undrawnClasses(again, classesIn(steps))};
  let last: FailedAgain | undefined;
  const runs = async ({check: one, classes}: Failing): Promise<boolean | undefined> => {
    const failure = await replays.violation(one as Check, classes, {rule, branch});
    last = failure || last;
    return failure === undefined ? undefined : failure !== false;
  };
  const failsAgain = await runs(first);
  if (!failsAgain) return {fixture: evident, ...(failsAgain === false && {failsAgain})};
  const {check: simpler, classes} = await shrunk(first, async (one) => (await runs(one)) === true);
  const fixture = replays.fixtureOf(simpler as Check, classes, name);
  return {fixture, failsAgain: true, ...(last && {failure: last})};
}

/**
 * The check of a sequence or draw, to be run again; undefined for any other check.
 * @param evident the evidence of its failure, which may be a part of what was sent
 */
export function recordedAgain({sequence, draw}: Check, evident?: Fixture): Check | undefined {
  if (sequence) return sequence.withCommands(evident?.sequence ?? sequence.commands);
  return draw?.withValues(evident?.draw ?? draw.values, evident ? {} : draw.classes);
}

/** The classes of the values that are not part of the draw. */
const undrawnClasses = (
  {draw}: Pick<Check, 'draw'>,
  classes: readonly AssignedClass[],
): readonly AssignedClass[] => {
  const drawn = Object.values(draw?.values ?? {}).flatMap((value) => [...classesIn(value)]);
  return classes.filter(
    ({kind, valueClass}) =>
      !drawn.some((one) => one.kind === kind && one.valueClass === valueClass),
  );
};
