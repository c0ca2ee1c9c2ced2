import type {PlaceVerdict, ValueDifference} from '../../spec/run-record.ts';
import {summaryOf, unusable} from '../judge.ts';
import {VALUE_RULES} from '../values/value-rules.ts';
import type {AttemptResult, RefusedSetUp} from './attempt.ts';
import type {CheckVerdict, Findings} from './findings.ts';
import type {Prepared} from './prepare.ts';

/** A scene whose values are of a class. */
export type Dealt = NonNullable<Prepared['dealt']>;

/** Plays a scene once more, in an environment of its own. */
export type Replay = (scene: Prepared) => Promise<AttemptResult>;

/**
 * Whether the class of its values may be why a scene did not pass: a check failed, or a request of
 * its set-up was refused. What the limit or the network did is not because of a value.
 */
export const mayBeTheValues = (verdicts: CheckVerdict[], last: AttemptResult): boolean =>
  verdicts.some(({verdict}) => verdict === 'failed') || isRefused(last.refusedSetUp);

const isRefused = (refused: RefusedSetUp | undefined): boolean =>
  refused !== undefined && unusable(refused.exchange) === undefined;

/**
 * Plays a scene that did not pass with plain values in place of its class.
 *
 * - What fails with plain values, too, is shown by them: they are easier to read.
 * - What passes with them broke its rule for values of this class only, and the verdict says so.
 * - Where a request of the set-up was refused, twice, and is not with plain values, the rule is
 *   broken that values of this kind are taken; the checks go on with the plain ones.
 * @param verdicts of the scene's checks, in their order
 * @returns the verdicts in the same order
 */
export async function comparedWithPlain(
  scene: Prepared & {dealt: Dealt},
  verdicts: CheckVerdict[],
  last: AttemptResult,
  findings: Findings,
  replay: Replay,
): Promise<CheckVerdict[]> {
  const {dealt} = scene;
  const plain = (await replay(dealt.plain)).attempted.map(({verdict}) => verdict);
  const isAnyFreed = verdicts.some((one, index) => one.blocked && isPassed(plain[index]));
  if (isAnyFreed && last.refusedSetUp) {
    const again = await replay(scene);
    if (isSameRefusal(last.refusedSetUp, again.refusedSetUp))
      findings.observe({witnesses: [], broken: [refusal(dealt, last.refusedSetUp)]});
  }
  return verdicts.map((verdict, index) => comparedVerdict(verdict, plain[index], dealt));
}

const isPassed = (verdict: PlaceVerdict | undefined): boolean => verdict?.verdict === 'passed';

function comparedVerdict(
  verdict: CheckVerdict,
  plain: CheckVerdict | undefined,
  {kind, valueClass}: Dealt,
): CheckVerdict {
  if (!plain || verdict.verdict === 'passed') return verdict;
  if (plain.verdict === 'failed' || verdict.verdict !== 'failed') return plain;
  if (!isPassed(plain)) return verdict;
  const onlyWith: ValueDifference = {kind, valueClass, rule: VALUE_RULES[kind]};
  return {...verdict, onlyWith};
}

const isSameRefusal = (one: RefusedSetUp, other: RefusedSetUp | undefined): boolean =>
  other !== undefined &&
  other.exchange.op === one.exchange.op &&
  other.exchange.status === one.exchange.status;

/** The rule that values of the kind are taken is broken. */
function refusal(
  {kind, valueClass}: Dealt,
  {exchange, situation, evidence}: RefusedSetUp,
): {rule: string; verdict: PlaceVerdict} {
  const violation = {
    branch: `${kind} refused: ${valueClass}`,
    expected: `${exchange.op} to be answered ${situation} where ${nameOf(kind)} is of the class "${valueClass}", as it is for a plain one`,
    got: summaryOf(exchange),
    step: exchange.step,
    op: exchange.op,
  };
  return {
    rule: VALUE_RULES[kind],
    verdict: {place: '*', verdict: 'failed', witnesses: [], violations: [violation], evidence},
  };
}

const nameOf = (kind: string): string => `the ${kind.replaceAll('-', ' ')}`;
