import {EXIT_CODES} from '../../../spec/exit-codes.ts';
import {defined} from '../../../spec/defined.ts';
import type {Rule} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../../../spec/run-record.ts';

/** Worst first: what decides when places of one rule differ. */
const ORDER: Verdict[] = [
  'harness-error',
  'failed',
  'inconclusive',
  'not-exercised',
  'passed',
  'not-applicable',
];

/** At one place a violation that was seen outweighs everything. */
const AT_ONE_PLACE: Verdict[] = [
  'failed',
  'harness-error',
  'inconclusive',
  'not-exercised',
  'passed',
  'not-applicable',
];

/**
 * The verdict at a place: the worst of the verdicts of its checks and of passive violations,
 * with every witness.
 * @param verdicts at least one
 */
export function placeVerdict(verdicts: PlaceVerdict[]): PlaceVerdict {
  const ranked = AT_ONE_PLACE.flatMap((one) => verdicts.filter(({verdict}) => verdict === one));
  const [first] = ranked;
  // Of several with the same verdict, what was seen says more than that nothing was.
  const seen = ranked.find((one) => one.verdict === first?.verdict && one.violations.length);
  const worst = defined(seen ?? first, 'a verdict at the place');
  const variant = verdicts.map((one) => one.variant).find(Boolean);
  const {
    place,
    verdict,
    violations,
    reason,
    blocked,
    blockedBy,
    lacks,
    attempts,
    evidence,
    onlyWith,
  } = worst;
  return {
    place,
    verdict,
    witnesses: verdicts.flatMap((one) => one.witnesses),
    violations,
    ...(reason && {reason}),
    ...(blocked && {blocked}),
    ...(blockedBy && {blockedBy}),
    ...(lacks && {lacks}),
    ...(attempts && {attempts}),
    ...(onlyWith && {onlyWith}),
    ...(variant && {variant}),
    ...(evidence && {evidence}),
  };
}

/**
 * The verdict of a rule from those of its places. A rule that holds in many places passes with a
 * witness at each that the target can bring about (`triedPlaces`), and says at how many that was. An
 * `observed` rule that was seen broken passes with a note: the document only
 * gives an example.
 */
export function ruleVerdict(rule: Rule, places: PlaceVerdict[]): RuleVerdict {
  const base = {
    rule: rule.id,
    chapter: rule.chapter,
    section: rule.section,
    sentence: rule.sentence,
    level: rule.level,
    places,
    witnesses: places.reduce((total, place) => total + place.witnesses.length, 0),
  };
  const tried = triedPlaces(places);
  const verdict = ORDER.find((one) => tried.some((place) => place.verdict === one));
  if (verdict === undefined)
    return {
      ...base,
      verdict: 'not-exercised',
      reason: 'no check of this run decides this rule: those of a higher effort do',
    };
  const deciding = places.filter((place) => place.verdict === verdict);
  if (verdict === 'failed' && rule.level === 'observed')
    return {
      ...base,
      verdict: 'passed',
      note: `differs from the example: ${violationIn(deciding)}`,
      differsFromExample: true,
    };
  const reason = verdict === 'passed' ? undefined : reasonOf(deciding, places);
  const {blockedBy} = deciding.find((place) => place.blockedBy) ?? {};
  return {
    ...base,
    verdict,
    ...(reason && {reason}),
    ...(blockedBy && {blockedBy}),
    ...(verdict === 'passed' && shownOf(places, tried)),
  };
}

/**
 * The places that decide a rule. Where the rule has passed at some place, others that the target
 * cannot bring about do not take that away; `*` is no place among others, but the rule itself.
 */
function triedPlaces(places: PlaceVerdict[]): PlaceVerdict[] {
  if (!places.some(({verdict}) => verdict === 'passed')) return places;
  return places.filter(({lacks, verdict, place}) => {
    const isLeftOut = verdict === 'not-exercised' && lacks !== undefined && place !== '*';
    return !isLeftOut;
  });
}

/** What a reader should know of a rule that passed: where, and as which of two responses. */
function shownOf(
  places: PlaceVerdict[],
  tried: PlaceVerdict[],
): Pick<RuleVerdict, 'note' | 'exercised'> {
  const variant = places.map((place) => place.variant).find(Boolean);
  const isConcerned = ({verdict}: PlaceVerdict): boolean => verdict !== 'not-applicable';
  const exercised =
    tried.length < places.length
      ? {places: tried.filter(isConcerned).length, of: places.filter(isConcerned).length}
      : undefined;
  const notes = [
    ...(exercised ? [`passed at ${exercised.places} of ${exercised.of} places`] : []),
    ...(variant ? [`answered as: ${variant}`] : []),
  ];
  return {
    ...(notes.length && {note: notes.join('; ')}),
    ...(exercised && {exercised}),
  };
}

/** The first reason among the places that decide, and how many they are. */
function reasonOf(deciding: PlaceVerdict[], places: PlaceVerdict[]): string | undefined {
  const reason = deciding[0]?.reason ?? violationIn(deciding.slice(0, 1));
  if (!reason || places.length === 1) return reason;
  const names = deciding.slice(0, 4).map(({place}) => place);
  return `${reason} (${deciding.length} of ${places.length} places: ${names.join(', ')})`;
}

/** What was expected at the first place and came instead; undefined without a violation. */
function violationIn([place]: PlaceVerdict[]): string | undefined {
  const violation = place?.violations[0];
  return violation && `expected ${violation.expected}, got ${violation.got}`;
}

/**
 * The exit code of a run. Where several apply, 4, 1, 5, 3, 0 in that order; a usage error (2)
 * has ended a run before.
 */
export function exitCodeOf(rules: RuleVerdict[], accepted: Set<string>): number {
  const rest = rules.filter((rule) => !accepted.has(rule.rule));
  const some = (verdict: Verdict): boolean => rest.some((rule) => rule.verdict === verdict);
  if (some('harness-error')) return EXIT_CODES.harnessError;
  if (some('failed')) return EXIT_CODES.failed;
  if (some('inconclusive')) return EXIT_CODES.inconclusive;
  if (some('not-exercised')) return EXIT_CODES.notExercised;
  const hasPassed = rules.some((rule) => rule.verdict === 'passed');
  return hasPassed ? EXIT_CODES.passed : EXIT_CODES.notExercised;
}
