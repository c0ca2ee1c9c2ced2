import type {Check, Draw} from '../../language/check.ts';
import {VALUE_RULES} from '../../values/value-rules.ts';
import {attempt} from './attempt.ts';
import type {AttemptResult} from './attempt-result.ts';
import {contractsOf} from '../facts/contracts.ts';
import type {CheckVerdict, PlaceResults} from '../judge/place-results.ts';
import {comparedWithPlain, mayBeTheValues, type PlainTwin} from './plain-values.ts';
import {successRule} from '../judge/situation-rules.ts';
import {prepare, type PreparedScene} from '../plan/prepare.ts';
import type {RunServices} from '../judge/run-services.ts';

/** A scene that was run, with its verdicts. */
export interface SceneToCompare {
  scene: PreparedScene;
  checks: Check[];
  /** Of the checks, in their order. */
  verdicts: CheckVerdict[];
  results: readonly AttemptResult[];
  /** The highest number of an attempt that was made before, for another decision. */
  earlier: number;
}

/**
 * More than the most attempts at a scene. The attempts of its comparison have higher numbers, since the
 * number of an attempt is part of its fresh values.
 */
const OWN_ATTEMPTS = 10;

/** The highest number of an attempt of a comparison. */
export const MAX_COMPARING_ATTEMPTS = 50;

/**
 * The verdicts of a scene whose values belong to particular classes. If it did not pass, it is run again
 * with plain values to find out whether the values are the reason.
 */
export async function verdictsAfterComparison(
  {scene, checks, verdicts, results, earlier}: SceneToCompare,
  placeResults: PlaceResults,
  services: RunServices,
): Promise<CheckVerdict[]> {
  const last = results.at(-1);
  const isOver = services.breaker.whyTripped || services.signal?.aborted;
  if (!last || isOver || !mayBeTheValues(verdicts, last.exchanges)) return verdicts;
  const twin = plainTwin(scene, checks, services);
  if (!twin) return verdicts;
  const replay = replayFrom(earlier + OWN_ATTEMPTS, placeResults, services);
  const {redaction, specifications, sharedTarget} = services;
  const compared = await comparedWithPlain(twin, verdicts, last, {
    placeResults,
    redaction,
    successRule: (op, situation) => successRule(specifications, op, situation),
    hasServed: (...one) => sharedTarget?.answered.hasServedClass(...one) ?? false,
    replay,
  });
  return services.target.shared ? compared : eachWithOneClass(compared, checks, services, replay);
}

/** Runs a scene once more, in an attempt of its own. */
export type Replay = (scene: PreparedScene, checks: Check[]) => Promise<AttemptResult>;

/**
 * How a scene is run once more.
 * @param number the highest number of an attempt that was made before
 */
export function replayFrom(
  number: number,
  placeResults: PlaceResults,
  services: RunServices,
): Replay {
  let last = number;
  return (scene, checks) => {
    last += 1;
    return attempt({scene, checks, number: last}, placeResults, services);
  };
}

/** The verdicts of draws, simplified where one value is enough for a failure. */
async function eachWithOneClass(
  verdicts: CheckVerdict[],
  checks: Check[],
  services: RunServices,
  replay: Replay,
): Promise<CheckVerdict[]> {
  const simplified: CheckVerdict[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    const draw = verdict.onlyWith && checks[index]?.draw;
    const simpler = draw && (await withOneClass(draw, verdict, services, replay));
    simplified.push(simpler ?? verdict);
  }
  return simplified;
}

/** The scene with plain values; undefined if all of its values are plain already. */
function plainTwin(
  scene: PreparedScene,
  checks: Check[],
  services: RunServices,
): PlainTwin | undefined {
  if (scene.assigned) {
    const {kind, valueClass, plain} = scene.assigned;
    const difference = {kind, valueClass, rule: VALUE_RULES[kind]};
    return {scene, checks, plain, plainChecks: checks, place: '*', difference};
  }
  const [check] = checks;
  // A recorded scene is run as it is; exploring simplifies it separately.
  if (!check?.draw || scene.keepsRecordedClasses) return undefined;
  const other = check.draw.withPlainValuesExcept();
  const plain = preparedFor(other, services);
  const {place, rule} = check;
  const difference = {...differenceOf(check.draw), rule};
  // Properties with shared draws share the scene of each draw.
  const plainChecks = checks.map((one) => one.draw?.withPlainValuesExcept() ?? one);
  return {scene, checks, plain, plainChecks, place, difference};
}

function differenceOf({classes}: Draw): {kind: string; valueClass: string} {
  const names = Object.keys(classes);
  return {kind: names.join(', '), valueClass: Object.values(classes).join(', ')};
}

const preparedFor = ({scene}: Check, {target, specifications}: RunServices): PreparedScene =>
  prepare(scene, target, contractsOf(specifications));

/**
 * The verdict of a draw that fails in the same way if only one value is of a class and all others are
 * plain: it names the value that matters.
 */
async function withOneClass(
  draw: Draw,
  verdict: CheckVerdict,
  services: RunServices,
  replay: Replay,
): Promise<CheckVerdict | undefined> {
  const names = Object.keys(draw.classes);
  if (names.length < 2 || !verdict.onlyWith) return undefined;
  for (const name of names) {
    const check = draw.withPlainValuesExcept(name);
    const {checkAttempts} = await replay(preparedFor(check, services), [check]);
    const simpler = checkAttempts[0]?.verdict;
    if (simpler?.verdict !== 'failed' || !isSameBranch(simpler, verdict)) continue;
    const valueClass = draw.classes[name] ?? '';
    return {...simpler, onlyWith: {...verdict.onlyWith, kind: name, valueClass}};
  }
  return undefined;
}

const isSameBranch = (one: CheckVerdict, other: CheckVerdict): boolean =>
  one.violations[0]?.branch === other.violations[0]?.branch;
