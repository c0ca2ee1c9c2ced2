import {EXIT_CODES} from '../spec/exit-codes.ts';
import {quantity} from '../spec/quantity.ts';
import type {RunRecord, Supply} from '../spec/run-record.ts';
import {causesOf} from './causes.ts';
import {effortLines, leftOutGroups, modelLines, valuesText} from './effort.ts';
import {exceptionText} from './exceptions.ts';
import {coverage} from './html-coverage.ts';
import {contents, escape, folded, list, part, withCode} from './html-escape.ts';
import {failures} from './html-failures.ts';
import type {Replaying} from './fixture-file.ts';
import {leftBehind} from './left-behind.ts';
import {headingOf} from './heading.ts';
import {FILTER} from './html-filter.ts';
import {pairsTables} from './html-pairs.ts';
import {ranksTables} from './html-ranks.ts';
import {allRules} from './html-rules.ts';
import {STYLE} from './html-style.ts';
import {absentApis, absentText, presentRules, selectionText} from './scope.ts';
import {absentFeatureLines} from './summary.ts';
import {supplyEntries} from './supply-entry.ts';
import {supplyText, undecidedOf, type SharedReason} from './undecided.ts';
import {shrinkingLines} from './ways.ts';
import {withVisibleTexts} from '../spec/visible.ts';

/** The number of things to supply that are shown without expanding. */
const MAX_SUPPLY = 10;

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/**
 * The whole run as one self-contained HTML page: it loads no script, style, font or image. It begins with the failures
 * and what could not be decided; passed rules are collapsed. Everything except the filter works without JavaScript,
 * and everything works by keyboard.
 * @param replaying how the fixtures of the failures are replayed
 */
export function html(unsafe: RunRecord, replaying?: Replaying): string {
  const record = withVisibleTexts(unsafe);
  const {verdict, outcome, tested, target} = headingOf(record);
  const sections = PARTS.map((one) => one(record, replaying)).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>${escape(verdict)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(verdict)}</h1>
<p class="outcome ${outcomeClass(record)}">${withCode(outcome)}</p>
<p>${escape(tested)}</p>
<p class="quiet">${escape(target)}, ${escape(record.startedAt.slice(0, 16).replace('T', ' '))} UTC</p>
${scope(record)}
${contents(sections)}
</header>
<main>
${sections}</main>
<footer>
${circumstances(record)}
</footer>
<script>${FILTER}</script>
</body>
</html>
`;
}

function outcomeClass({exitCode}: RunRecord): string {
  if (exitCode === EXIT_CODES.passed) return 'passed';
  return exitCode === EXIT_CODES.notExercised ? 'not-exercised' : 'failed';
}

/** The sections of the page, in the order in which a reader needs them. */
const PARTS: ((record: RunRecord, replaying?: Replaying) => string)[] = [
  harnessErrors,
  (record, replaying) => failures(causesOf(record), replaying),
  (record) =>
    shrinkingLines(record)
      .map((line) => `<p>${escape(line)}</p>\n`)
      .join(''),
  (record) => undecided(record),
  (record) => part('The documents by verdict', coverage(presentRules(record))),
  leftOut,
  (record) =>
    part('Answered only when sent again', list((record.repeatedAtFirst ?? []).map(escape))),
  notes,
  ({coverage}) =>
    part('What was tried in pairs', ranksTables(coverage) + pairsTables(coverage.pairs)),
  (record) => part('Generated values and sequences', generated(record)),
  (record) => part('Left behind', list(leftBehind(record).map(escape))),
  allRules,
];

/** What was selected, what the configuration accepts, and which API the target does not have. */
function scope(record: RunRecord): string {
  const selection = selectionText(record);
  const rows = record.expected.map(
    (row) => `<code>${escape(row.rule)}</code> ${withCode(exceptionText(row, record.rules))}`,
  );
  const lines = [
    ...(record.couldNotBegin === undefined ? [] : [`Why: ${record.couldNotBegin}`]),
    ...(selection ? [selection] : []),
    ...effortLines(record)
      .slice(0, 1)
      .map((line) => line.replace(/:$/, '.')),
    ...absentApis(record).map((absent) => absentText(absent)),
    ...absentFeatureLines(record),
  ].map((line) => `<p>${withCode(line)}</p>`);
  const exceptions = rows.length
    ? [`<p>Exceptions of the configuration (<code>expected</code>):</p>${list(rows)}`]
    : [];
  return [...lines, ...exceptions].join('\n');
}

/** The rules that quick effort left out, by reason. */
function leftOut(record: RunRecord): string {
  const items = leftOutGroups(record).map(({reason, rules}) => {
    const ids = `<p>${rules.map((rule) => `<code>${escape(rule)}</code>`).join(', ')}</p>`;
    return `${escape(reason)}\n${folded(quantity(rules.length, 'rule'), ids)}`;
  });
  return part('Left out by quick effort', list(items));
}

function harnessErrors({rules}: RunRecord): string {
  const broken = rules.filter(({verdict}) => verdict === 'harness-error');
  const rows = broken.map(
    ({rule, reason = ''}) => `<a href="#${escape(rule)}">${escape(rule)}</a> ${escape(reason)}`,
  );
  return part('Errors in presscheck itself', list(rows));
}

const links = (rules: readonly string[]): string =>
  rules.map((id) => `<a href="#${escape(id)}">${escape(id)}</a>`).join(', ');

/** What could not be decided, and what would decide it, the most useful first. */
function undecided(record: RunRecord): string {
  const {heading, supply, inconclusive, notExercised, notApplicable} = undecidedOf(record);
  const content = [
    supply.length ? supplyList(supply) : '',
    reasons('Inconclusive', inconclusive),
    reasons('Not exercised for other reasons', notExercised),
    reasons('Not applicable', notApplicable),
  ];
  return part(heading ?? 'What would decide more', content.filter(Boolean).join('\n'));
}

/** The list of things to supply; most of it is collapsed. */
function supplyList(supply: readonly Supply[]): string {
  const first = supply.slice(0, MAX_SUPPLY);
  const others = supply.slice(MAX_SUPPLY);
  const more = `<ol start="${MAX_SUPPLY + 1}">${others.map(supplyItem).join('')}</ol>`;
  return `<p>What would decide more, the most useful first (each line counts only what those above do not decide):</p>
<ol>${first.map(supplyItem).join('')}</ol>
${others.length ? folded(quantity(others.length, 'more thing'), more) : ''}`;
}

function supplyItem(one: Supply): string {
  const effect = withCode(supplyText(one));
  const rules = one.rules.length
    ? folded(effect, `<p>${links(one.rules)}</p>`)
    : `<p>${effect}</p>`;
  const entries = supplyEntries(one).map(
    (entry) => `<p>in the file: <code>${escape(entry)}</code></p>\n`,
  );
  return `<li>${withCode(one.what)}\n${entries.join('')}${rules}</li>`;
}

function reasons(heading: string, shared: readonly SharedReason[]): string {
  if (!shared.length) return '';
  const items = shared.map(
    ({reason, rules}) =>
      `${withCode(reason)}\n${folded(quantity(rules.length, 'rule'), `<p>${links(rules)}</p>`)}`,
  );
  return `<h3>${heading}</h3>\n${list(items)}`;
}

/** Which generated values and sequences were sent. */
function generated(record: RunRecord): string {
  const values = valuesText(record);
  return list([...(values ? [values] : []), ...modelLines(record)].map(escape));
}

function notes({rules}: RunRecord): string {
  const noted = rules.filter(({note}) => note);
  const items = noted.map(
    ({rule, note = ''}) => `<a href="#${escape(rule)}">${escape(rule)}</a> ${withCode(note)}`,
  );
  return items.length ? part('Notes', folded(quantity(items.length, 'note'), list(items))) : '';
}

/** Addresses, versions and times: what a reader needs to repeat the run. */
function circumstances(record: RunRecord): string {
  const urls = Object.entries(record.target.urls)
    .map(([name, url]) => `${escape(name)} <code>${escape(url)}</code>`)
    .join(', ');
  const versions =
    `seed ${record.seed}; effort ${record.effort.name}; catalogue ${escape(record.catalogue)}; ` +
    `presscheck ${escape(record.presscheck)}`;
  const times = `${escape(record.startedAt)} to ${escape(record.finishedAt)}`;
  return `<p>${urls}; ${versions}</p>
<p>${times}; exit code ${record.exitCode}</p>`;
}
