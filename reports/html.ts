import type {PlaceVerdict, RuleVerdict, RunRecord, Verdict} from '../spec/run-record.ts';
import {closing} from './closing.ts';
import {STYLE} from './html-style.ts';

const WORD: Record<Verdict, string> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-exercised': 'not exercised',
  'not-applicable': 'not applicable',
  'harness-error': 'harness error',
};
const VERDICTS = Object.keys(WORD) as Verdict[];

const escape = (text: unknown): string =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/**
 * The whole run as one HTML page that needs nothing else: no script source, style, font or image
 * from anywhere. Rules are `<details>`, so everything but the filter works without JavaScript, and
 * all of it by keyboard.
 */
export function html(record: RunRecord): string {
  const title = `${record.target.kind === 'mock' ? 'On the mock' : 'On the deployment'} ${record.target.name}`;
  const chapters = [...new Set(record.rules.map((rule) => rule.chapter))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>presscheck: ${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(title)}</h1>
<p>${Object.entries(record.target.urls)
    .map(([name, url]) => `${escape(name)} <code>${escape(url)}</code>`)
    .join(
      ', ',
    )}; seed ${record.seed}; catalogue ${escape(record.catalogue)}; presscheck ${escape(record.presscheck)}</p>
<p>${escape(record.startedAt)} to ${escape(record.finishedAt)}, ${record.requests} requests, exit code ${record.exitCode}</p>
<p class="closing">${escape(closing(record))}</p>
</header>
<main>
<h2 id="chapters">By chapter</h2>
<div class="scroll" role="region" aria-labelledby="chapters" tabindex="0">
<table>
<thead><tr><th scope="col">Chapter</th>${VERDICTS.map((verdict) => `<th scope="col">${WORD[verdict]}</th>`).join('')}<th scope="col">witnesses</th></tr></thead>
<tbody>
${chapters
  .map((chapter) =>
    row(
      `<a href="#${anchor(chapter)}">${escape(chapter)}</a>`,
      record.rules.filter((rule) => rule.chapter === chapter),
    ),
  )
  .join('\n')}
</tbody>
<tfoot>${row('in all', record.rules)}</tfoot>
</table>
</div>
${leftBehind(record)}${expected(record)}
<h2>Rules</h2>
<form id="filter" role="search" hidden>
<label>Words <input type="search" name="words" autocomplete="off" placeholder="rule, sentence, section"></label>
<fieldset><legend>Verdicts</legend>${VERDICTS.filter((verdict) =>
    record.rules.some((rule) => rule.verdict === verdict),
  )
    .map(
      (verdict) =>
        `<label><input type="checkbox" name="verdict" value="${verdict}" checked> ${WORD[verdict]}</label>`,
    )
    .join(' ')}</fieldset>
<output aria-live="polite"></output>
</form>
${chapters
  .map((chapter) =>
    section(
      chapter,
      record.rules.filter((rule) => rule.chapter === chapter),
    ),
  )
  .join('\n')}
</main>
<script>${FILTER}</script>
</body>
</html>
`;
}

const anchor = (chapter: string): string => chapter.replaceAll(/[^a-z-]/g, '-');

function row(name: string, rules: RuleVerdict[]): string {
  const cells = VERDICTS.map((verdict) => {
    const count = rules.filter((rule) => rule.verdict === verdict).length;
    return `<td${count ? ` class="${verdict}"` : ''}>${count || ''}</td>`;
  });
  return `<tr><th scope="row">${name}</th>${cells.join('')}<td>${rules.reduce((total, rule) => total + rule.witnesses, 0)}</td></tr>`;
}

const section = (chapter: string, rules: RuleVerdict[]): string =>
  `<section id="${anchor(chapter)}"><h3>${escape(chapter)}</h3>\n${rules.map(rule).join('\n')}\n</section>`;

/** What is not green stands open. */
function rule(one: RuleVerdict): string {
  const places =
    one.verdict === 'passed' ? [] : one.places.filter((place) => place.verdict !== 'passed');
  return `<details class="rule" data-verdict="${one.verdict}"${one.verdict === 'failed' || one.verdict === 'harness-error' ? ' open' : ''}>
<summary><span class="verdict ${one.verdict}">${WORD[one.verdict]}</span> <code>${escape(one.rule)}</code> <span class="sentence">${escape(one.sentence)}</span></summary>
<dl><dt>Section</dt><dd>${escape(one.section)}</dd><dt>Level</dt><dd>${one.level}</dd><dt>Witnesses</dt><dd>${one.witnesses}</dd>${
    one.reason ? `<dt>Reason</dt><dd>${escape(one.reason)}</dd>` : ''
  }${one.note ? `<dt>Note</dt><dd>${escape(one.note)}</dd>` : ''}</dl>
${places.map(place).join('\n')}
</details>`;
}

function place(one: PlaceVerdict): string {
  const violations = one.violations.map(
    ({expected: wanted, got, branch}) =>
      `<dl><dt>Expected</dt><dd>${escape(wanted)}</dd><dt>Got</dt><dd>${escape(got)}</dd><dt>Branch</dt><dd>${escape(branch)}</dd></dl>`,
  );
  const curl =
    one.verdict === 'failed' && one.evidence?.curl.length
      ? `<p>Again with</p><pre tabindex="0"><code>${escape(one.evidence.curl.join('\n'))}</code></pre>`
      : '';
  return `<div class="place">${one.place === '*' ? '' : `<h4>${escape(one.place)}</h4>`}${violations.join('')}${one.reason ? `<p>${escape(one.reason)}</p>` : ''}${curl}</div>`;
}

function leftBehind(record: RunRecord): string {
  const entries = Object.entries(record.residue);
  if (record.target.kind === 'mock' || !entries.length) return '';
  return `<h2>Left behind</h2>\n<ul>${entries.map(([kind, count]) => `<li>${count} x ${escape(kind)}</li>`).join('')}</ul>\n`;
}

function expected(record: RunRecord): string {
  if (!record.expected.length) return '';
  const items = record.expected.map(
    (one) =>
      `<li><code>${escape(one.rule)}</code> ${WORD[one.verdict]} until ${escape(one.until)}: ${escape(one.reason)} (<strong>${one.state}</strong>)</li>`,
  );
  return `<h2>Expected by the configuration</h2>\n<ul>${items.join('')}</ul>\n`;
}

const FILTER = `
const form = document.getElementById('filter');
form.hidden = false;
const rules = [...document.querySelectorAll('.rule')];
function filter() {
  const words = form.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const verdicts = [...form.querySelectorAll('[name=verdict]')].filter((box) => box.checked).map((box) => box.value);
  let shown = 0;
  for (const rule of rules) {
    const text = rule.textContent.toLowerCase();
    rule.hidden = !verdicts.includes(rule.dataset.verdict) || !words.every((word) => text.includes(word));
    if (!rule.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('.rule:not([hidden])');
  form.querySelector('output').textContent = shown + ' of ' + rules.length + ' rules';
}
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
filter();
`;
