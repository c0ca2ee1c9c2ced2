import type {Seam} from '../../defect.ts';

/**
 * Gives every key that a test creates other abilities. Keys of a template have a role, created ones
 * have none.
 */
export const newKeysHave = (abilities: string[]): Seam => ({
  seam: 'credential',
  table: 'keys',
  where: {role: undefined},
  edit: {set: {abilities}},
});
