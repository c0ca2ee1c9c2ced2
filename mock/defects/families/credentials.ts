/** Families of defects of credentials. */

import type {NearMiss} from '../../../spec/step.ts';
import type {Seam} from '../../defect.ts';

type Credentials = Extract<Seam, {seam: 'credential'}>;
type More = Omit<Credentials, 'seam' | 'table' | 'edit'>;

/** Accepts a credential for ever that was accepted once. */
export const remembered = (table: Credentials['table'], more: More = {}): Seam => ({
  seam: 'credential',
  table,
  edit: 'cached',
  ...more,
});

/** Refuses credentials. */
export const refusedCredential = (table: Credentials['table'], more: More = {}): Seam => ({
  seam: 'credential',
  table,
  edit: 'refused',
  ...more,
});

/** Takes credentials for those of another row. */
export const takenForOther = (
  table: Credentials['table'],
  set: Record<string, unknown>,
  more: More = {},
): Seam => ({seam: 'credential', table, edit: {set}, ...more});

/** Accepts a credential that differs slightly from a real one. */
export const acceptedLike = (table: Credentials['table'], like: NearMiss): Seam => ({
  seam: 'credential',
  table,
  edit: {like},
});
