import type {RuleVerdict} from '../spec/run-record.ts';
import {CELL_KINDS, kindCounts, kindOf, kindWords, type CellKind} from './coverage-kinds.ts';
import {escape, folded} from './html-escape.ts';
import {documentParts, type DocumentPart, type Section} from './sections.ts';

/** Units of the picture. Its width fits a phone, on which one unit is about one pixel. */
const WIDTH = 340;
const CELL = 10;
const STEP = 12;
const LABEL = 16;
const GAP = 8;
const CELLS_A_LINE = Math.floor((WIDTH + STEP - CELL) / STEP);

/** The style of each kind of cell; kinds can be distinguished without colour. */
const MARKS: Record<CellKind, string> = {
  passed: '<rect width="10" height="10" rx="2" class="fill"/>',
  partly:
    '<rect x=".75" y=".75" width="8.5" height="8.5" rx="1.5" class="line"/>' +
    '<path d="M1 1V9H9Z" class="fill"/>',
  failed:
    '<rect width="10" height="10" rx="2" class="fill"/><path d="M2.5 2.5l5 5m0-5l-5 5" class="on"/>',
  differs:
    '<rect x=".75" y=".75" width="8.5" height="8.5" rx="1.5" class="line"/>' +
    '<path d="M2.5 4h5m-5 2.5h5" class="line"/>',
  inconclusive:
    '<rect x=".75" y=".75" width="8.5" height="8.5" rx="1.5" class="line"/>' +
    '<path d="M2 8l6-6" class="line"/>',
  'not-exercised': '<rect x=".75" y=".75" width="8.5" height="8.5" rx="1.5" class="line"/>',
  'not-applicable': '<circle cx="5" cy="5" r="1.5" class="fill"/>',
  'harness-error': '<path d="M5 0l5 10H0Z" class="fill"/><path d="M5 3.5v3m0 1v1" class="on"/>',
};

/** The verdicts to which the picture links. */
const LINKED: readonly CellKind[] = ['failed', 'differs', 'inconclusive', 'harness-error'];

/**
 * A picture of the documents by verdict: a row for each section, a cell for each rule. Its titles, and the table below
 * it, contain the same information.
 */
export function coverage(rules: readonly RuleVerdict[]): string {
  if (!rules.length) return '';
  const kinds = CELL_KINDS.filter((kind) => rules.some((rule) => kindOf(rule) === kind));
  const legend = kinds.map((kind) => `<li>${cellImage(kind)} ${kindWords(kind)}</li>`);
  const parts = documentParts(rules);
  return `<p>Each cell is a rule; each row is a section of a document.</p>
<ul class="legend">${legend.join('')}</ul>
<div class="coverage">
${parts.map(picture).join('\n')}
</div>
${folded('The same as a table', table(parts))}`;
}

/** One cell of the legend. */
const cellImage = (kind: CellKind): string =>
  `<svg class="cell" viewBox="0 0 10 10" aria-hidden="true"><g class="v-${kind}">${MARKS[kind]}</g></svg>`;

function picture({name, sections}: DocumentPart, index: number): string {
  let y = 0;
  const rows = sections.map((section) => {
    const row = sectionRow(section, y);
    y += LABEL + linesOf(section) * STEP + GAP;
    return row;
  });
  const counts = sections.map((section) => `${section.name}: ${kindCounts(section.rules)}`);
  const id = `coverage-${index}`;
  return `<figure>
<figcaption>${escape(name)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${y}" role="group" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${escape(name)}, rules by verdict</title>
<desc id="${id}-desc">${escape(counts.join('; '))}</desc>
${rows.join('\n')}
</svg>
</figure>`;
}

const linesOf = ({rules}: Section): number => Math.ceil(rules.length / CELLS_A_LINE);

function sectionRow({name, rules}: Section, y: number): string {
  const passed = rules.filter(({verdict}) => verdict === 'passed').length;
  const cells = rules.map((rule, at) => {
    const x = (at % CELLS_A_LINE) * STEP;
    return cellOf(rule, x, y + LABEL + Math.floor(at / CELLS_A_LINE) * STEP);
  });
  const count = `${passed} of ${rules.length}`;
  return (
    `<g aria-hidden="true"><text y="${y + 12}">${escape(name)}</text>` +
    `<text x="${WIDTH}" y="${y + 12}" class="count">${count}</text></g>\n${cells.join('')}`
  );
}

function cellOf(rule: RuleVerdict, x: number, y: number): string {
  const kind = kindOf(rule);
  const label = escape(`${rule.rule}: ${kindWords(kind)}`);
  const at = `class="v-${kind}" transform="translate(${x} ${y})"`;
  const inner = `<title>${label}</title>${MARKS[kind]}`;
  return LINKED.includes(kind)
    ? `<a href="#${escape(rule.rule)}" aria-label="${label}"><g ${at}>${inner}</g></a>`
    : `<g ${at} aria-hidden="true">${inner}</g>`;
}

/** The alternative text of the picture. */
function table(parts: readonly DocumentPart[]): string {
  const rows = parts.flatMap(({name, sections}) =>
    sections.map(
      (section) =>
        `<tr><th scope="row">${escape(name)} / ${escape(section.name)}</th>` +
        `<td>${escape(kindCounts(section.rules))}</td></tr>`,
    ),
  );
  return `<div class="scroll" role="region" aria-label="Sections by verdict" tabindex="0">
<table class="words"><thead><tr><th scope="col">section</th><th scope="col">rules</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
