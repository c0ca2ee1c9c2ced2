import type {Contract} from '../spec/contract.ts';
import {isObject} from '../spec/json.ts';
import {nodes} from '../spec/nodes.ts';
import type {ChecklistRow, OpenId, OpenPoint, RuleId} from '../spec/rule.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {Specification} from '../spec/specification.ts';
import {choicesOf} from '../suites/language/open-choices.ts';
import {labelled} from './rule-page.ts';

/**
 * The page of a row of the checklist (`WS-120`) or of an open point (`NS-WS-01`): its text, and the rules about it.
 * @param name in upper or lower case
 * @returns undefined for a name with another form
 * @throws UsageError that says which rows or points exist, for one that does not exist
 */
export function rowPage(
  name: string,
  specifications: readonly Specification[],
): string | undefined {
  const id = name.toUpperCase();
  for (const specification of specifications) {
    const row = specification.checklist.find((one) => one.row === id);
    if (row) return pageOfRow(row, specification);
    const point = specification.openPoints.find((one) => one.id === id);
    if (point) return pageOfOpenPoint(point, specification);
    refuseUnknown(id, specification);
  }
  return undefined;
}

/** @throws UsageError for a number that no row or open point has */
function refuseUnknown(id: string, {checklist, openPoints}: Specification): void {
  const kinds = {
    'row of the checklist': checklist.map(({row}) => row),
    'open point': openPoints.map((point) => point.id),
  };
  for (const [kind, ids] of Object.entries(kinds)) {
    const prefix = ids[0]?.replace(/\d+$/, '') ?? '';
    if (!id.startsWith(prefix) || !/^\d+$/.test(id.slice(prefix.length))) continue;
    const numberOf = (one: string): number => Number(one.slice(prefix.length));
    const before = ids.findLast((one) => numberOf(one) < numberOf(id)) ?? ids[0];
    throw new UsageError(
      `there is no ${kind} ${id}; there are ${ids[0]} to ${ids.at(-1)}, with gaps (the one before it: ${before})`,
    );
  }
}

function pageOfRow(
  {row, statement, section, chapter, state}: ChecklistRow,
  {api, rules}: Specification,
): string {
  const covering = rules.filter(({covers}) => covers.includes(row));
  return pageOfLines([
    `${row}  (row of spec/${api}/checklist.tsv)`,
    `  ${statement}`,
    '',
    ...labelled('section', [section]),
    ...labelled('chapter', [chapter]),
    ...(state ? labelled('no rule', [state.replace(/^reason: /, '')]) : []),
    ...ruleLines(
      covering.map(({id}) => id),
      sentencesOf(rules),
    ),
  ]);
}

function pageOfOpenPoint(
  {id, section, what, choices, tolerate}: OpenPoint,
  {api, rules, profile, contract}: Specification,
): string {
  const choice = profile.choices[id];
  return pageOfLines([
    `${id}  (open point: the document does not say; spec/${api}/open-points.tsv)`,
    `  ${what}`,
    '',
    // The numbers of lines are those of the document, which readers of the package do not have.
    ...labelled('section', [section.replace(/ \[L\d[^\]]*\]$/, '')]),
    ...labelled('may be', [choices]),
    ...labelled('accepted', [tolerate]),
    ...labelled('profile', profileLines(id, contract)),
    ...(choice === undefined ? [] : labelled('the mock', [String(choice)])),
    ...ruleLines(rulesAt(contract.document, id), sentencesOf(rules)),
  ]);
}

/** The choices that a profile may have for an open point, with what each says. */
const profileLines = (id: OpenId, contract: Contract): string[] =>
  Object.entries(choicesOf(id, contract)).map(
    ([choice, meaning]) => `choices.${id}: ${choice} (${meaning})`,
  );

const sentencesOf = (rules: Specification['rules']): ReadonlyMap<RuleId, string> =>
  new Map(rules.map(({id, sentence}) => [id, sentence]));

/** Lists each rule with its sentence. */
const ruleLines = (ids: readonly RuleId[], sentences: ReadonlyMap<RuleId, string>): string[] =>
  ids.length
    ? labelled(
        'rules',
        ids.flatMap((id) => [id, `  ${sentences.get(id) ?? ''}`]),
      )
    : [];

const pageOfLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** The rules that a contract marks (`x-rule`) at the nodes that an open point concerns (`x-open`). */
const rulesAt = (document: unknown, id: OpenId): RuleId[] => [
  ...new Set(
    [...nodes(document)]
      .filter(([, node]) => node['x-open'] === id)
      .flatMap(([, {'x-rule': mark}]) => (isObject(mark) ? Object.values(mark) : [mark]))
      .filter((rule) => typeof rule === 'string'),
  ),
];
