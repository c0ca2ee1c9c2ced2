import {defined} from '../../spec/defined.ts';
import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import {combinations} from '../freedoms.ts';
import {
  behindFront,
  FRONTS,
  mockWithFreedoms,
  ownProfiles,
  type Front,
  type OpenFront,
} from '../fronts.ts';
import {rowsInAnyOrder} from './rows-in-any-order.ts';
import {ownNames, undocumentedMembers} from './undocumented-members.ts';

/**
 * The variants of a correct mock, by name: each front, a mock with a row of the freedoms, one to which clients send
 * members that no document lists, and one that shows rows in any order where the documents give none.
 */
export const SEED_FRONTS: Record<string, OpenFront> = {
  ...FRONTS,
  freedoms: openFreedoms,
  'undocumented members': openUndocumentedMembers,
  'rows in any order': (specifications, seed) =>
    behindFront('rows in any order', ownProfiles(specifications), seed, {
      renames: false,
      further: rowsInAnyOrder(),
    }),
};

/** A mock with one row of the freedoms; each seed selects another row. */
function openFreedoms(_specifications: unknown, seed: number): Promise<Front> {
  const rows = combinations();
  const index = (seed - 1) % rows.length;
  const row = defined(rows[index], 'a row of freedoms');
  return mockWithFreedoms(seed, `freedoms, row ${index + 1}`, row);
}

/** A mock whose clients send more than is documented; each seed selects another value. */
async function openUndocumentedMembers(
  specifications: Record<Api, Specification>,
  seed: number,
): Promise<Front> {
  const further = undocumentedMembers(Object.values(specifications), await ownNames(), seed);
  return behindFront('undocumented members', ownProfiles(specifications), seed, {
    renames: false,
    further,
  });
}
