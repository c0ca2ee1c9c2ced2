import {EXIT_CODES} from '../../../spec/exit-codes.ts';
import {defined} from '../../../spec/defined.ts';
import type {Rule} from '../../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../../../spec/run-record.ts';

/** The order of verdicts if places of one rule differ, the worst first. */
const RULE_SEVERITY: Verdict[] = [
  'harness-error',
  'failed',
  'differs',
  'inconclusive',
  'not-exercised',
  'passed',
  'not-applicable',
];

/** The order of verdicts if checks of one place differ: there an observed violation outweighs everything. */
const PLACE_SEVERITY: Verdict[] = [
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
  const ranked = PLACE_SEVERITY.flatMap((one) => verdicts.filter(({verdict}) => verdict === one));
  const [first] = ranked;
  // Among equal verdicts, one with an observation says more than one without.
  const seen = ranked.find((one) => one.verdict === first?.verdict && one.violations.length);
  const worst = defined(seen ?? first, 'a verdict at the place');
  const variant = verdicts.map((one) => one.variant).find(Boolean);
  const witnesses = verdicts.flatMap((one) => one.witnesses);
  return {...worst, witnesses, ...(variant && {variant})};
}

/**
 * The verdict of a rule from those of its places. A rule with many places passes with a witness at each
 * place that the target can reach (`triedPlaces`), and says at how many that was. A broken `observed`
 * rule differs, because the document only implies it or gives an example.
 */
export function ruleVerdict(rule: Rule, decided: PlaceVerdict[]): RuleVerdict {
  const places = rule.level === 'observed' ? decided.map(differing) : decided;
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
  const verdict = RULE_SEVERITY.find((one) => tried.some((place) => place.verdict === one));
  if (verdict === undefined)
    return {
      ...base,
      verdict: 'not-exercised',
      reason: 'no check of this run decides this rule: those of a higher effort do',
    };
  const deciding = places.filter((place) => place.verdict === verdict);
  if (verdict === 'differs')
    return {
      ...base,
      verdict,
      note: `differs from what the document implies: ${violationIn(deciding)}`,
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

/** The same at a place of an `observed` rule, of which nothing fails. */
function differing<Seen extends Pick<PlaceVerdict, 'verdict' | 'attempts'>>(seen: Seen): Seen {
  const {attempts} = seen;
  return {
    ...seen,
    ...(seen.verdict === 'failed' && {verdict: 'differs'}),
    ...(attempts && {attempts: attempts.map(differing)}),
  };
}

/**
 * The places that decide a rule. If the rule has passed at some place, places that the target cannot
 * reach do not count; `*` is not one of several places, but the rule itself.
 */
function triedPlaces(places: PlaceVerdict[]): PlaceVerdict[] {
  if (!places.some(({verdict}) => verdict === 'passed')) return places;
  return places.filter(({lacks, verdict, place}) => {
    const isLeftOut = verdict === 'not-exercised' && lacks !== undefined && place !== '*';
    return !isLeftOut;
  });
}

/** Says at how many of its places a rule passed. */
export const placesText = ({places, of}: {places: number; of: number}): string =>
  `passed at ${places} of ${of} places`;

/** A note about a rule that passed: where, with which of two documented answers, and what is left open elsewhere. */
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
    ...(exercised ? [placesText(exercised)] : []),
    ...(variant ? [`answered as: ${variant}`] : []),
    ...new Set(places.flatMap(leftOpenAt)),
  ];
  return {
    ...(notes.length && {note: notes.join('; ')}),
    ...(exercised && {exercised}),
  };
}

/** What an open point leaves undecided at a place of a rule that passed elsewhere. */
const leftOpenAt = ({verdict, openPoint, reason}: PlaceVerdict): string[] =>
  verdict === 'not-applicable' && openPoint !== undefined && reason !== undefined ? [reason] : [];

/**
 * The reason of one of the deciding places, and the number of these places. A place where something was seen
 * comes first: its reason says more than that nothing was.
 */
function reasonOf(deciding: PlaceVerdict[], places: PlaceVerdict[]): string | undefined {
  const telling = deciding.find(({violations}) => violations.length) ?? deciding[0];
  const reason = telling?.reason ?? violationIn(telling ? [telling] : []);
  if (!reason || places.length === 1) return reason;
  const names = deciding.slice(0, 4).map(({place}) => place);
  return `${reason} (${deciding.length} of ${places.length} places: ${names.join(', ')})`;
}

/** What was expected at the first place and what was seen instead; undefined without a violation. */
function violationIn([place]: PlaceVerdict[]): string | undefined {
  const violation = place?.violations[0];
  return violation && `expected ${violation.expected}, got ${violation.got}`;
}

/**
 * The exit code of a run. If several apply, the order is 4, 1, 5, 3, 0; a usage error (2) ends a run
 * before it begins.
 */
export function exitCodeOf(rules: RuleVerdict[], accepted: Set<string>): number {
  const rest = rules.filter((rule) => !accepted.has(rule.rule));
  const some = (verdict: Verdict): boolean => rest.some((rule) => rule.verdict === verdict);
  if (some('harness-error')) return EXIT_CODES.harnessError;
  if (some('failed')) return EXIT_CODES.failed;
  if (some('inconclusive')) return EXIT_CODES.inconclusive;
  if (some('not-exercised')) return EXIT_CODES.notExercised;
  const hasDecided = rules.some(({verdict}) => verdict === 'passed' || verdict === 'differs');
  return hasDecided ? EXIT_CODES.passed : EXIT_CODES.notExercised;
}
