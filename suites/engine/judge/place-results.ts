import type {RuleId} from '../../../spec/rule.ts';
import type {PlaceVerdict, Verdict, Violation, Witness} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {mayBeDecidedPassively} from '../../contract/checks/passive-checks.ts';
import {isSuspect} from './suspect-lines.ts';

/** The most witnesses of passive checks that are kept for a place. */
const MAX_WITNESSES = 5;

/** A violation of another rule, which blocks a check. It fails that rule if a second attempt shows it again. */
export interface ViolationElsewhere {
  rule: RuleId;
  place: string;
  violation: Violation;
  /** What may explain it besides the deployment: then it fails nothing. */
  outside?: string;
}

/** The verdict of one check at its place. */
export interface CheckVerdict extends PlaceVerdict {
  /**
   * The check passed by witnesses of passive checks, in responses to any scene: at the end of the run, all such
   * witnesses at its place replace its own.
   */
  decidedPassively?: true;
  /** The violation of another rule that blocks the check. */
  elsewhere?: ViolationElsewhere;
  /** Of a failure: the rules about members that are broken at the values which it is about, or which the judge has read. */
  brokenWhereRead?: readonly RuleId[];
}

/**
 * What the passive checks of one response found, for any rule, not just that of the check that sent it.
 */
export interface Observation {
  witnesses: {rule: RuleId; place: string; saw: string}[];
  /** What the response breaks: a violation belongs to the rule that it breaks. */
  broken: {rule: RuleId; verdict: CheckVerdict}[];
}

/** A check with its verdict. */
export interface DecidedCheck {
  check: Check;
  verdict: CheckVerdict;
}

/** What a run knows about one place of a rule. */
export interface PlaceResult {
  readonly rule: RuleId;
  readonly place: string;
  /** The verdict of each check of this place. */
  readonly verdicts: ReadonlyMap<Check, CheckVerdict>;
  /** The witnesses of passive checks. */
  readonly witnesses: readonly Witness[];
  /** The verdict of passive checks, if they found a violation. */
  readonly passiveVerdict?: CheckVerdict;
}

const isExplainable = (verdict: CheckVerdict): boolean =>
  isSuspect(verdict) || verdict.brokenWhereRead !== undefined;

/** A failure is never overwritten; a later try replaces everything else. */
const withCheckVerdict = (
  placeResult: PlaceResult,
  check: Check,
  verdict: CheckVerdict,
): PlaceResult =>
  placeResult.verdicts.get(check)?.verdict === 'failed'
    ? placeResult
    : {...placeResult, verdicts: new Map([...placeResult.verdicts, [check, verdict]])};

/** The first witnesses are kept. */
const withWitness = (placeResult: PlaceResult, witness: Witness): PlaceResult =>
  placeResult.witnesses.length >= MAX_WITNESSES
    ? placeResult
    : {...placeResult, witnesses: [...placeResult.witnesses, witness]};

/**
 * A failure is never overwritten, unless the profile or a broken member may explain it; a later response replaces an
 * inconclusive verdict.
 */
function withPassiveVerdict(placeResult: PlaceResult, passiveVerdict: CheckVerdict): PlaceResult {
  const {passiveVerdict: before} = placeResult;
  const stays =
    before?.verdict === 'failed' && (!isExplainable(before) || isExplainable(passiveVerdict));
  return stays ? placeResult : {...placeResult, passiveVerdict};
}

/**
 * The result of a place with other verdicts.
 * @param change is called with the verdict of each check, and with passive violations without a check
 */
export const withVerdicts = (
  placeResult: PlaceResult,
  change: (verdict: CheckVerdict, check?: Check) => CheckVerdict,
): PlaceResult => ({
  ...placeResult,
  verdicts: new Map(
    [...placeResult.verdicts].map(([check, verdict]) => [check, change(verdict, check)]),
  ),
  ...(placeResult.passiveVerdict && {passiveVerdict: change(placeResult.passiveVerdict)}),
});

/** What has been decided about a place: by its checks in order, then passively. */
export function verdictsOf({verdicts, witnesses, passiveVerdict}: PlaceResult): PlaceVerdict[] {
  const ofChecks = [...verdicts].map(([check, decided]): PlaceVerdict => {
    const {decidedPassively, elsewhere: _elsewhere, brokenWhereRead: _read, ...verdict} = decided;
    const {place} = verdict;
    const all = [...witnesses];
    if (all.length && mayBeDecidedPassively(check) && isBeyondTarget(verdict))
      return {place, verdict: 'passed', witnesses: all, violations: []};
    return decidedPassively ? {...verdict, witnesses: all} : verdict;
  });
  if (!passiveVerdict) return ofChecks;
  const {brokenWhereRead: _read, ...inPassing} = passiveVerdict;
  return [...ofChecks, inPassing];
}

/** Whether the target cannot run the scene of a check. */
const isBeyondTarget = ({verdict, lacks}: PlaceVerdict): boolean =>
  verdict === 'not-exercised' && lacks !== undefined;

const UNREACHED = 'the run ended before its turn';

/**
 * The results of a run so far, by place. A check that has not been run yet has the verdict that the run
 * ended before it.
 */
export class PlaceResults {
  readonly #results = new Map<string, PlaceResult>();
  readonly #seconds = new Map<RuleId, number>();

  constructor(checks: Iterable<Check>) {
    for (const check of checks)
      this.#update(check.rule, check.place, (placeResult) =>
        withCheckVerdict(placeResult, check, unjudged(check, 'not-exercised', UNREACHED)),
      );
  }

  /** Records the verdict of a check; `run.ts` calls it after each scene. */
  decide(check: Check, verdict: CheckVerdict): void {
    this.#update(check.rule, check.place, (placeResult) =>
      withCheckVerdict(placeResult, check, verdict),
    );
  }

  /** Records how long a scene took: its rules share that in equal parts. */
  spend(checks: readonly Check[], ms: number): void {
    for (const {rule} of checks)
      this.#seconds.set(rule, this.secondsOf(rule) + ms / 1000 / checks.length);
  }

  /** How many seconds the scenes of a rule took. */
  secondsOf(rule: RuleId): number {
    return this.#seconds.get(rule) ?? 0;
  }

  /** Records the witnesses and violations of the passive checks of a response. */
  observe({witnesses, broken}: Observation): void {
    for (const {rule, place, saw} of witnesses)
      this.#update(rule, place, (placeResult) => withWitness(placeResult, {of: place, saw}));
    for (const {rule, verdict} of broken)
      this.#update(rule, verdict.place, (placeResult) => withPassiveVerdict(placeResult, verdict));
  }

  /** The witnesses of passive checks for the place of a check. */
  witnessesAt({rule, place}: Check): readonly Witness[] {
    return this.#results.get(keyOf(rule, place))?.witnesses ?? [];
  }

  /** Whether a rule has failed at some place, and no line of the profile may explain it. */
  isBroken(rule: RuleId): boolean {
    return this.all()
      .filter((one) => one.rule === rule)
      .flatMap(verdictsOf)
      .some((verdict) => verdict.verdict === 'failed' && !isSuspect(verdict));
  }

  /** Whether other values of the check's property have already shown that its rule is broken. */
  hasFailed({rule, place, draw}: Check): boolean {
    const verdicts = this.#results.get(keyOf(rule, place))?.verdicts ?? [];
    return [...verdicts].some(
      ([other, {verdict}]) =>
        verdict === 'failed' && draw !== undefined && other.draw?.property === draw.property,
    );
  }

  /** Every result: places of checks in the order of the checks, then others as they were seen. */
  all(): PlaceResult[] {
    return [...this.#results.values()];
  }

  #update(rule: RuleId, place: string, change: (placeResult: PlaceResult) => PlaceResult): void {
    const key = keyOf(rule, place);
    const empty: PlaceResult = {rule, place, verdicts: new Map(), witnesses: []};
    this.#results.set(key, change(this.#results.get(key) ?? empty));
  }
}

const keyOf = (rule: RuleId, place: string): string => `${rule} ${place}`;

/** The verdict of a check for which nothing was seen. */
export const unjudged = ({place}: Check, verdict: Verdict, reason: string): PlaceVerdict => ({
  place,
  verdict,
  witnesses: [],
  violations: [],
  reason,
});
