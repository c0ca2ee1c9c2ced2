import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict} from '../spec/run-record.ts';
import {isSeenBroken} from '../spec/seen-broken.ts';
import {withSimplestEvidence} from '../spec/simplest-evidence.ts';

/** A violation in the form that reports show. */
export interface Problem {
  /**
   * The response that shows it, for example `response of getAccountUsage (200)`; undefined when no single response
   * does.
   */
  subject: string | undefined;
  expected: string;
  /** What was seen instead. */
  got: string;
  /** The name by which the judge identifies this kind of failure, for example `another-status`. */
  branch: string;
}

/** The violations at a place, each with the response that shows it. Equal ones are listed once, with their number. */
export function problemsAt({violations, evidence}: PlaceVerdict): Problem[] {
  const problems = new Map<string, {problem: Problem; count: number}>();
  for (const {branch, expected, got, step} of violations) {
    // A repeated step has several exchanges: the violation is about the last one.
    const exchange = evidence?.exchanges.findLast((one) => one.step === step);
    const subject = exchange && `response of ${exchange.op} (${exchange.status || 'no response'})`;
    const key = JSON.stringify([subject, expected, got, branch]);
    const known = problems.get(key);
    if (known) known.count += 1;
    else problems.set(key, {problem: {subject, expected, got, branch}, count: 1});
  }
  return [...problems.values()].map(({problem, count}) =>
    count === 1
      ? problem
      : {
          ...problem,
          subject: [problem.subject, quantity(count, 'time')].filter(Boolean).join(', '),
        },
  );
}

/** Formats a violation as one line, for example `response of getAccount (200): expected ..., got ...`. */
export const problemText = ({subject, expected, got, branch}: Problem): string =>
  `${subject ? `${subject} ` : ''}[${branch}]: expected ${expected}, got ${got}`;

/** A command of the evidence. */
export interface CommandLine {
  text: string;
  /** Whether its response shows the violation. */
  shown: boolean;
}

/** Formats a command, with a comment when its response shows the violation. */
export const commandText = ({text, shown}: CommandLine): string =>
  shown ? `${text}  # <== this response` : text;

/** The maximum number of lines of a sequence that are shown, in addition to those that show the violation. */
const MAX_LINES = 24;

/** The commands that show the failure at a place, limited to a readable number. */
export function commandLines(place: PlaceVerdict): CommandLine[] {
  const {verdict, evidence} = withSimplestEvidence(place);
  if (!isSeenBroken({verdict}) || !evidence) return [];
  const lines = evidence.curl.map((text, at) => ({text, shown: evidence.shown.includes(at)}));
  if (lines.length <= MAX_LINES) return lines;
  const isKept = ({shown}: CommandLine, at: number): boolean =>
    shown || at < MAX_LINES / 2 || at >= lines.length - MAX_LINES / 2;
  const short: CommandLine[] = [];
  let left = 0;
  for (const [at, line] of lines.entries()) {
    if (!isKept(line, at)) {
      left += 1;
      continue;
    }
    if (left) short.push({text: `# ${quantity(left, 'line')} more: report.json`, shown: false});
    left = 0;
    short.push(line);
  }
  return short;
}

/** The places at which a rule failed. */
const failedPlaces = ({places}: {places: PlaceVerdict[]}): PlaceVerdict[] =>
  places.filter(({verdict}) => verdict === 'failed');

/** The places at which a rule failed, those that failed like the first one apart from the others. */
interface FailedPlaces {
  first: PlaceVerdict | undefined;
  alike: PlaceVerdict[];
  different: PlaceVerdict[];
}

/** Groups the places at which a rule failed. */
export function groupedPlaces(rule: {places: PlaceVerdict[]}): FailedPlaces {
  const [first, ...others] = failedPlaces(rule);
  const isLikeFirst = (place: PlaceVerdict): boolean =>
    first !== undefined && problemKey(place) === problemKey(first);
  return {
    first,
    alike: others.filter(isLikeFirst),
    different: others.filter((place) => !isLikeFirst(place)),
  };
}

/** Equal for places with the same violations. */
const problemKey = (place: PlaceVerdict): string =>
  JSON.stringify([problemsAt(place), attemptsText(place)]);

/** The results of several attempts, if they differ, and by which credentials alone it fails; undefined if there is neither. */
export function attemptsText({attempts = [], onlyWith}: PlaceVerdict): string | undefined {
  const results = attempts.map(({verdict, saw}) => `${verdict} (${saw})`);
  const texts = [
    ...(onlyWith?.kind === 'credential'
      ? [`only by another credential: ${onlyWith.valueClass}`]
      : []),
    ...(onlyWith?.kind === 'tenant' ? [`only ${onlyWith.valueClass}`] : []),
    ...(results.length ? [`attempts differ: ${results.join(', then ')}`] : []),
  ];
  return texts.length ? texts.join('; ') : undefined;
}

/** Formats ids as one line. @param most how many are named; of the others the number is given */
export function shortList(ids: readonly string[], most = 4): string {
  const rest = ids.length - most;
  return `${ids.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
