import type {Defect, Seam} from '../../../defect.ts';
import {LIST} from './changed-issues.ts';
import {defects} from '../../table.ts';

const dropping = (...names: string[]): Seam => ({
  seam: 'several',
  seams: names.map((name) => ({
    seam: 'member' as const,
    in: LIST,
    situation: 'issue-page',
    pointer: `/data/paginator/data/*/${name}`,
    edit: 'drop' as const,
  })),
});

/** Members of list items that begin with `ti_` (Resources / Content issue). */
export const prefixedMembers: Defect[] = defects({
  'store.content.list-item-has-prefixed-members': {
    'there is none for the license': dropping('ti_license'),
    'there is none for what is free or withdrawn': dropping('ti_free', 'ti_withdrawn'),
    'there is none for the preview': dropping('ti_preview'),
    'they have no timestamps': dropping('ti_created_at', 'ti_updated_at'),
  },
});
