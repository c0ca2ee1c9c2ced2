import type {PlaceVerdict, Violation} from '../../spec/run-record.ts';
import type {Exchange, ProfileDoubt} from '../../spec/step.ts';
import {tokens} from '../../spec/json.ts';
import {allPlaces, placingLine, type LineEvidence} from '../target/codec/line-evidence.ts';

/** Lines of the profile that would explain responses if they were wrong; each once. */
export function doubtsIn(exchanges: readonly Exchange[]): ProfileDoubt[] {
  const byLine = new Map<string, ProfileDoubt>();
  for (const doubt of exchanges.flatMap(({doubts = []}) => doubts))
    if (!byLine.has(doubt.line)) byLine.set(doubt.line, doubt);
  return [...byLine.values()];
}

/**
 * Lines of the profile that would explain a violation if they were wrong. What one response shows
 * depends on nothing that came after it, and not on another read that went astray.
 */
export function doubtsBehind(
  {step, wanted, pointer, isOfEquality}: Violation,
  exchanges: readonly Exchange[],
): ProfileDoubt[] {
  const last = exchanges.findLastIndex((exchange) => exchange.step === step);
  const isOfOneResponse = last >= 0 && (wanted !== undefined || pointer !== undefined);
  if (!isOfOneResponse) return doubtsIn(exchanges).filter((one) => explains(one));
  const before = exchanges.slice(0, last + 1);
  const others = before.filter((one) => one.step !== step && !isRefusedRead(one));
  const own = before.filter((one) => one.step === step);
  const counted = wanted ? own.map(asSituation) : own;
  const doubts = doubtsIn([...others, ...counted]).filter((one) => explains(one, pointer));
  return isOfEquality ? doubts.filter(({isOfForm}) => !isOfForm) : doubts;
}

/** Whether a doubt about one member alone is about the member that a violation is about. */
const explains = ({isOfMember}: ProfileDoubt, pointer?: string): boolean =>
  isOfMember === undefined || (pointer !== undefined && tokens(pointer).at(-1) === isOfMember);

/** A response of which only its situation counts: that depends on status and reason alone. */
const asSituation = (exchange: Exchange): Exchange => ({
  ...exchange,
  doubts: (exchange.doubts ?? []).filter(({isOfBody}) => !isOfBody),
});

const isRefusedRead = ({sent, status}: Exchange): boolean => sent.method === 'GET' && status >= 400;

/** A violation with the lines of the profile that would explain it if they were wrong. */
export const withDoubts = (violation: Violation, doubts: ProfileDoubt[]): Violation =>
  doubts.length ? {...violation, doubts} : violation;

/** Whether the profile may explain all violations of a verdict. */
export const isDoubted = ({violations}: PlaceVerdict): boolean =>
  violations.length > 0 && violations.every(({doubts}) => doubts !== undefined);

/**
 * The verdict once the run is over, as reports show it. Violations that a line of the profile would
 * explain count when the run has shown the line to be right; otherwise nobody is accused.
 */
export function settled<V extends PlaceVerdict>(verdict: V, lines: LineEvidence): V {
  if (verdict.verdict !== 'failed')
    return {...verdict, violations: verdict.violations.map(withoutDoubts)};
  const standing = verdict.violations.filter((one) => !openDoubt(one, lines));
  if (standing.length) return {...verdict, violations: standing.map(withoutDoubts)};
  const [first] = verdict.violations;
  const doubt = first && openDoubt(first, lines);
  if (!first || !doubt) return verdict;
  return {
    ...verdict,
    verdict: 'inconclusive',
    reason: `expected ${first.expected}, got ${first.got}; ${doubtText(narrowed(doubt, lines))}`,
    violations: verdict.violations.map(withoutDoubts),
  };
}

/** Whether a doubt can say by itself what is wrong: another line would fit, or a line is missing. */
export const isTelling = ({isOfMember, candidates}: ProfileDoubt): boolean =>
  isOfMember === undefined && (!candidates || allPlaces(candidates).length > 0);

/** A doubt in words. */
export function doubtText({correction, kind, candidates}: ProfileDoubt): string {
  if (kind === 'unwritten')
    return `neither the document nor the profile says where this is; write it in the profile: ${correction}`;
  if (kind === 'unproven') return `a line of the profile may be wrong: ${correction}`;
  const isKnown = !candidates || allPlaces(candidates).length === 1;
  return isKnown
    ? `this line of the profile would fit: ${correction}`
    : `a line of the profile may be wrong; another place would fit: ${correction}`;
}

/** A doubt with those of its places that all responses of the run leave open. */
function narrowed(doubt: ProfileDoubt, lines: LineEvidence): ProfileDoubt {
  if (!doubt.candidates) return doubt;
  const places = lines.placesFor(doubt);
  return {
    ...doubt,
    correction: placingLine(doubt.line, places),
    candidates: {...doubt.candidates, near: places, far: []},
  };
}

const openDoubt = ({doubts = []}: Violation, lines: LineEvidence): ProfileDoubt | undefined =>
  doubts.find((doubt) => lines.isDoubtful(doubt));

const withoutDoubts = ({doubts: _doubts, ...violation}: Violation): Violation => violation;
