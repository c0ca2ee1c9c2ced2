import type {PlaceVerdict, ValueDifference, Violation} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import {fixtureOf, type Fixture} from '../engine/fixtures/fixture.ts';
import type {StandingFailure} from '../engine/verdicts/group.ts';
import type {DecidedScene} from '../engine/run-options.ts';
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

/** The input for simplifying a finding. */
interface Simplifying extends Pick<DecidedScene, 'scene' | 'decidedChecks'> {
  /** All checks that fixtures may name. */
  checks: readonly Check[];
  replays: Replays;
}

/** The finding of a failure, with the simplest sequence that was found to fail in the same way. */
export async function findingOf(
  {rule, check, verdict}: StandingFailure,
  {branch, expected, got, step}: Violation,
  simplifying: Simplifying,
): Promise<Found> {
  const {onlyWith} = verdict;
  const found = {rule, branch, expected, got, ...(onlyWith && {onlyWith})};
  const name = `${rule} ${verdict.place}`;
  if (check) return {...found, ...(await simplest(check, verdict, branch, simplifying))};
  const isMark = simplifying.checks.some(
    (one) => one.table && one.rule === rule && one.place === verdict.place,
  );
  if (!isMark) {
    const steps = upTo(step, verdict).map((one) => simplifying.replays.expectingSuccess(one, step));
    return {...found, fixture: {fixture: name, steps}};
  }
  const shown = {...found, fixture: {...fixtureOf(rule, verdict), fixture: name}};
  const [shower] = simplifying.decidedChecks;
  if (!shower) return shown;
  const {fixture, failsAgain} = await simplest(shower.check, verdict, branch, simplifying, rule);
  const {sequence: _sequence, draw: _draw, classes: _classes, ...plain} = fixture;
  const {place} = verdict;
  return {...shown, fixture: {...plain, fixture: name, rule, place}, ...failing(failsAgain)};
}

const failing = (failsAgain: boolean | undefined): Pick<Found, 'failsAgain'> =>
  failsAgain === undefined ? {} : {failsAgain};

/** The simplest sequence, with its result if it was run. */
type Simplest = Pick<Found, 'fixture' | 'failsAgain'> & Partial<Pick<Found, 'expected' | 'got'>>;

/**
 * The simplest sequence or draw that fails in the same way.
 * @param rule the rule that fails, if it is not that of the check
 */
async function simplest(
  check: Check,
  verdict: PlaceVerdict,
  branch: string,
  {scene, replays}: Simplifying,
  rule = check.rule,
): Promise<Simplest> {
  const name = `${rule} ${verdict.place}`;
  const evident = {...fixtureOf(check.rule, verdict), fixture: name};
  const {evidence} = verdict;
  const again = recordedAgain(check, rule === check.rule ? evident : undefined);
  const steps = rule === check.rule ? evidence?.steps : [scene.given, scene.act];
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

/** The check of the sequence or draw in its evidence; undefined for any other check. */
function recordedAgain(check: Check, evident: Fixture | undefined): Check | undefined {
  const {sequence, draw} = check;
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
