import type {PlaceVerdict, ValueDifference, Violation} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../language/check.ts';
import {fixtureOf, type Fixture} from '../engine/fixtures/fixture.ts';
import type {StandingFailure} from '../engine/conclude/group.ts';
import type {DecidedScene} from '../engine/begin/run-options.ts';
import {stepsIn} from '../../spec/references.ts';
import {classesIn, type AssignedClass} from '../values/assign-classes.ts';
import type {Replays} from './replays.ts';
import {shrunk, type Failing} from './shrink.ts';

/** A rule that is broken in one way. */
export interface Found {
  rule: string;
  branch: string;
  expected: string;
  got: string;
  /** The class of values with which it fails, if it passes with plain ones. */
  onlyWith?: ValueDifference;
  /** The shortest sequence that was found to show it. */
  fixture: Fixture;
  /**
   * Whether the sequence failed in the same way when it was run again; undefined if no requests were
   * left for that.
   */
  failsAgain?: boolean;
}

/** The input for simplifying a finding: the scene in which the rule broke, with its checks. */
interface Simplifying extends Pick<DecidedScene, 'scene' | 'decidedChecks'> {
  /** All checks that fixtures may name. */
  checks: readonly Check[];
  replays: Replays;
}

/** The simplest sequence that was found to fail in the same way, with its result if it was run. */
type Simplest = Pick<Found, 'fixture' | 'failsAgain'> & Partial<Pick<Found, 'expected' | 'got'>>;

/** The finding of a failure, with the simplest sequence that was found to fail in the same way. */
export async function findingOf(
  failure: StandingFailure,
  violation: Violation,
  simplifying: Simplifying,
): Promise<Found> {
  const {rule, verdict} = failure;
  const {branch, expected, got} = violation;
  const {onlyWith} = verdict;
  const simplest = await simplestFor(failure, violation, simplifying);
  return {rule, branch, expected, got, ...(onlyWith && {onlyWith}), ...simplest};
}

/** A sequence or draw is simplified; any other response that broke a rule has the steps before it. */
async function simplestFor(
  {rule, check, verdict}: StandingFailure,
  {branch, step}: Violation,
  {scene, decidedChecks, checks, replays}: Simplifying,
): Promise<Simplest> {
  const {place, evidence} = verdict;
  const name = `${rule} ${place}`;
  const isMark = checks.some((one) => one.table && one.rule === rule && one.place === place);
  if (!check && !isMark) {
    const steps = upTo(step, verdict).map((one) => replays.expectingSuccess(one, step));
    return {fixture: {fixture: name, steps}};
  }
  const evident = {...fixtureOf(rule, verdict), fixture: name};
  if (check)
    return simplified(recordedAgain(check, evident), evidence?.steps, evident, branch, replays);
  const [shownBy] = decidedChecks;
  if (!shownBy) return {fixture: evident};
  const again = recordedAgain(shownBy.check);
  const steps = [scene.given, scene.act];
  const {fixture, failsAgain} = await simplified(again, steps, evident, branch, replays);
  // The judge of the mark decides the steps, and not that of the sequence.
  const {sequence: _sequence, draw: _draw, classes: _classes, ...plain} = fixture;
  return {fixture: {...plain, rule, place}, ...failing(failsAgain)};
}

const failing = (failsAgain: boolean | undefined): Pick<Found, 'failsAgain'> =>
  failsAgain === undefined ? {} : {failsAgain};

/**
 * The simplest sequence or draw that fails in the same way.
 * @param again the check of the sequence or draw; undefined for any other check
 * @param steps the steps that were sent, with the classes of their values
 * @param evident the fixture of these steps
 */
async function simplified(
  again: Check | undefined,
  steps: unknown,
  evident: Fixture,
  branch: string,
  replays: Replays,
): Promise<Simplest> {
  const {fixture: name, rule = ''} = evident;
  if (!again) return {fixture: evident};
  const first: Failing = {check: again, classes: undrawnClasses(again, classesIn(steps))};
  let last: Violation | undefined;
  const runs = async ({check: one, classes}: Failing): Promise<boolean | undefined> => {
    const violation = await replays.violation(one as Check, classes, {rule, branch});
    last = violation || last;
    return violation === undefined ? undefined : violation !== false;
  };
  const failsAgain = await runs(first);
  if (!failsAgain) return {fixture: evident, ...failing(failsAgain)};
  const {check: simpler, classes} = await shrunk(first, async (one) => (await runs(one)) === true);
  const fixture = replays.fixtureOf(simpler as Check, classes, name);
  return {fixture, failsAgain: true, ...(last && {expected: last.expected, got: last.got})};
}

/**
 * The check of a sequence or draw, to be run again; undefined for any other check.
 * @param evident the evidence of its failure, which may be a part of what was sent
 */
function recordedAgain({sequence, draw}: Check, evident?: Fixture): Check | undefined {
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

/** The steps that are needed for the step whose response broke the rule of a passive check. */
function upTo(step: string, {evidence}: PlaceVerdict): Step[] {
  const steps = evidence?.steps ?? [];
  const at = steps.findIndex(({id}) => id === step);
  const before = steps.slice(0, at === -1 ? steps.length : at + 1);
  const needed = new Set([step]);
  for (const one of before.toReversed())
    if (needed.has(one.id)) for (const other of stepsIn(one)) needed.add(other);
  const isNeeded = (one: Step): boolean => needed.has(one.id) || one.step === 'control';
  return at === -1 ? before : before.filter(isNeeded);
}
