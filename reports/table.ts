import pico from 'picocolors';
import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {byChapter, witnessesOf} from './chapters.ts';
import {problemsAt, sharedReasons, shortList, withVerdicts} from './problems.ts';
import {summary, targetLine} from './summary.ts';

const LABELS: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'FAILED',
  'not-applicable': 'not applicable',
  'not-exercised': 'not exercised',
  inconclusive: 'inconclusive',
  'harness-error': 'HARNESS ERROR',
};
const COLUMNS: Verdict[] = [
  'passed',
  'failed',
  'inconclusive',
  'not-exercised',
  'not-applicable',
  'harness-error',
];

/** Places, violations of a place and commands that are shown of a rule at most. */
const MOST_PLACES = 5;
const MOST_PROBLEMS = 3;
const MOST_COMMANDS = 8;

/**
 * The report as text: target and result, then everything that is not green with what a reader needs
 * to act on it, then the table by chapter; result and target again at the end, where a terminal
 * stands.
 * @param colored for a terminal; files get plain text
 */
export function table(record: RunRecord, colored = false): string {
  const colors = pico.createColors(colored);
  const target = colors.bold(targetLine(record));
  const lines = [
    target,
    summary(record),
    '',
    ...withVerdicts(record.rules, ['failed', 'harness-error', 'inconclusive']).flatMap((rule) => [
      ...ruleLines(rule, colors),
      '',
    ]),
    ...reasonLines('Not exercised. To exercise these rules:', 'not-exercised', record, colors),
    ...reasonLines('Not applicable:', 'not-applicable', record, colors),
    ...noteLines(record.rules),
    ...residueLines(record),
    ...chapterLines(record.rules),
    '',
    summary(record),
    target,
  ];
  return `${lines.join('\n')}\n`;
}

type Colors = ReturnType<typeof pico.createColors>;

/** The table of verdicts by chapter. */
function chapterLines(rules: RuleVerdict[]): string[] {
  const chapters = byChapter(rules);
  const width = Math.max(7, ...chapters.map(([chapter]) => chapter.length));
  const row = (name: string, cells: string[], witnesses: string): string =>
    `${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(15)).join('')}  ` +
    witnesses.padStart(9);
  const counts = (name: string, of: RuleVerdict[]): string =>
    row(
      name,
      COLUMNS.map((verdict) => countOf(of, verdict)),
      String(witnessesOf(of)),
    );
  return [
    row(
      'chapter',
      COLUMNS.map((verdict) => LABELS[verdict].toLowerCase()),
      'witnesses',
    ),
    ...chapters.map(([chapter, of]) => counts(chapter, of)),
    counts('in all', rules),
  ];
}

/** Nothing stands for none, so that the other numbers are seen. */
const countOf = (rules: RuleVerdict[], verdict: Verdict): string =>
  String(rules.filter((rule) => rule.verdict === verdict).length || '');

function ruleLines(rule: RuleVerdict, colors: Colors): string[] {
  const color = rule.verdict === 'failed' ? colors.red : colors.yellow;
  const places = rule.places.filter(({verdict}) => verdict === rule.verdict);
  return [
    `${color(LABELS[rule.verdict])}  ${colors.bold(rule.rule)}  (${rule.section})`,
    `  ${rule.sentence}`,
    ...places.slice(0, MOST_PLACES).flatMap(placeLines),
    ...(places.length > MOST_PLACES ? [`  and at ${places.length - MOST_PLACES} more`] : []),
  ];
}

function placeLines(place: PlaceVerdict): string[] {
  const lines = place.place === '*' ? [] : [`  at ${place.place}`];
  for (const {subject, expected, got, branch} of problemsAt(place).slice(0, MOST_PROBLEMS))
    lines.push(
      `    ${subject} [${branch}]`,
      `      expected  ${expected}`,
      `      got       ${got}`,
    );
  if (place.reason) lines.push(`    ${place.reason.split('\n')[0]}`);
  if (place.verdict === 'failed' && place.evidence) {
    const commands = place.evidence.curl.slice(-MOST_COMMANDS);
    lines.push('    reproduce with', ...commands.map((command) => `      ${command}`));
  }
  return lines;
}

/** The rules with a verdict under a heading, each reason once. */
function reasonLines(
  heading: string,
  verdict: Verdict,
  {rules}: RunRecord,
  colors: Colors,
): string[] {
  const reasons = sharedReasons(rules, verdict);
  if (!reasons.length) return [];
  return [
    colors.yellow(heading),
    ...reasons.flatMap(({reason, rules: ids}) => [`  ${reason}`, `    ${shortList(ids)}`]),
    '',
  ];
}

function noteLines(rules: RuleVerdict[]): string[] {
  const noted = rules.filter(({note}) => note);
  return noted.length ? ['Notes', ...noted.map(({rule, note}) => `  ${rule}: ${note}`), ''] : [];
}

/** What a run on the mock leaves disappears with its worlds. */
function residueLines({residue, target}: RunRecord): string[] {
  const kinds = Object.entries(residue).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length && target.kind === 'deployment'
    ? [`Left behind: ${kinds.join('; ')}`, '']
    : [];
}
