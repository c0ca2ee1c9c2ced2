import type {PlaceVerdict, ValueDifference, Violation} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../language/check.ts';
import {fixtureOf, type Fixture} from '../engine/fixtures/fixture.ts';
import type {StandingFailure} from '../engine/conclude/group.ts';
import type {DecidedScene} from '../engine/begin/run-options.ts';
import {stepsIn} from '../../spec/references.ts';
import type {Replays} from '../shrinking/replays.ts';
import {recordedAgain, simplified, type Simplest} from '../shrinking/simplest.ts';

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

/** The finding of a failure, with the simplest sequence that was found to fail in the same way. */
export async function findingOf(
  failure: StandingFailure,
  violation: Violation,
  simplifying: Simplifying,
): Promise<Found> {
  const {rule, verdict} = failure;
  const {branch, expected, got} = violation;
  const {onlyWith} = verdict;
  const {fixture, failsAgain, failure: again} = await simplestFor(failure, violation, simplifying);
  const seen = again?.violation ?? {expected, got};
  return {
    rule,
    branch,
    expected: seen.expected,
    got: seen.got,
    ...(onlyWith && {onlyWith}),
    fixture,
    ...failing(failsAgain),
  };
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
