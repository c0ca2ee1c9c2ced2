import pico from 'picocolors';
import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict, RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {causesOf, type Cause} from './causes.ts';
import {chapterLines} from './chapter-lines.ts';
import {exceptionText} from './exceptions.ts';
import {leftBehind} from './left-behind.ts';
import {
  attemptsText,
  commandLines,
  commandText,
  failedPlaces,
  problemsAt,
  shortList,
} from './problems.ts';
import {absentApis, absentText, selectionText} from './scope.ts';
import {countsText, outcome, targetLine} from './summary.ts';
import {supplyText, undecidedOf, type SharedReason, type Undecided} from './undecided.ts';
import {withVisibleTexts} from './visible.ts';

/** Places of a rule, and violations of a place, that are shown at most. */
const MOST_PLACES = 5;
const MOST_PROBLEMS = 3;

type Colors = ReturnType<typeof pico.createColors>;

/**
 * The report as text: target and result; what failed, by cause; what could not be decided, and what
 * would decide it; the table by chapter; result and target again at the end, where a terminal
 * stands.
 * @param colored for a terminal; files get plain text
 */
export function text(unsafe: RunRecord, colored = false): string {
  const record = withVisibleTexts(unsafe);
  const colors = pico.createColors(colored);
  const heading = headingLines(record, colors);
  const lines = [
    ...heading,
    '',
    ...scopeLines(record),
    ...harnessErrorLines(record, colors),
    ...causeLines(causesOf(record), colors),
    ...undecidedLines(undecidedOf(record), colors),
    ...absentApis(record).flatMap((absent) => [absentText(absent), '']),
    ...noteLines(record.rules),
    ...residueLines(record),
    ...chapterLines(record),
    '',
    ...heading.toReversed(),
  ];
  return `${lines.join('\n')}\n`;
}

/** Target and result, each on a line. */
function headingLines(record: RunRecord, colors: Colors): string[] {
  const color = record.exitCode === 0 ? colors.green : colors.red;
  const result = `${countsText(record)}. ${color(outcome(record))}`;
  return [colors.bold(targetLine(record)), result];
}

/** What was selected, and what the configuration accepts or no longer accepts. */
function scopeLines({rules, expected, ...record}: RunRecord): string[] {
  const selection = selectionText({rules, expected, ...record});
  const exceptions = expected.map((row) => `  ${row.rule}: ${exceptionText(row, rules)}`);
  return [
    ...(selection ? [selection, ''] : []),
    ...(exceptions.length
      ? ['Exceptions of the configuration (`expected`):', ...exceptions, '']
      : []),
  ];
}

function harnessErrorLines({rules}: RunRecord, colors: Colors): string[] {
  const broken = rules.filter(({verdict}) => verdict === 'harness-error');
  if (!broken.length) return [];
  const heading = colors.red(`Errors in presscheck itself: ${quantity(broken.length, 'rule')}`);
  return [heading, ...broken.map(({rule, reason}) => `  ${rule}: ${reason ?? ''}`), ''];
}

/** What failed, by cause. */
function causeLines(causes: readonly Cause[], colors: Colors): string[] {
  if (!causes.length) return [];
  const failed = causes.reduce((total, cause) => total + cause.failed.length, 0);
  const heading = `${quantity(failed, 'failed rule')}, ${quantity(causes.length, 'cause')}`;
  return [
    colors.bold(colors.red(heading)),
    '',
    ...causes.flatMap((cause, index) => [
      ...cause.failed.flatMap((rule) => ruleLines(`${index + 1}.`, rule, colors)),
      ...blockedLines(cause, colors),
      '',
    ]),
  ];
}

const blockedLines = ({blocked}: Cause, colors: Colors): string[] =>
  blocked.length
    ? [
        `   ${colors.yellow(`undecided because of it: ${quantity(blocked.length, 'rule')}`)}`,
        ...blocked.map(({rule}) => `     ${rule}`),
      ]
    : [];

/** A failed rule with its places; rules of one cause have the same number. */
function ruleLines(number: string, rule: RuleVerdict, colors: Colors): string[] {
  const places = failedPlaces(rule);
  const more = places.length - MOST_PLACES;
  return [
    `${number} ${colors.red('FAILED')}  ${colors.bold(rule.rule)}  (${rule.section})`,
    `   ${rule.sentence}`,
    ...places.slice(0, MOST_PLACES).flatMap((place) => placeLines(place, colors)),
    ...(more > 0 ? [`   and at ${quantity(more, 'more place')}`] : []),
  ];
}

function placeLines(place: PlaceVerdict, colors: Colors): string[] {
  const lines = place.place === '*' ? [] : [`   at ${place.place}`];
  const problems = problemsAt(place);
  for (const {subject, expected, got, branch} of problems.slice(0, MOST_PROBLEMS))
    lines.push(
      `     ${subject ? `${subject} ` : ''}[${branch}]`,
      `       expected  ${expected}`,
      `       got       ${got}`,
    );
  const more = problems.length - MOST_PROBLEMS;
  if (more > 0) lines.push(`     and ${more} more`);
  const attempts = attemptsText(place);
  if (attempts) lines.push(`     ${attempts}`);
  const commands = commandLines(place);
  if (commands.length) lines.push('     reproduce with');
  for (const command of commands) {
    const line = commandText(command);
    lines.push(`       ${command.shown ? colors.bold(line) : line}`);
  }
  return lines;
}

/** What could not be decided, and what would decide it. */
function undecidedLines(undecided: Undecided, colors: Colors): string[] {
  const {rules, supply, inconclusive, notExercised, notApplicable} = undecided;
  const open = rules.length
    ? [colors.bold(colors.yellow(`${quantity(rules.length, 'rule')} not decided`)), '']
    : [];
  return [
    ...open,
    ...(supply.length ? [colors.yellow('What would decide more, the most useful first:')] : []),
    ...supply.flatMap((one) => [
      `  ${one.what}`,
      `    ${supplyText(one)}${one.rules.length ? `: ${shortList(one.rules)}` : ''}`,
    ]),
    ...(supply.length ? [''] : []),
    ...reasonLines('Inconclusive:', inconclusive, colors),
    ...reasonLines('Not exercised for other reasons:', notExercised, colors),
    ...reasonLines('Not applicable:', notApplicable, colors),
  ];
}

function reasonLines(heading: string, reasons: readonly SharedReason[], colors: Colors): string[] {
  if (!reasons.length) return [];
  return [
    colors.yellow(heading),
    ...reasons.flatMap(({reason, rules}) => [`  ${reason}`, `    ${shortList(rules)}`]),
    '',
  ];
}

/** Notes on rules that passed; where they passed stands with what would decide more. */
function noteLines(rules: readonly RuleVerdict[]): string[] {
  const noted = rules.filter(({note}) => note);
  return noted.length ? ['Notes', ...noted.map(({rule, note}) => `  ${rule}: ${note}`), ''] : [];
}

function residueLines(record: RunRecord): string[] {
  const left = leftBehind(record);
  return left.length ? ['Left behind:', ...left.map((line) => `  ${line}`), ''] : [];
}
