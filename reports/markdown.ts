import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import type {PlaceVerdict, RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {causesOf, type Cause} from './causes.ts';
import {byChapter} from './chapters.ts';
import {effortLines, modelLines, valuesText} from './effort.ts';
import {exceptionText} from './exceptions.ts';
import {headingOf} from './heading.ts';
import {leftBehind} from './left-behind.ts';
import {fixtureFile} from './fixture-file.ts';
import {codeBlock, codeSpan, plainText} from './markdown-escape.ts';
import {attemptsText, commandLines, commandText, groupedPlaces, problemsAt} from './problems.ts';
import {ranksText} from './ranks.ts';
import {absentApis, absentText, presentRules, selectionText} from './scope.ts';
import {absentFeatureLines} from './summary.ts';
import {supplyText, undecidedOf, type SharedReason, type Undecided} from './undecided.ts';
import {VERDICT_WORDS, VERDICTS} from './verdict-words.ts';
import {visible, withVisibleTexts} from '../spec/visible.ts';

/** The maximum numbers of items that are shown: the summary of a CI job is limited to a megabyte. */
const MAX_CAUSES = 20;
const MAX_PLACES = 3;
const MAX_REASONS = 20;

/**
 * The report as GitHub-flavoured Markdown, for the summary of a CI job: the result, the failures by cause, what would
 * decide the rest, and a table by chapter.
 */
export function markdown(unsafe: RunRecord): string {
  const record = withVisibleTexts(unsafe);
  const {verdict, outcome, tested, target} = headingOf(record);
  const opening = [
    `## ${plainText(verdict)}`,
    plainText(outcome),
    `${plainText(tested)}  \n${plainText(target)}`,
  ];
  if (record.couldNotBegin !== undefined)
    return `${[...opening, `Why: ${plainText(record.couldNotBegin)}`].join('\n\n')}\n`;
  return `${[
    ...opening,
    ...[selectionText(record)].flatMap((selection) => (selection ? [plainText(selection)] : [])),
    ...effortParts(record),
    ...exceptionParts(record),
    ...harnessErrorParts(record),
    ...causeParts(causesOf(record)),
    ...differenceParts(record),
    ...undecidedParts(undecidedOf(record)),
    ...absentApis(record).map((absent) => plainText(absentText(absent))),
    ...absentFeatureLines(record).map(plainText),
    ...leftParts(leftBehind(record)),
    ...coverageParts(record),
    chapterTable(presentRules(record)),
  ].join('\n\n')}\n`;
}

/** The mistakes for which a run was refused. */
export const markdownOfMistakes = (mistakes: readonly string[]): string =>
  '## Nothing was tested by presscheck\n\nThe command or its configuration has a mistake.\n\n' +
  `${list(mistakes.map((one) => plainText(visible(one))))}\n\nExit code ${EXIT_CODES.wrongUsage}.\n`;

const list = (items: string[]): string => items.map((item) => `- ${item}`).join('\n');

/** Makes collapsed text; the empty lines allow Markdown inside. */
const folded = (summary: string, inner: string): string =>
  `<details><summary>${summary}</summary>\n\n${inner}\n\n</details>`;

const ids = (rules: readonly string[]): string => rules.map(codeSpan).join(', ');

function effortParts(record: RunRecord): string[] {
  const [first, ...others] = effortLines(record);
  if (first === undefined) return [];
  return others.length
    ? [folded(plainText(first), list(others.map(plainText)))]
    : [plainText(first)];
}

/** Which generated values and sequences were sent. */
function coverageParts(record: RunRecord): string[] {
  const values = valuesText(record);
  const ranks = ranksText(record);
  const lines = [...(values ? [values] : []), ...(ranks ? [ranks] : []), ...modelLines(record)];
  return lines.length ? [folded('Generated values and sequences', list(lines.map(plainText)))] : [];
}

function exceptionParts({expected, rules}: RunRecord): string[] {
  if (!expected.length) return [];
  const rows = expected.map(
    (row) => `${codeSpan(row.rule)}: ${plainText(exceptionText(row, rules))}`,
  );
  return ['### Exceptions of the configuration', list(rows)];
}

function harnessErrorParts({rules}: RunRecord): string[] {
  const broken = rules.filter(({verdict}) => verdict === 'harness-error');
  if (!broken.length) return [];
  const rows = broken.map(({rule, reason = ''}) => `${codeSpan(rule)}: ${plainText(reason)}`);
  return ['### Errors in presscheck itself', list(rows)];
}

function differenceParts({rules}: RunRecord): string[] {
  const rows = rules
    .filter(({verdict}) => verdict === 'differs')
    .map(({rule, note = ''}) => `${codeSpan(rule)}: ${plainText(note)}`);
  return rows.length
    ? [folded(`${quantity(rows.length, 'difference')} that fail nothing`, list(rows))]
    : [];
}

function causeParts(causes: readonly Cause[]): string[] {
  if (!causes.length) return [];
  const failed = causes.reduce((total, cause) => total + cause.failed.length, 0);
  const more = causes.length - MAX_CAUSES;
  return [
    `### ${quantity(failed, 'failed rule')}, ${quantity(causes.length, 'cause')}`,
    ...causes.slice(0, MAX_CAUSES).flatMap((cause, index) => causePart(cause, index + 1)),
    ...(more > 0 ? [`and ${quantity(more, 'more cause')}: see the whole report.`] : []),
  ];
}

function causePart({failed, blocked}: Cause, number: number): string[] {
  const [first, ...others] = failed;
  const same = `by the same: ${quantity(others.length, 'rule')}`;
  const count = `undecided because of it: ${quantity(blocked.length, 'rule')}`;
  return [
    ...(first ? failurePart(`${number}.`, first) : []),
    ...(others.length ? [folded(same, ids(others.map(({rule}) => rule)))] : []),
    ...(blocked.length ? [folded(count, ids(blocked.map(({rule}) => rule)))] : []),
  ];
}

const failurePart = (number: string, rule: RuleVerdict): string[] => [
  `**${number} ${codeSpan(rule.rule)}** (${plainText(rule.section)}): ${plainText(rule.sentence)}`,
  ...placeParts(rule),
];

/** The places at which a rule failed; those that failed like the first one are only named. */
function placeParts(rule: RuleVerdict): string[] {
  const {first, alike, different} = groupedPlaces(rule);
  const names = shortNames(alike.map(({place}) => place));
  const more = different.length + 1 - MAX_PLACES;
  return [
    ...(first ? [placePart(rule.rule, first, true)] : []),
    ...(alike.length ? [`the same at ${quantity(alike.length, 'more place')}: ${names}`] : []),
    ...different.slice(0, MAX_PLACES - 1).map((place) => placePart(rule.rule, place, false)),
    ...(more > 0 ? [`and at ${quantity(more, 'more place')}`] : []),
  ];
}

/** At most four names, each as code. */
function shortNames(names: readonly string[]): string {
  const rest = names.length - 4;
  return `${names.slice(0, 4).map(codeSpan).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function placePart(rule: string, place: PlaceVerdict, withCommands: boolean): string {
  const at = place.place === '*' ? '' : `place ${codeSpan(place.place)}: `;
  const rows = problemsAt(place).map(
    ({subject, expected, got, branch}) =>
      `${at}${subject ? `${plainText(subject)} ` : ''}${codeSpan(branch)}\n` +
      `  - expected: ${plainText(expected)}\n  - got: ${plainText(got)}`,
  );
  const attempts = attemptsText(place);
  const commands = withCommands ? commandLines(place).map(commandText) : [];
  const fixture = `<code>fixtures/${fixtureFile(rule, place.place)}</code>`;
  return [
    list([...rows, ...(attempts ? [plainText(attempts)] : [])]),
    ...(commands.length
      ? [
          folded(
            `reproduce with these, or replay ${fixture} in the folder of the report`,
            codeBlock(commands),
          ),
        ]
      : []),
  ].join('\n\n');
}

function undecidedParts({heading, supply, ...reasons}: Undecided): string[] {
  const rows = supply.map((one) => `| ${plainText(one.what)} | ${plainText(supplyText(one))} |`);
  const more = rows.length - MAX_REASONS;
  const table = ['| to supply | what it does |', '| --- | --- |', ...rows.slice(0, MAX_REASONS)];
  return [
    ...(heading !== undefined || supply.length
      ? [`### ${heading ?? 'What would decide more places'}`]
      : []),
    ...(supply.length ? [table.join('\n')] : []),
    ...(more > 0 ? [`and ${quantity(more, 'more thing')} to supply: see the whole report.`] : []),
    ...reasonParts('Inconclusive', reasons.inconclusive),
    ...reasonParts('Not exercised for other reasons', reasons.notExercised),
    ...reasonParts('Not applicable', reasons.notApplicable),
  ];
}

function reasonParts(heading: string, reasons: readonly SharedReason[]): string[] {
  if (!reasons.length) return [];
  const rows = reasons
    .slice(0, MAX_REASONS)
    .map(({reason, rules}) => `${plainText(reason)}: ${ids(rules)}`);
  const more = reasons.length - MAX_REASONS;
  if (more > 0) rows.push(`and ${quantity(more, 'more reason')}`);
  return [folded(`${heading} (${quantity(reasons.length, 'reason')})`, list(rows))];
}

const leftParts = (left: readonly string[]): string[] =>
  left.length ? [folded('Left behind', list(left.map(plainText)))] : [];

function chapterTable(rules: readonly RuleVerdict[]): string {
  const shown = VERDICTS.filter(
    (one) => one === 'passed' || rules.some(({verdict}) => verdict === one),
  );
  const row = (name: string, of: readonly RuleVerdict[]): string => {
    const counts = shown.map((one) => of.filter(({verdict}) => verdict === one).length || '');
    return `| ${name} | ${counts.join(' | ')} |`;
  };
  const table = [
    `| chapter | ${shown.map((verdict) => VERDICT_WORDS[verdict]).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(shown.length)}`,
    ...byChapter(rules).map(([chapter, of]) => row(plainText(chapter), of)),
    row('in all', rules),
  ];
  return folded('By chapter', table.join('\n'));
}
