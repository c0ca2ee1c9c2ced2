import type {View} from '../../operation.ts';
import type {FileRow} from '../../workspace/publications/rows.ts';
import type {RunRow} from '../../workspace/runs/rows.ts';

/** The files of a publication. */
export const filesOf = (view: View, publication: string): FileRow[] =>
  view.all<FileRow>('files', 'publication', publication);

/** The runs of the workspace that fulfil a condition, the oldest first. */
export const runsWhere = (view: View, where: (run: RunRow) => boolean): RunRow[] =>
  view.oldest<RunRow>('runs', {limit: 1000, where});
