import type {Defect, Seam} from '../../../defect.ts';
import {listing} from './changed-plans.ts';
import {defects} from '../../table.ts';

/** A text as a regular expression that only it matches. */
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Takes a sign of a query for any text of a form. */
const matching = (sign: string, form: string, isMeant: (query: string) => boolean): Seam =>
  listing((isFound, {name}, query) => {
    if (!isMeant(query)) return isFound;
    const parts = query.split(sign).map((part) => escaped(part));
    return isFound || new RegExp(parts.join(form), 'i').test(name);
  });

const RULE = 'store.plans.search-leaves-others-out';

/** Defects of searches for plans whose text is taken for a pattern. */
export const patterns: Defect[] = defects({
  [`${RULE} @ an underscore`]: {
    'an underscore stands for any letter': matching('_', '.', (query) => query.includes('_')),
  },
  [`${RULE} @ a percent sign`]: {
    'a percent sign stands for any text': matching('%', '.*', (query) => /.%./.test(query)),
  },
  [`${RULE} @ a percent sign alone`]: {
    'a percent sign alone finds every plan': matching('%', '.*', (query) => query === '%'),
  },
});
