import type {Seam} from '../../defect.ts';

/** Changes the abilities of keys that a test creates. Keys of a template have a role, created ones have none. */
export const newKeysHave = (abilities: string[]): Seam => ({
  seam: 'credential',
  table: 'keys',
  where: {role: undefined},
  edit: {set: {abilities}},
});
