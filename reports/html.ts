import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {byChapter, witnessesOf} from './chapters.ts';
import {quantity} from '../spec/quantity.ts';
import {FILTER} from './html-filter.ts';
import {STYLE} from './html-style.ts';
import {problemsAt, sharedReasons, withVerdicts} from './problems.ts';
import {summary, targetTitle} from './summary.ts';

const LABELS: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-exercised': 'not exercised',
  'not-applicable': 'not applicable',
  'harness-error': 'harness error',
};
const VERDICTS = Object.keys(LABELS) as Verdict[];

/** Verdicts that somebody has to look at. */
const ALARMING: Verdict[] = ['failed', 'harness-error', 'inconclusive'];

const escape = (text: unknown): string =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const list = (items: string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

/** A part of the page with its heading; nothing when it has no items. */
const listSection = (heading: string, items: string[]): string =>
  items.length ? `<h2>${heading}</h2>\n${list(items)}\n` : '';

/**
 * The whole run as one HTML page that needs nothing else: no script source, style, font or image
 * from anywhere. Rules are `<details>`, so everything but the filter works without JavaScript, and
 * all of it by keyboard.
 */
export function html(record: RunRecord): string {
  const title = escape(targetTitle(record.target));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>presscheck: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="summary">${escape(summary(record))}</p>
${circumstances(record)}
</header>
<main>
${PARTS.map((part) => part(record)).join('')}
<h2>Rules</h2>
${filterForm(record)}
${byChapter(record.rules)
  .map(([chapter, rules]) => chapterSection(chapter, rules))
  .join('\n')}
</main>
<script>${FILTER}</script>
</body>
</html>
`;
}

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/** Addresses, versions, times: what a reader needs to repeat the run. */
function circumstances(record: RunRecord): string {
  const urls = Object.entries(record.target.urls)
    .map(([name, url]) => `${escape(name)} <code>${escape(url)}</code>`)
    .join(', ');
  const versions =
    `seed ${record.seed}; catalogue ${escape(record.catalogue)}; ` +
    `presscheck ${escape(record.presscheck)}`;
  const times = `${escape(record.startedAt)} to ${escape(record.finishedAt)}`;
  const requests = quantity(record.requests, 'request');
  return `<p>${urls}; ${versions}</p>
<p>${times}, ${requests}, exit code ${record.exitCode}</p>`;
}

/** Links to the rules that somebody has to look at. */
const alarms = ({rules}: RunRecord): string =>
  listSection(
    'What needs attention',
    withVerdicts(rules, ALARMING).map(
      ({rule, verdict, sentence}) =>
        `<span class="verdict ${verdict}">${LABELS[verdict]}</span> ` +
        `<a href="#${escape(rule)}">${escape(rule)}</a> ${escape(sentence)}`,
    ),
  );

/** What to supply so that more rules are exercised: each reason once. */
const toExercise = ({rules}: RunRecord): string =>
  listSection(
    'Not exercised. To exercise these rules',
    sharedReasons(rules, 'not-exercised').map(({reason, rules: ids}) => {
      const links = ids.map((id) => `<a href="#${escape(id)}">${escape(id)}</a>`).join(', ');
      const count = quantity(ids.length, 'rule');
      return `${escape(reason)} <details><summary>${count}</summary>${links}</details>`;
    }),
  );

/** What a run on the mock leaves disappears with its worlds. */
const residue = ({residue: kinds, target}: RunRecord): string =>
  target.kind === 'mock'
    ? ''
    : listSection(
        'Left behind',
        Object.entries(kinds).map(([kind, count]) => `${count} ${escape(kind)}`),
      );

const expectations = ({expected}: RunRecord): string =>
  listSection(
    'Expected by the configuration',
    expected.map(
      ({rule, verdict, until, reason, state}) =>
        `<code>${escape(rule)}</code> ${LABELS[verdict]} until ${escape(until)}: ` +
        `${escape(reason)} (<strong>${state}</strong>)`,
    ),
  );

function chapterTable({rules}: RunRecord): string {
  const heads = ['Chapter', ...VERDICTS.map((verdict) => LABELS[verdict]), 'witnesses'];
  const rows = byChapter(rules).map(([chapter, of]) =>
    tableRow(`<a href="#${anchor(chapter)}">${escape(chapter)}</a>`, of),
  );
  return `<h2 id="chapters">By chapter</h2>
<div class="scroll" role="region" aria-labelledby="chapters" tabindex="0">
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot>${tableRow('in all', rules)}</tfoot>
</table>
</div>`;
}

function tableRow(name: string, rules: RuleVerdict[]): string {
  const cells = VERDICTS.map((verdict) => {
    const count = rules.filter((rule) => rule.verdict === verdict).length;
    return count ? `<td class="${verdict}">${count}</td>` : '<td></td>';
  });
  const witnesses = `<td>${witnessesOf(rules)}</td>`;
  return `<tr><th scope="row">${name}</th>${cells.join('')}${witnesses}</tr>`;
}

/** The form that the script shows; it filters rules by words and verdicts. */
function filterForm({rules}: RunRecord): string {
  const seen = VERDICTS.filter((verdict) => rules.some((rule) => rule.verdict === verdict));
  const boxes = seen.map(
    (verdict) =>
      `<label><input type="checkbox" name="verdict" value="${verdict}" checked> ` +
      `${LABELS[verdict]}</label>`,
  );
  const words = 'type="search" name="words" autocomplete="off"';
  return `<form id="filter" role="search" hidden>
<label>Words <input ${words} placeholder="rule, sentence, section"></label>
<fieldset><legend>Verdicts</legend>${boxes.join(' ')}</fieldset>
<output aria-live="polite"></output>
</form>`;
}

/** The parts above the rules, in the order in which a reader needs them. */
const PARTS = [alarms, toExercise, residue, expectations, chapterTable];

const anchor = (chapter: string): string => chapter.replaceAll(/[^a-z-]/g, '-');

const chapterSection = (chapter: string, rules: RuleVerdict[]): string =>
  `<section id="${anchor(chapter)}"><h3>${escape(chapter)}</h3>\n` +
  `${rules.map(ruleDetails).join('\n')}\n</section>`;

/** A rule; what failed is unfolded. */
function ruleDetails(one: RuleVerdict): string {
  const {rule, verdict, sentence, places} = one;
  const open = verdict === 'failed' || verdict === 'harness-error' ? ' open' : '';
  const shown = verdict === 'passed' ? [] : places.filter((place) => place.verdict !== 'passed');
  return `<details class="rule" data-verdict="${verdict}"${open} id="${escape(rule)}">
<summary><span class="verdict ${verdict}">${LABELS[verdict]}</span> <code>${escape(rule)}</code> \
<span class="sentence">${escape(sentence)}</span></summary>
${ruleFacts(one)}
${shown.map(placeDetails).join('\n')}
</details>`;
}

/** Section, level and the like. The reason of a failure stands with its places. */
function ruleFacts({section, level, witnesses, reason, note, verdict}: RuleVerdict): string {
  return definitions([
    ['Section', section],
    ['Level', level],
    ['Witnesses', String(witnesses)],
    ['Reason', verdict === 'failed' ? undefined : reason],
    ['Note', note],
  ]);
}

/** A list of terms with their texts; those without a text are left out. */
function definitions(pairs: [term: string, text: string | undefined][]): string {
  const items = pairs
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([term, text]) => `<dt>${term}</dt><dd>${escape(text)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}

function placeDetails(one: PlaceVerdict): string {
  const heading = one.place === '*' ? '' : `<h4>${escape(one.place)}</h4>`;
  const problems = problemsAt(one).map(({subject, expected, got, branch}) =>
    definitions([
      ['In', `${subject} [${branch}]`],
      ['Expected', expected],
      ['Got', got],
    ]),
  );
  const reason = one.reason ? `<p>${escape(one.reason)}</p>` : '';
  return `<div class="place">${heading}${problems.join('')}${reason}${commands(one)}</div>`;
}

function commands({verdict, evidence}: PlaceVerdict): string {
  if (verdict !== 'failed' || !evidence?.curl.length) return '';
  const text = escape(evidence.curl.join('\n'));
  return `<p>Reproduce with</p><pre tabindex="0"><code>${text}</code></pre>`;
}
