import pico from 'picocolors';
import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import type {RuleVerdict, RunRecord, Supply} from '../spec/run-record.ts';
import {causesOf} from './causes.ts';
import {chapterLines} from './chapter-lines.ts';
import {effortLines, modelLines, valuesText} from './effort.ts';
import {exceptionText} from './exceptions.ts';
import type {Replaying} from './fixture-file.ts';
import {headingOf} from './heading.ts';
import {leftBehind} from './left-behind.ts';
import {commandLines, shortList} from './problems.ts';
import {absentApis, absentText, selectionText} from './scope.ts';
import {absentFeatureLines} from './summary.ts';
import {supplyEntries} from './supply-entry.ts';
import {causeLines, type Colors} from './text-causes.ts';
import {supplyText, undecidedOf, type SharedReason, type Undecided} from './undecided.ts';
import {ranksText} from './ranks.ts';
import {shrinkingLines} from './ways.ts';
import {withVisibleTexts} from '../spec/visible.ts';

/** The maximum number of things to supply that are shown. */
const MAX_SUPPLY = 12;

/** The number of things to supply that are shown with their entry in the configuration. */
const WITH_ENTRY = 3;

/**
 * The report as text: the heading; the failures by cause; what could not be decided, and what would decide it; the table
 * by chapter; the heading again, with the verdict at the end of the output, where readers of a terminal look first. For a
 * run that could not begin it contains only the reason.
 * @param colored for a terminal; files get plain text
 * @param replaying how the fixtures of the failures are replayed
 * @param showsAll whether every failed place is shown, and every rule that a failure leaves undecided, with its cause
 */
export function text(
  unsafe: RunRecord,
  colored = false,
  replaying?: Replaying,
  showsAll = false,
): string {
  const record = withVisibleTexts(unsafe);
  const colors = pico.createColors(colored);
  const heading = headingLines(record, colors);
  if (record.couldNotBegin !== undefined)
    return `${[...heading, '', ...scopeLines(record), `Why: ${record.couldNotBegin}`].join('\n')}\n`;
  const lines = [
    ...heading,
    '',
    ...scopeLines(record),
    ...harnessErrorLines(record, colors),
    ...causeLines(causesOf(record), {colors, replaying, showsAll}),
    ...shrinkingLines(record).flatMap((line) => [line, '']),
    ...undecidedLines(undecidedOf(record), colors),
    ...absentApis(record).flatMap((absent) => [absentText(absent), '']),
    ...absentFeatureLines(record).flatMap((line) => [line, '']),
    ...repeatedLines(record),
    ...noteLines(record.rules),
    ...coverageLines(record),
    ...residueLines(record),
    ...chapterLines(record),
    '',
    ...heading.toReversed(),
  ];
  return `${lines.join('\n')}\n`;
}

/** The verdict, what was tested, and the target, each on a line. */
function headingLines(record: RunRecord, colors: Colors): string[] {
  const color = colorOf(record, colors);
  const {verdict, outcome, tested, target} = headingOf(record);
  return [color(`${colors.bold(verdict)}. ${outcome}`), tested, target];
}

function colorOf({exitCode}: RunRecord, {green, yellow, red}: Colors): Colors['red'] {
  if (exitCode === EXIT_CODES.passed) return green;
  return exitCode === EXIT_CODES.notExercised ? yellow : red;
}

/** Which generated values and sequences were sent. */
function coverageLines(record: RunRecord): string[] {
  const values = valuesText(record);
  const ranks = ranksText(record);
  const lines = [...(values ? [values] : []), ...(ranks ? [ranks] : []), ...modelLines(record)];
  return lines.length ? [...lines, ''] : [];
}

/** What was selected, and what the configuration accepts or no longer accepts. */
function scopeLines({rules, expected, ...record}: RunRecord): string[] {
  const selection = selectionText({rules, expected, ...record});
  const effort = effortLines({rules, expected, ...record});
  const exceptions = expected.map((row) => `  ${row.rule}: ${exceptionText(row, rules)}`);
  return [
    ...(selection ? [selection, ''] : []),
    ...effort.map((line, index) => (index ? `  ${line}` : line)),
    ...(effort.length ? [''] : []),
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

/** What could not be decided, and what would decide it. */
function undecidedLines(undecided: Undecided, colors: Colors): string[] {
  const {heading, supply, inconclusive, notExercised, notApplicable} = undecided;
  const more = supply.length - MAX_SUPPLY;
  return [
    ...(heading === undefined ? [] : [colors.bold(colors.yellow(heading)), '']),
    ...(supply.length
      ? [
          colors.yellow(
            'What would decide more, the most useful first (each line counts only what those above do not decide):',
          ),
        ]
      : []),
    ...supply
      .slice(0, MAX_SUPPLY)
      .flatMap((one, index) => [
        `  ${one.what}`,
        ...(index < WITH_ENTRY ? entryLines(one) : []),
        `    ${supplyText(one)}${one.rules.length ? `: ${shortList(one.rules)}` : ''}`,
      ]),
    ...(more > 0 ? [`  and ${quantity(more, 'more thing')}: report.html`] : []),
    ...(supply.length ? [''] : []),
    ...reasonLines('Inconclusive:', inconclusive, colors),
    ...reasonLines('Not exercised for other reasons:', notExercised, colors),
    ...reasonLines('Not applicable:', notApplicable, colors),
  ];
}

/** What to write into the configuration to supply a thing. */
const entryLines = (one: Supply): string[] =>
  supplyEntries(one).map((entry) => `    in the file: ${entry}`);

function reasonLines(heading: string, reasons: readonly SharedReason[], colors: Colors): string[] {
  if (!reasons.length) return [];
  return [
    colors.yellow(heading),
    ...reasons.flatMap(({reason, rules}) => [`  ${reason}`, `    ${shortList(rules)}`]),
    '',
  ];
}

/** The number of requests before the run that the deployment did not answer at once. */
const repeatedLines = ({repeatedAtFirst = []}: RunRecord): string[] =>
  repeatedAtFirst.length
    ? ['Answered only when sent again:', ...repeatedAtFirst.map((one) => `  ${one}`), '']
    : [];

/**
 * Notes on rules that passed, after those that differ from what the document implies. The places where rules passed
 * are listed with what would decide more.
 */
function noteLines(rules: readonly RuleVerdict[]): string[] {
  const noted = rules.filter(({note}) => note);
  const different = noted.filter(({verdict}) => verdict === 'differs');
  const others = noted.filter((rule) => !different.includes(rule));
  const lines = [
    ...different.flatMap((rule) => [
      `  ${rule.rule}: ${rule.note}`,
      ...requestsNoted(rule).map((line) => `    ${line}`),
    ]),
    ...sharedNoteLines(others),
  ];
  return lines.length ? ['Notes', ...lines, ''] : [];
}

/** A line for each note; of many rules with the same note some are named. */
function sharedNoteLines(noted: readonly RuleVerdict[]): string[] {
  const rulesByNote = new Map<string, string[]>();
  for (const {rule, note = ''} of noted)
    rulesByNote.set(note, [...(rulesByNote.get(note) ?? []), rule]);
  return [...rulesByNote].map(([note, ids]) =>
    ids.length > 1
      ? `  ${quantity(ids.length, 'rule')} ${note}: ${shortList(ids)}`
      : `  ${ids.join('')}: ${note}`,
  );
}

/** The request whose response differs from what the document implies. */
function requestsNoted({places}: RuleVerdict): string[] {
  const place = places.find(({verdict}) => verdict === 'differs');
  const shown = place && commandLines(place).find((command) => command.shown);
  return shown ? [shown.text] : [];
}

function residueLines(record: RunRecord): string[] {
  const left = leftBehind(record);
  return left.length ? ['Left behind:', ...left.map((line) => `  ${line}`), ''] : [];
}
