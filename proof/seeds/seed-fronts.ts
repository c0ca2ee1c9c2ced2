import {defined} from '../../spec/defined.ts';
import {combinations} from '../freedoms.ts';
import {FRONTS, mockWithFreedoms, type Front, type OpenFront} from '../fronts.ts';

/** The variants of a correct mock, by name: each front, and a mock with a row of the freedoms. */
export const SEED_FRONTS: Record<string, OpenFront> = {...FRONTS, freedoms: openFreedoms};

/** A mock with one row of the freedoms; each seed selects another row. */
function openFreedoms(_specifications: unknown, seed: number): Promise<Front> {
  const rows = combinations();
  const index = (seed - 1) % rows.length;
  const row = defined(rows[index], 'a row of freedoms');
  return mockWithFreedoms(seed, `freedoms, row ${index + 1}`, row);
}
