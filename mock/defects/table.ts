import type {RuleId} from '../../spec/rule.ts';
import type {Defect, Seam} from '../defect.ts';

/** Rows of a table of defects: seams by what the mock does wrong, in a plain phrase. */
export type Phrases = Record<string, Seam>;

/**
 * Makes the defects of a table.
 * @param rows by the rule that they break, or by `rule @ place` (see `place` of a defect)
 */
export const defects = (rows: Record<RuleId, Phrases>): Defect[] =>
  Object.entries(rows).flatMap(([key, phrases]) => {
    const [breaks = '', place] = key.split(' @ ');
    return Object.entries(phrases).map(([how, seam]) => ({
      name: `${breaks}: ${how}`,
      breaks,
      ...(place !== undefined && {place}),
      ...seam,
    }));
  });

/** Only requests that come through the MCP server meet these defects. */
export const overMcp = <Known extends Defect>(table: Known[]): Known[] =>
  table.map((defect) => ({...defect, interface: 'mcp'}));

/** Makes one phrase for each of some names, or of other things. */
export const each = <const Items extends readonly unknown[]>(
  items: Items,
  phrase: (item: Items[number]) => [how: string, seam: Seam],
): Phrases => Object.fromEntries(items.map(phrase));

/** Makes one row for each of some places of a rule. */
export const eachPlace = <Place extends string>(
  rule: RuleId,
  places: readonly Place[],
  phrase: (place: Place) => [how: string, seam: Seam],
): Record<RuleId, Phrases> =>
  Object.fromEntries(places.map((place) => [`${rule} @ ${place}`, each([place], phrase)]));
