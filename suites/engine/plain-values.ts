import type {PlaceVerdict, ValueDifference} from '../../spec/run-record.ts';
import type {Exchange} from '../../spec/step.ts';
import {summaryOf, unusable} from '../judge.ts';
import {VALUE_RULES} from '../values/value-rules.ts';
import type {AttemptResult} from './attempt.ts';
import {evidenceOf} from './evidence.ts';
import type {CheckVerdict, Findings} from './findings.ts';
import type {Prepared} from './prepare.ts';
import type {Redaction} from './redaction.ts';
import {everyStep} from './steps.ts';
import {hasClass} from '../values/deal.ts';

/** A scene whose values are of a class. */
export type DealtScene = Prepared & {dealt: NonNullable<Prepared['dealt']>};

/** What a comparison with plain values needs of the run. */
export interface Comparing {
  findings: Findings;
  redaction: Redaction;
  /** Plays a scene once more, in an environment of its own. */
  replay(scene: Prepared): Promise<AttemptResult>;
}

/** A request that was refused with values of a class, and served with plain ones. */
interface RefusedRequest {
  refused: Exchange;
  served: Exchange;
}

/**
 * Whether the class of its values may be why a scene did not pass: a check failed, or a request
 * that it needs was refused.
 */
export const mayBeTheValues = (verdicts: CheckVerdict[]): boolean =>
  verdicts.some(({verdict, blocked}) => verdict === 'failed' || blocked);

/**
 * Plays a scene that did not pass with plain values in place of its class.
 *
 * - What fails with plain values, too, is shown by them: they are easier to read.
 * - Where a request is refused, twice, that is served with plain values, the rule is broken that
 *   values of this kind are taken; the checks go on with the plain ones.
 * - What else passes with plain values broke its rule for values of this class only, and the verdict
 *   says so.
 * @param verdicts of the scene's checks, in their order
 * @param last the attempt that led to them
 * @returns the verdicts in the same order
 */
export async function comparedWithPlain(
  scene: DealtScene,
  verdicts: CheckVerdict[],
  last: AttemptResult,
  comparing: Comparing,
): Promise<CheckVerdict[]> {
  const {findings, replay} = comparing;
  const plain = await replay(scene.dealt.plain);
  const request = refusedRequest(scene, last.exchanges, plain.exchanges);
  const isConfirmed =
    request !== undefined && isRefusedAgain(request, (await replay(scene)).exchanges);
  if (isConfirmed)
    findings.observe({witnesses: [], broken: [refusal(scene, last, request, comparing)]});
  return verdicts.map((verdict, index) => {
    const other = plain.attempted[index]?.verdict;
    if (!other || verdict.verdict === 'passed') return verdict;
    return isConfirmed ? other : comparedVerdict(verdict, other, scene.dealt);
  });
}

function comparedVerdict(
  verdict: CheckVerdict,
  plain: CheckVerdict,
  {kind, valueClass}: DealtScene['dealt'],
): CheckVerdict {
  if (plain.verdict === 'failed' || verdict.verdict !== 'failed') return plain;
  if (plain.verdict !== 'passed') return verdict;
  const onlyWith: ValueDifference = {kind, valueClass, rule: VALUE_RULES[kind]};
  return {...verdict, onlyWith};
}

/**
 * The first request that was refused because of its body, where the same step was served with plain
 * values.
 */
function refusedRequest(
  {given, act, dealt}: DealtScene,
  exchanges: readonly Exchange[],
  plain: readonly Exchange[],
): RefusedRequest | undefined {
  const writing = [...everyStep([...given, ...act])].filter(
    (step) => 'body' in step && hasClass([step.body], dealt),
  );
  for (const {id} of writing) {
    const refused = exchanges.find(({step}) => step === id);
    const served = plain.find(({step}) => step === id);
    if (refused && served && isRefusal(refused) && isServed(served)) return {refused, served};
  }
  return undefined;
}

const isRefusal = (exchange: Exchange): boolean =>
  exchange.status >= 400 && unusable(exchange) === undefined;

const isServed = ({status}: Exchange): boolean => status >= 200 && status < 400;

const isRefusedAgain = ({refused}: RefusedRequest, again: readonly Exchange[]): boolean =>
  again.some(({step, status}) => step === refused.step && status === refused.status);

/** The rule that values of the kind are taken is broken. */
function refusal(
  scene: DealtScene,
  {exchanges}: AttemptResult,
  {refused, served}: RefusedRequest,
  {redaction}: Comparing,
): {rule: string; verdict: PlaceVerdict} {
  const {kind, valueClass} = scene.dealt;
  const value = `the ${kind.replaceAll('-', ' ')} is of the class "${valueClass}"`;
  const violation = {
    branch: `${kind} refused: ${valueClass}`,
    expected: `${refused.op} to be served where ${value}, as it is with a plain one (${summaryOf(served)})`,
    got: summaryOf(refused),
    step: refused.step,
    op: refused.op,
  };
  const evidence = evidenceOf(scene, exchanges, redaction, {violating: [refused.step]});
  return {
    rule: VALUE_RULES[kind],
    verdict: {place: '*', verdict: 'failed', witnesses: [], violations: [violation], evidence},
  };
}
