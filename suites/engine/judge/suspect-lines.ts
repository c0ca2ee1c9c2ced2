import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';
import type {Exchange, SuspectLine, SuspectMember} from '../../../spec/exchange.ts';
import {lastToken} from '../../../spec/json.ts';
import {isAboutOutcome} from '../../language/judge.ts';
import {likelyPointers, locatingLine, type LineEvidence} from '../../target/codec/line-evidence.ts';
import {explainedOneByOne, type Explanation} from './explanation.ts';

/** The lines of the profile that would explain responses if they were wrong, each once. */
export function suspectLinesIn(exchanges: readonly Exchange[]): SuspectLine[] {
  const byLine = new Map<string, SuspectLine>();
  for (const suspect of exchanges.flatMap(({suspectLines = []}) => suspectLines))
    if (!byLine.has(suspect.line)) byLine.set(suspect.line, suspect);
  return [...byLine.values()];
}

/**
 * The lines of the profile that would explain a violation if they were wrong. If the violation is about
 * a single response, only lines used up to this response count, and failed reads of other steps do not.
 */
export function suspectLinesBehind(
  violation: Violation,
  exchanges: readonly Exchange[],
): SuspectLine[] {
  // Only a request that was sent to a wrong path may not have been counted.
  if (violation.isOfLimit)
    return suspectLinesIn(exchanges).filter(({decides}) => decides === 'path');
  const last = exchanges.findLastIndex(({step}) => step === violation.step);
  const isAboutOneResponse =
    last >= 0 && (isAboutOutcome(violation) || violation.pointer !== undefined);
  return isAboutOneResponse
    ? linesBehindResponse(violation, exchanges.slice(0, last + 1))
    : suspectLinesIn(exchanges).filter((one) => concerns(one));
}

/** @param upTo the exchanges up to the response that the violation is about */
function linesBehindResponse(violation: Violation, upTo: readonly Exchange[]): SuspectLine[] {
  const {step, pointer, isOfEquality} = violation;
  const own = upTo.filter((one) => one.step === step);
  const others = upTo.filter((one) => one.step !== step && !isRefusedRead(one));
  const ownEvidence = isAboutOutcome(violation) ? own.map(asSituation) : own;
  const lines = suspectLinesIn([...others, ...ownEvidence]).filter((one) => concerns(one, pointer));
  // Equal values are equal in any encoding.
  return isOfEquality ? lines.filter(({member}) => member?.about !== 'form') : lines;
}

/** Whether a line may explain a violation about the member; that of an optional member explains nothing else. */
const concerns = ({member}: SuspectLine, pointer?: string): boolean =>
  !isOfOptional(member) || (pointer !== undefined && lastToken(pointer) === lastToken(member.key));

const isOfOptional = (member?: SuspectMember): member is SuspectMember =>
  member?.about === 'location' && member.isOptional;

/** A response without the lines about its body: its situation depends on status and reason alone. */
const asSituation = (exchange: Exchange): Exchange => ({
  ...exchange,
  suspectLines: (exchange.suspectLines ?? []).filter(({decides}) => decides !== 'body'),
});

const isRefusedRead = ({sent, status}: Exchange): boolean => sent.method === 'GET' && status >= 400;

/** Adds to a violation the lines of the profile that would explain it if they were wrong. */
export const withSuspectLines = (violation: Violation, suspectLines: SuspectLine[]): Violation =>
  suspectLines.length ? {...violation, suspectLines} : violation;

/** Whether lines of the profile may explain all violations of a verdict. */
export const isSuspect = ({violations}: PlaceVerdict): boolean =>
  violations.length > 0 && violations.every(({suspectLines}) => suspectLines !== undefined);

/**
 * The verdict after the run. A violation that a line of the profile would explain counts only if the
 * run has shown that the line is right.
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

/** The message that says how a line has to be corrected. */
export function lineText(suspect: SuspectLine): string {
  const {alternative} = suspect;
  const or = `; if the contract's own name is meant, write ${alternative}: then this counts`;
  return `${correctionText(suspect)}${alternative === undefined ? '' : or}`;
}

function correctionText({correction, doubt, member}: SuspectLine): string {
  if (doubt === 'unwritten')
    return `neither the document nor the profile says where this is; write it in the profile: ${correction}`;
  if (doubt === 'misformed')
    return `neither the document nor the profile gives the form of this value; if another value is meant, write in the profile where it is: ${correction}`;
  if (doubt === 'unproven') return `a line of the profile may be wrong: ${correction}`;
  const isKnown = member?.about !== 'location' || likelyPointers(member).length === 1;
  return isKnown
    ? `this line of the profile would fit: ${correction}`
    : `a line of the profile may be wrong; another location would fit: ${correction}`;
}

/** A line with those locations that no response of the run has refuted. */
function narrowed(suspect: SuspectLine, lines: LineEvidence): SuspectLine {
  const {line, member} = suspect;
  if (member?.about !== 'location') return suspect;
  const near = lines.pointersFor(line, member);
  const correction = locatingLine(line, near);
  return {line, correction, decides: 'body', member: {...member, near, far: []}};
}

const withoutSuspectLines = ({suspectLines: _lines, ...violation}: Violation): Violation =>
  violation;
