import type {Defect} from '../../defect.ts';
import type {FileRow} from '../../workspace/publications/rows.ts';
import {afterwards, atPlace, breaking, acceptingWhere} from '../breaking.ts';
import type {RunRow} from '../../workspace/runs/rows.ts';
import {counting, plain} from './runs/altered-runs.ts';

/** Shows only the first row of a list. */
const firstRow = (operation: string) =>
  afterwards([operation], (done) => {
    const body = plain<{data: object[]}>(done.body);
    return {...done, body: {...body, data: body.data.slice(0, 1)}};
  });

/** Shows less in tools than in their operations, once a publication has more than its registration. */
const tools: Defect[] = [
  ...atPlace(
    'every read after runs',
    breaking('workspace.mcp.tool-answers-as-the-operation', {
      'the tool shows the first version alone': firstRow('listPublicationFiles'),
    }),
  ),
  ...atPlace(
    'every read after a push',
    breaking('workspace.mcp.tool-answers-as-the-operation', {
      'the tool shows one mirror less': afterwards(['getPublicationReader'], (done) => {
        const body = plain<{mirrors: object[]}>(done.body);
        return {...done, body: {...body, mirrors: body.mirrors.slice(1)}};
      }),
    }),
  ),
  ...atPlace(
    'every read after other registrations',
    breaking('workspace.mcp.tool-answers-as-the-operation', {
      'the tool lists the newest publication alone': firstRow('listPublications'),
    }),
  ),
  ...atPlace(
    'every read after a failed run',
    breaking('workspace.mcp.tool-answers-as-the-operation', {
      'the tool does not count failed runs': counting(['getAccountUsage'], (row, view) => {
        const run = view.find<RunRow>('runs', row.key);
        return run?.state !== 'failed';
      }),
    }),
  ),
  ...atPlace(
    'every read without plan and reader',
    breaking('workspace.mcp.tool-answers-as-the-operation', {
      'the tool shows the smallest plan in the place of none': afterwards(
        ['getAccount'],
        (done) => {
          const body = plain<{plan: unknown}>(done.body);
          return {...done, body: {...body, plan: body.plan ?? 'starter'}};
        },
      ),
      'the tool says that the reader is there': {
        seam: 'member',
        situation: 'mirrors',
        pointer: '/configured',
        edit: {set: true},
      },
    }),
  ),
];

/** Defects that show in later states of a publication and of its workspace. */
export const laterStates: Defect[] = [
  ...tools.map((defect) => ({...defect, interface: 'mcp' as const})),
  ...breaking('workspace.downloads.unavailable-is-told', {
    'a derived file has a link while storage is out of order': acceptingWhere(
      ['downloadFile'],
      'downloads-unavailable',
      ({path}, view) => {
        const file = view.find<FileRow>('files', path['file'] ?? '');
        return file !== undefined && file.tool !== null;
      },
    ),
  }),
  ...breaking('workspace.usage.has-daily-ceiling', {
    'the ceiling is what is left of it': afterwards(['getAccountUsage'], (done) => {
      const body = plain<{daily_runs_limit: number; daily_runs_used: number}>(done.body);
      const {daily_runs_limit: limit, daily_runs_used: used} = body;
      return {...done, body: {...body, daily_runs_limit: limit - used}};
    }),
  }),
];
