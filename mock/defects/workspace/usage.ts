import type {Defect, Seam} from '../../defect.ts';
import type {WorkspaceRow} from '../../workspace/access/rows.ts';
import {afterwards, breaking, finding} from '../breaking.ts';

const READ = ['getAccountUsage'];

/** The usage tells another allowance than what is left. */
const tells = (told: (left: number, workspace: WorkspaceRow) => number): Seam =>
  afterwards(READ, (done, view) => {
    const body = done.body as {publications_left: number};
    return {
      ...done,
      body: {
        ...body,
        publications_left: told(
          body.publications_left,
          view.find<WorkspaceRow>('workspaces', view.tenant)!,
        ),
      },
    };
  });

export const usage: Defect[] = [
  ...breaking('workspace.usage.agrees-with-the-account', {
    'one more': tells((left) => left + 1),
    'one less': tells((left) => left - 1),
    'the last registration is not counted': tells((left, {spent}) => left + Math.min(1, spent)),
    'a registration counts twice': tells((left, {spent}) => left - spent),
    'what is spent is told': finding<WorkspaceRow>(READ, 'workspaces', (row) => ({
      ...row,
      spent: row.allowance! - row.spent,
    })),
  }),
  ...breaking('workspace.usage.tool-limit-is-narrower', {
    'one more than the ceiling': {
      seam: 'number',
      number: 'runs.per_tool_and_publication_limit',
      set: 41,
    },
    'the ceiling is one less': {seam: 'number', number: 'runs.daily_limit', set: 4},
    'it is told as if there were none': {
      seam: 'member',
      situation: 'usage',
      pointer: '/runs_per_tool_and_publication_limit',
      edit: {set: 1_000_000},
    },
  }),
];
