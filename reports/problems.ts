import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict} from '../spec/run-record.ts';

/** A violation as reports show it. */
export interface Problem {
  /**
   * Which response shows it, for example `response of getAccountUsage (200)`; undefined when no
   * single response does.
   */
  subject: string | undefined;
  expected: string;
  /** What was seen instead. */
  got: string;
  /** The judge's own name for it, for example `another-status`. */
  branch: string;
}

/**
 * The violations at a place, each with the response that shows it. Equal ones are listed once, with
 * their number.
 */
export function problemsAt({violations, evidence}: PlaceVerdict): Problem[] {
  const problems = new Map<string, {problem: Problem; count: number}>();
  for (const {branch, expected, got, step} of violations) {
    // A repeated step has several exchanges: the violation is about the last.
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

/** A violation in one line, for example `response of getAccount (200): expected ..., got ...`. */
export const problemText = ({subject, expected, got, branch}: Problem): string =>
  `${subject ? `${subject} ` : ''}[${branch}]: expected ${expected}, got ${got}`;

/** A command of the evidence. */
export interface CommandLine {
  text: string;
  /** Its response shows the violation. */
  shown: boolean;
}

/** A command with a comment that marks it, when its response shows the violation. */
export const commandText = ({text, shown}: CommandLine): string =>
  shown ? `${text}  # <== this response` : text;

/** Lines that are shown of a sequence, but for those that show the violation. */
const MOST_LINES = 24;

/** The commands that show what failed at a place: not more than a reader follows. */
export function commandLines({verdict, evidence}: PlaceVerdict): CommandLine[] {
  if (verdict !== 'failed' || !evidence) return [];
  const lines = evidence.curl.map((text, at) => ({text, shown: evidence.shown.includes(at)}));
  if (lines.length <= MOST_LINES) return lines;
  const isKept = ({shown}: CommandLine, at: number): boolean =>
    shown || at < MOST_LINES / 2 || at >= lines.length - MOST_LINES / 2;
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

/** The places that a rule failed at. */
export const failedPlaces = ({places}: {places: PlaceVerdict[]}): PlaceVerdict[] =>
  places.filter(({verdict}) => verdict === 'failed');

/** What several attempts came to, where they differ; undefined elsewhere. */
export const attemptsText = ({attempts = []}: PlaceVerdict): string | undefined =>
  attempts.length
    ? `attempts differ: ${attempts.map(({verdict, saw}) => `${verdict} (${saw})`).join(', then ')}`
    : undefined;

/** Ids in one line, at most four of them. */
export function shortList(ids: readonly string[]): string {
  const rest = ids.length - 4;
  return `${ids.slice(0, 4).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
