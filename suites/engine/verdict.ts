import type {Rule} from '../../spec/rule.ts';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../../spec/run-record.ts';

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
 * The verdict at a place from what several checks, and answers in passing, said of it: the worst,
 * with every witness.
 */
export function placeVerdict(said: PlaceVerdict[]): PlaceVerdict {
  const worst = AT_ONE_PLACE.flatMap((verdict) =>
    said.filter((one) => one.verdict === verdict),
  )[0]!;
  const variant = said.map((one) => one.variant).find(Boolean);
  const {place, verdict, violations, reason, evidence} = worst;
  return {
    place,
    verdict,
    witnesses: said.flatMap((one) => one.witnesses),
    violations,
    ...(reason && {reason}),
    ...(variant && {variant}),
    ...(evidence && {evidence}),
  };
}

/**
 * The verdict of a rule from those of its places. A rule that holds in many places passes only with
 * a witness at each. An `observed` rule that was seen broken passes with a note: the document only
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
  if (!places.length)
    return {...base, verdict: 'not-exercised', reason: 'no check decides this rule'};
  const verdict = ORDER.find((one) => places.some((place) => place.verdict === one))!;
  const deciding = places.filter((place) => place.verdict === verdict);
  const variant = places.map((place) => place.variant).find(Boolean);
  if (verdict === 'failed' && rule.level === 'observed') {
    const violation = deciding[0]!.violations[0];
    return {
      ...base,
      verdict: 'passed',
      note: `differs from the example: expected ${violation?.expected}, got ${violation?.got}`,
    };
  }
  const reason = verdict === 'passed' ? undefined : reasonOf(deciding, places);
  return {
    ...base,
    verdict,
    ...(reason && {reason}),
    ...(variant && {note: `answered as: ${variant}`}),
  };
}

function reasonOf(deciding: PlaceVerdict[], places: PlaceVerdict[]): string | undefined {
  const [first] = deciding;
  const where =
    places.length > 1
      ? ` (${deciding.length} of ${places.length} places: ${deciding
          .map((place) => place.place)
          .slice(0, 4)
          .join(', ')})`
      : '';
  const said =
    first?.reason ??
    (first?.violations[0] &&
      `expected ${first.violations[0].expected}, got ${first.violations[0].got}`);
  return said ? said + where : undefined;
}

/**
 * The exit code of a run: where several apply, 2, 4, 1, 5, 3, 0 in that order (2 is said before any
 * request).
 */
export function exitCodeOf(rules: RuleVerdict[], accepted: Set<string>): number {
  const rest = rules.filter((rule) => !accepted.has(rule.rule));
  const some = (verdict: Verdict): boolean => rest.some((rule) => rule.verdict === verdict);
  if (some('harness-error')) return 4;
  if (some('failed')) return 1;
  if (some('inconclusive')) return 5;
  if (some('not-exercised')) return 3;
  return rules.some((rule) => rule.verdict === 'passed') ? 0 : 3;
}
