import type {Defect} from '../mock/defect.ts';
import type {ChecklistRow, Rule} from '../spec/rule.ts';
import {quantity} from '../spec/quantity.ts';
import type {RulePlaces} from './rule-places.ts';

/** The maximum number of lines of one kind. */
const MAX_LINES = 6;

/** Columns of a label. */
const LABEL = 11;

/** The data from which the page of a rule is made. */
interface Described {
  rule: Rule;
  /** The complete checklist of its API. */
  checklist: readonly ChecklistRow[];
  places: RulePlaces;
  defects: readonly Defect[];
}

/**
 * Everything about one rule: what the document says, in which rows of the checklist; what decides it, what breaks it
 * in the mock, and what replays it.
 */
export function rulePage({rule, checklist, places, defects}: Described): string {
  const {id, sentence, section, level, why, since, covers, api} = rule;
  const rows = covers.map((row) => `${row}  ${statementOf(row, checklist)}`);
  const breaking = defects.filter(({breaks}) => breaks === id).map(({name}) => name);
  const lines = [
    id,
    `  ${sentence}`,
    '',
    ...labelled('section', [section]),
    ...labelled('level', [why === undefined ? level : `${level}: ${why}`]),
    ...labelled('since', [`catalogue ${since}`]),
    ...labelled(covers.length > 1 ? 'rows' : 'row', rows),
    ...labelled('', [`of spec/${api}/checklist.tsv`]),
    '',
    ...labelled('check', shortened(places.checks)),
    ...labelled('fixture', [
      ...shortened(places.examples),
      `made from the check: npx presscheck rules ${id} --fixture`,
    ]),
    ...labelled('defects', defectLines(breaking, places)),
    '',
    ...labelled('try', commandsFor(rule)),
  ];
  return `${lines.join('\n')}\n`;
}

const statementOf = (row: string, checklist: readonly ChecklistRow[]): string =>
  checklist.find((one) => one.row === row)?.statement ?? '';

/** Lines with a label in front of the first one. */
export const labelled = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, index) => `  ${(index ? '' : label).padEnd(LABEL)}${line}`);

/** The first lines, and how many more there are. */
function shortened(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LINES;
  if (more <= 1) return [...lines];
  return [...lines.slice(0, MAX_LINES), `and ${more} more`];
}

/** The defects by name, and where they are defined. */
function defectLines(names: readonly string[], {defects}: RulePlaces): string[] {
  const where = defects.length ? `, in ${defects.join(', ')}` : ', made from the marks';
  const short = names.map((name) => name.slice(name.indexOf(': ') + 2));
  return [`${quantity(names.length, 'defect')}${where}`, ...shortened(short)];
}

/** Commands to paste. */
const commandsFor = ({id}: Rule): string[] => [
  `npx presscheck certify --mock --only ${id}`,
  `npx presscheck replay --mock ${id}`,
  `npx presscheck rules ${id} --defects    # as options of \`npx presscheck mock\``,
  `npx presscheck prove --only ${id}`,
];
