import type {Parallel, Step} from '../../spec/step.ts';
import {stepsIn} from '../../spec/references.ts';
import type {Fixture} from '../engine/fixtures/fixture.ts';
import {everyStep} from '../engine/plan/steps.ts';
import {classesIn, withOnly} from '../values/assign-classes.ts';
import {firstThatFails, withoutParts, type FailsAlike} from './halves.ts';

/** Sends the steps of a simpler fixture. @returns whether it fails in the same way */
export type StillFails = FailsAlike<Fixture>;

/**
 * Simplifies the failing steps of a plain scene as long as they fail in the same way: steps are left out, with those that
 * refer to them; then requests of a race are sent one after the other, or fewer of them; repetitions get fewer; and
 * values become plain.
 * @param likely ids of steps that probably suffice: they are tried first
 * @returns the simplest fixture that was found
 */
export async function withFewerSteps(
  fixture: Fixture,
  likely: ReadonlySet<string>,
  fails: StillFails,
): Promise<Fixture> {
  const once = untried(fixture, fails);
  const needed = restrictedTo(fixture, likely);
  let kept = (await once(needed)) ? needed : fixture;
  kept = await withoutParts(kept, ({steps}) => steps.length, withoutSome, once);
  for (const simpler of [oneAfterAnother, withFewerBranches, withFewerTimes, withPlainValues])
    kept = await simplestOf(kept, simpler, once);
  return kept;
}

/** Tries every fixture once only. */
function untried(first: Fixture, fails: StillFails): StillFails {
  const tried = new Set([JSON.stringify(first.steps)]);
  return async (one) => {
    const key = JSON.stringify(one.steps);
    if (tried.has(key) || !one.steps.length) return false;
    tried.add(key);
    return fails(one);
  };
}

/** Makes a fixture simpler in one way, again and again until it does not fail any more. */
async function simplestOf(
  fixture: Fixture,
  simpler: (from: Fixture) => Fixture[],
  fails: StillFails,
): Promise<Fixture> {
  let kept = fixture;
  let next: Fixture | undefined = fixture;
  while (next) {
    kept = next;
    next = await firstThatFails(simpler(kept), fails);
  }
  return kept;
}

/** The fixtures without a number of successive steps, the last ones first. */
function withoutSome(fixture: Fixture, size: number): Fixture[] {
  const {steps} = fixture;
  const starts = steps.map((_, index) => index).slice(0, steps.length - size + 1);
  return starts
    .toReversed()
    .map((start) => without(fixture, new Set(idsOf(steps.slice(start, start + size)))));
}

/** The fixture without some steps, those that refer to them, and the names of their responses. */
function without(fixture: Fixture, ids: ReadonlySet<string>): Fixture {
  const gone = new Set(ids);
  const steps: Step[] = [];
  for (const step of fixture.steps) {
    const rest = step.step === 'parallel' ? withBranchesWithout(step, gone) : step;
    const isGone = gone.has(step.id) || !rest || (!isRace(rest) && refersTo(rest, gone));
    if (isGone) for (const id of idsOf([step])) gone.add(id);
    else steps.push(rest);
  }
  return withSteps(fixture, steps);
}

/** A race without the branches that contain some steps or refer to them. */
function withBranchesWithout(race: Parallel, gone: ReadonlySet<string>): Parallel | undefined {
  const branches = race.branches.filter(
    (branch) => !idsOf(branch).some((id) => gone.has(id)) && !refersTo(branch, gone),
  );
  return branches.length ? {...race, branches} : undefined;
}

const isRace = ({step}: Step): boolean => step === 'parallel';

const refersTo = (value: unknown, ids: ReadonlySet<string>): boolean =>
  stepsIn(value).some((id) => ids.has(id));

/** The fixture with some steps, those to which they refer, hooks and waits. */
function restrictedTo(fixture: Fixture, ids: ReadonlySet<string>): Fixture {
  const needed = new Set(ids);
  const kept = fixture.steps.toReversed().filter((step) => {
    const isNeeded =
      step.step === 'control' ||
      step.step === 'advance' ||
      idsOf([step]).some((id) => needed.has(id));
    if (isNeeded) for (const id of stepsIn(step)) needed.add(id);
    return isNeeded;
  });
  return withSteps(fixture, kept.toReversed());
}

/** The fixture with other steps, and with the names of those responses that are left. */
function withSteps(fixture: Fixture, steps: Step[]): Fixture {
  const ids = new Set(idsOf(steps));
  const handles = Object.entries(fixture.handles ?? {}).filter(([, of]) =>
    of.every((id) => ids.has(id)),
  );
  return {...fixture, ...(fixture.handles && {handles: Object.fromEntries(handles)}), steps};
}

const idsOf = (steps: readonly Step[]): string[] => [...everyStep([...steps])].map(({id}) => id);

/** The fixture with the requests of each race one after the other; none without a race. */
function oneAfterAnother(fixture: Fixture): Fixture[] {
  const races = fixture.steps.filter((step) => step.step === 'parallel' && isOfSeveral(step));
  if (!races.length) return [];
  return [
    withSteps(
      fixture,
      fixture.steps.map((step) => (step.step === 'parallel' ? inOrder(step) : step)),
    ),
  ];
}

/** Whether several requests are sent at the same moment. */
export const isOfSeveral = ({branches}: Parallel): boolean => branches.length > 1;

/** A race whose branches are sent one after the other. */
export const inOrder = (race: Parallel, branches = race.branches): Parallel => ({
  ...race,
  branches: [branches.flat()],
});

/** The fixtures with one branch less in a race of more than two. */
const withFewerBranches = (fixture: Fixture): Fixture[] =>
  fixture.steps.flatMap((step) =>
    step.step === 'parallel' && step.branches.length > 2
      ? step.branches.toReversed().map((branch) => without(fixture, new Set(idsOf(branch))))
      : [],
  );

/** The fixtures in which something is repeated less often. */
const withFewerTimes = (fixture: Fixture): Fixture[] =>
  fixture.steps.flatMap((step, at) => {
    if (step.step !== 'repeat' || step.until || step.times < 2) return [];
    return [...new Set([1, Math.ceil(step.times / 2), step.times - 1])].map((times) =>
      withSteps(fixture, fixture.steps.with(at, {...step, times})),
    );
  });

/** The fixture with plain values; none if they are plain. */
const withPlainValues = (fixture: Fixture): Fixture[] => {
  const classes = classesIn(fixture.steps);
  const plain = withSteps(fixture, withOnly(fixture.steps));
  const ofOneKind =
    classes.length > 1 ? classes.map(({kind}) => withOnly(fixture.steps, kind)) : [];
  return classes.length ? [plain, ...ofOneKind.map((steps) => withSteps(fixture, steps))] : [];
};
