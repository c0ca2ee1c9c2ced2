import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';
import type {Exchange, SuspectLine} from '../../../spec/exchange.ts';
import {lastToken} from '../../../spec/json.ts';
import {allPlaces, placingLine, type LineEvidence} from '../../target/codec/line-evidence.ts';
import {explainedOneByOne, type Explanation} from './explanation.ts';

/** Lines of the profile that would explain responses if they were wrong; each once. */
export function suspectLinesIn(exchanges: readonly Exchange[]): SuspectLine[] {
  const byLine = new Map<string, SuspectLine>();
  for (const suspect of exchanges.flatMap(({suspectLines = []}) => suspectLines))
    if (!byLine.has(suspect.line)) byLine.set(suspect.line, suspect);
  return [...byLine.values()];
}

/**
 * Lines of the profile that would explain a violation if they were wrong. What one response shows
 * depends on nothing that came after it, and not on another read that went astray.
 */
export function suspectLinesBehind(
  {step, wanted, pointer, isOfEquality, isOfLimit}: Violation,
  exchanges: readonly Exchange[],
): SuspectLine[] {
  // A request that goes astray is perhaps not counted.
  if (isOfLimit) return suspectLinesIn(exchanges).filter(({isPath}) => isPath);
  const last = exchanges.findLastIndex((exchange) => exchange.step === step);
  const isOfOneResponse = last >= 0 && (wanted !== undefined || pointer !== undefined);
  if (!isOfOneResponse) return suspectLinesIn(exchanges).filter((one) => concerns(one));
  const before = exchanges.slice(0, last + 1);
  const others = before.filter((one) => one.step !== step && !isRefusedRead(one));
  const own = before.filter((one) => one.step === step);
  const counted = wanted ? own.map(asSituation) : own;
  const lines = suspectLinesIn([...others, ...counted]).filter((one) => concerns(one, pointer));
  return isOfEquality ? lines.filter(({isOfForm}) => !isOfForm) : lines;
}

/** Whether a line about one member alone is about the member that a violation is about. */
const concerns = ({onlyMember}: SuspectLine, pointer?: string): boolean =>
  onlyMember === undefined || (pointer !== undefined && lastToken(pointer) === onlyMember);

/** A response of which only its situation counts: that depends on status and reason alone. */
const asSituation = (exchange: Exchange): Exchange => ({
  ...exchange,
  suspectLines: (exchange.suspectLines ?? []).filter(({isOfBody}) => !isOfBody),
});

const isRefusedRead = ({sent, status}: Exchange): boolean => sent.method === 'GET' && status >= 400;

/** A violation with the lines of the profile that would explain it if they were wrong. */
export const withSuspectLines = (violation: Violation, suspectLines: SuspectLine[]): Violation =>
  suspectLines.length ? {...violation, suspectLines} : violation;

/** Whether lines of the profile may explain all violations of a verdict. */
export const isSuspect = ({violations}: PlaceVerdict): boolean =>
  violations.length > 0 && violations.every(({suspectLines}) => suspectLines !== undefined);

/**
 * The verdict once the run is over. A violation that a line of the profile would explain accuses the
 * deployment only when the run has shown the line to be right.
 */
export function explainedByLines(verdict: PlaceVerdict, lines: LineEvidence): PlaceVerdict {
  const isFailed = verdict.verdict === 'failed';
  const left = isFailed ? explainedOneByOne(verdict, (one) => byLine(one, lines)) : verdict;
  return {...left, violations: left.violations.map(withoutSuspectLines)};
}

/** Explains a violation by the first of its lines that may still be wrong. */
function byLine(
  {expected, got, suspectLines = []}: Violation,
  lines: LineEvidence,
): Explanation | undefined {
  const line = suspectLines.find((suspect) => lines.mayBeWrong(suspect));
  return line && {reason: `expected ${expected}, got ${got}; ${lineText(narrowed(line, lines))}`};
}

/** Whether a line can say by itself what is wrong: another one would fit, or it is missing. */
export const isTelling = ({onlyMember, candidates}: SuspectLine): boolean =>
  onlyMember === undefined && (!candidates || allPlaces(candidates).length > 0);

/** What is to be written in the place of a line, in words. */
export function lineText({correction, kind, candidates}: SuspectLine): string {
  if (kind === 'unwritten')
    return `neither the document nor the profile says where this is; write it in the profile: ${correction}`;
  if (kind === 'unproven') return `a line of the profile may be wrong: ${correction}`;
  const isKnown = !candidates || allPlaces(candidates).length === 1;
  return isKnown
    ? `this line of the profile would fit: ${correction}`
    : `a line of the profile may be wrong; another place would fit: ${correction}`;
}

/** A line with those of its places that all responses of the run leave open. */
function narrowed(suspect: SuspectLine, lines: LineEvidence): SuspectLine {
  if (!suspect.candidates) return suspect;
  const places = lines.placesFor(suspect);
  return {
    ...suspect,
    correction: placingLine(suspect.line, places),
    candidates: {...suspect.candidates, near: places, far: []},
  };
}

const withoutSuspectLines = ({suspectLines: _lines, ...violation}: Violation): Violation =>
  violation;
