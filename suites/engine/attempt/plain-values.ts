import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, ValueDifference} from '../../../spec/run-record.ts';
import {isSameJson} from '../../../spec/json.ts';
import {isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Call, Step} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {summaryOf} from '../../language/judge.ts';
import {unusable} from '../../target/unusable.ts';
import {classesIn, withOnly} from '../../values/assign-classes.ts';
import {REFUSABLE, type ValueKind} from '../../values/value-classes.ts';
import {valueRuleOf} from '../../values/value-rules.ts';
import type {AttemptResult} from './attempt-result.ts';
import {SPENT} from '../judge/spent-allowance.ts';
import {evidenceOf} from '../evidence/evidence.ts';
import type {CheckVerdict, PlaceResults} from '../judge/place-results.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import type {Redaction} from '../evidence/redaction.ts';
import {everyStep} from '../plan/steps.ts';

/** A scene and its twin, the same scene with plain values. */
export interface PlainTwin {
  scene: PreparedScene;
  checks: Check[];
  plain: PreparedScene;
  /** The checks of the twin, in the same order. */
  plainChecks: Check[];
  /** How the values of the scene differ from plain ones. */
  difference: ValueDifference;
  /** The place at which the rule of the difference is broken when such a value is refused. */
  place: string;
}

/** What a comparison with plain values needs from the run. */
export interface Comparing {
  placeResults: PlaceResults;
  redaction: Redaction;
  /** The rule about the success of an operation. */
  successRule(op: string, situation: string): RuleId | undefined;
  /** Whether an operation has served a class of values in this run. */
  hasServed(op: string, kind: string, valueClass: string): boolean;
  /** Runs a scene once more, in an environment of its own. */
  replay(scene: PreparedScene, checks: Check[]): Promise<AttemptResult>;
}

/** A request that was refused with values of a class and served with plain ones. */
interface RefusedRequest {
  step: Call;
  refused: Exchange;
  served: Exchange;
}

/**
 * Whether the values of a scene may be the reason why it did not pass: a check failed, a required
 * request was refused, or a request was refused in front of the service.
 */
export const mayBeTheValues = (
  verdicts: CheckVerdict[],
  exchanges: readonly Exchange[] = [],
): boolean =>
  verdicts.some(({verdict, blocked}) => verdict === 'failed' || blocked) ||
  (exchanges.some(({refusedInFront}) => refusedInFront) &&
    verdicts.some(({verdict}) => verdict !== 'passed'));

/**
 * Runs a scene that did not pass again, with plain values instead of those of its class.
 *
 * - A check that also fails with plain values gets that verdict: plain values are easier to read.
 * - If a request is refused twice and is served with plain values, the rule is broken that values of
 *   this kind are accepted. The verdicts of the checks are those with plain values.
 * - Any other check that passes with plain values breaks its rule for values of this class only, and
 *   the verdict says so.
 * @param verdicts of the scene's checks, in their order
 * @param last the attempt that led to them
 * @returns the verdicts in the same order
 */
export async function comparedWithPlain(
  twin: PlainTwin,
  verdicts: CheckVerdict[],
  last: AttemptResult,
  comparing: Comparing,
): Promise<CheckVerdict[]> {
  const {placeResults, replay} = comparing;
  const plain = await replay(twin.plain, twin.plainChecks);
  const request = refusedRequest(twin, last.exchanges, plain.exchanges);
  const cause = request && (await confirmedCause(twin, request, comparing));
  if (cause && !mayBeRefused(cause, request.refused)) {
    const broken = [refusal({...twin, difference: cause}, last, request, comparing)];
    placeResults.observe({witnesses: [], broken});
  }
  return verdicts.map((verdict, index) => {
    const other = plain.checkAttempts[index]?.verdict;
    if (!other || verdict.verdict === 'passed') return verdict;
    return cause ? other : verdictBesidePlain(verdict, other, twin.difference);
  });
}

/** Whether the document permits a deployment to refuse values of the class. */
const mayBeRefused = ({kind, valueClass}: ValueDifference, {status}: Exchange): boolean =>
  status < 500 && REFUSABLE[kind as ValueKind]?.has(valueClass) === true;

function verdictBesidePlain(
  verdict: CheckVerdict,
  plain: CheckVerdict,
  onlyWith: ValueDifference,
): CheckVerdict {
  if (plain.verdict === 'failed' || verdict.verdict !== 'failed') return plain;
  return plain.verdict === 'passed' ? {...verdict, onlyWith} : verdict;
}

/** The ids of the steps of races. */
const racedIn = (steps: Step[]): Set<string> =>
  new Set(
    [...everyStep(steps)].flatMap((step) =>
      step.step === 'parallel' ? [...everyStep(step.branches.flat())].map(({id}) => id) : [],
    ),
  );

/**
 * The first request that was refused, while its plain twin, which differs in its body or headers, was
 * served. Requests of a race are left out: which of them is served is chance.
 */
function refusedRequest(
  {scene, plain: {given, act}}: PlainTwin,
  exchanges: readonly Exchange[],
  plain: readonly Exchange[],
): RefusedRequest | undefined {
  const plainSteps = new Map([...everyStep([...given, ...act])].map((step) => [step.id, step]));
  const raced = racedIn([...scene.given, ...scene.act]);
  for (const step of everyStep([...scene.given, ...scene.act])) {
    if (raced.has(step.id)) continue;
    if (!differsInValues(step, plainSteps.get(step.id))) continue;
    const refused = exchanges.find((one) => one.step === step.id);
    const served = plain.find((one) => one.step === step.id);
    if (refused && served && isRefusal(refused) && isSuccessOrRedirect(served.status))
      return {step, refused, served};
  }
  return undefined;
}

const differsInValues = (one: Step, other: Step | undefined): one is Call =>
  one.step === 'call' &&
  other?.step === 'call' &&
  !isSameJson([one.body, one.headers], [other.body, other.headers]);

/** Situations of refusals that say nothing about a request's values: no allowance is left, or another run is under way. */
const OF_THE_STATE: readonly string[] = [...SPENT, 'busy'];

/** Whether a request may have been refused because of its values, not because of the state of the workspace. */
export const isRefusal = (exchange: Exchange): boolean =>
  exchange.status >= 400 &&
  unusable(exchange) === undefined &&
  !exchange.situations.some((one) => OF_THE_STATE.includes(one));

const isRefusedAgain = ({refused}: RefusedRequest, again: readonly Exchange[]): boolean =>
  again.some(({step, status}) => step === refused.step && status === refused.status);

/**
 * The class of values for which a request is refused again when all other values are plain; undefined
 * if it is not refused again.
 */
async function confirmedCause(
  {scene, checks, difference}: PlainTwin,
  request: RefusedRequest,
  {replay, successRule, hasServed}: Comparing,
): Promise<ValueDifference | undefined> {
  const isRefusedIn = async (candidate: PreparedScene): Promise<boolean> =>
    isRefusedAgain(request, (await replay(candidate, checks)).exchanges);
  const withOnlyKind = (kind?: ValueKind): PreparedScene => ({
    ...scene,
    given: withOnly(scene.given, kind),
    act: withOnly(scene.act, kind),
  });
  const suspects = classesIn([request.step.body, request.step.headers]);
  // If it is refused even with plain values, another generated value is the cause.
  const isAboutClasses =
    suspects.length > 0 && (scene.assigned !== undefined || !(await isRefusedIn(withOnlyKind())));
  if (!isAboutClasses)
    return (await isRefusedIn(scene))
      ? {...difference, rule: ruleOfRefused(request.step, difference, successRule)}
      : undefined;
  const {op} = request.step;
  for (const {kind, valueClass} of suspects) {
    if (!(await isRefusedIn(withOnlyKind(kind)))) continue;
    // An operation that served the class elsewhere may refuse requests now and then, whatever their values.
    const isRefused = !hasServed(op, kind, valueClass) || (await isRefusedIn(withOnlyKind(kind)));
    if (isRefused) return {kind, valueClass, rule: valueRuleOf(kind, op)};
  }
  return undefined;
}

/** A refused set-up step breaks the operation's success rule, not the property's. */
const ruleOfRefused = (
  {op, expects}: Call,
  {rule}: ValueDifference,
  successRule: Comparing['successRule'],
): RuleId => (expects === undefined ? undefined : successRule(op, expects)) ?? rule;

/** A violation of the rule that values of the kind are accepted. */
function refusal(
  {scene, place, difference: {kind, valueClass, rule}}: PlainTwin,
  {exchanges}: AttemptResult,
  {refused, served}: RefusedRequest,
  {redaction}: Comparing,
): {rule: string; verdict: PlaceVerdict} {
  const value = `the ${kind.replaceAll('-', ' ')} is of the class "${valueClass}"`;
  const violation = {
    branch: `${kind} refused: ${valueClass}`,
    expected:
      `${refused.op} to be served where ${value}, ` +
      `as it is with a plain one (${summaryOf(served)})`,
    got: summaryOf(refused),
    step: refused.step,
    op: refused.op,
  };
  const evidence = evidenceOf(scene, exchanges, redaction, {violating: [refused.step]});
  return {
    rule,
    verdict: {place, verdict: 'failed', witnesses: [], violations: [violation], evidence},
  };
}
