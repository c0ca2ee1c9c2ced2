import {HOUR_MS} from '../../../../spec/durations.ts';
import type {FileRow} from '../../../workspace/publications/rows.ts';
import {afterwards, acceptingWhere} from '../../breaking.ts';
import {plain} from '../../families/reads.ts';
import {readAs} from '../../workspace/runs/altered-runs.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {throughTools} from './runs.ts';

/** A page of publications. */
interface Page {
  data: {original_size_bytes: number; working_file_size_bytes: number}[];
}

/** Shows the original of every publication as its working file in the list. */
const listingWorkingSizes = afterwards(['listPublications'], (done) => {
  const page = plain<Page>(done.body);
  const data = page.data.map((row) => ({
    ...row,
    original_size_bytes: row.working_file_size_bytes,
  }));
  return {...done, body: {...page, data}};
});

/** Defects that show at other times, in other states, and with several at the same time. */
export const moments: ParticularDefect[] = [
  ...particular('instants', 'workspace.runs.failed-is-final', {
    'a failure is forgiven after an hour': [
      'A run that failed reads as succeeded an hour after its start.',
      readAs((state, {createdAt}, {now}) =>
        state === 'failed' && now - createdAt >= HOUR_MS ? 'succeeded' : undefined,
      ),
    ],
  }),
  ...particular('instants', 'workspace.runs.rejected-is-final', {
    'a rejected run waits again after a day': [
      'A run that was rejected reads as queued 24 hours after its start.',
      readAs((state, {createdAt}, {now}) =>
        state === 'rejected' && now - createdAt >= 24 * HOUR_MS ? 'queued' : undefined,
      ),
    ],
  }),
  ...throughTools('states', 'tool-answers-as-the-operation', {
    'a tool lists the size of the repaired file': [
      'After a repair the tool that lists shows the size of the working file as that of the original.',
      listingWorkingSizes,
    ],
    'a tool lists one version': [
      'The tool that lists the versions of a publication shows the first one alone.',
      afterwards(['listPublicationFiles'], (done) => {
        const body = plain<{data: object[]}>(done.body);
        return {...done, body: {...body, data: body.data.slice(0, 1)}};
      }),
    ],
    'a tool shows no mirrors': [
      'The tool that reads where a publication stands on the reader store shows no mirrors.',
      afterwards(['getPublicationReader'], (done) => ({
        ...done,
        body: {...plain<object>(done.body), mirrors: []},
      })),
    ],
  }),
  ...particular('states', 'workspace.downloads.unavailable-is-told', {
    'derived files have links all the same': [
      'While storage can mint no links, a file that a tool derived has one all the same.',
      acceptingWhere(['downloadFile'], 'downloads-unavailable', ({path}, view) => {
        const file = view.find<FileRow>('files', path['file'] ?? '');
        return file !== undefined && file.tool !== null;
      }),
    ],
  }),
  ...particular('states', 'workspace.usage.has-daily-ceiling', {
    'the ceiling falls with every run': [
      'The daily ceiling of the usage is what is left of it.',
      afterwards(['getAccountUsage'], (done) => {
        const body = plain<{daily_runs_limit: number; daily_runs_used: number}>(done.body);
        const {daily_runs_limit: limit, daily_runs_used: used} = body;
        return {...done, body: {...body, daily_runs_limit: limit - used}};
      }),
    ],
  }),
];
