import type {RunRecord} from '../spec/run-record.ts';
import {INVISIBLE} from '../spec/invisible.ts';
import {headingOf} from './heading.ts';

/** The run record as JSON, after its verdict in words; `reports/report.schema.json` describes it. */
export const json = (record: RunRecord): string =>
  `${JSON.stringify({verdict: headingOf(record).verdict, ...record}, null, 2).replaceAll(INVISIBLE, escaped)}\n`;

/** Escapes a character for JSON, each UTF-16 unit separately; line feeds separate the lines and remain. */
export function escaped(character: string): string {
  if (character === '\n') return character;
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
