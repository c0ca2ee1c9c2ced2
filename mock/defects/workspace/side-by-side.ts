import {filesOf, runsWhere} from './rows.ts';
import type {Defect, Seam} from '../../defect.ts';
import {Link, refuse, type View} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import type {RunRow} from '../../workspace/runs/rows.ts';
import {toolOf} from '../../workspace/tools/catalog.ts';
import {afterwards, around, atPlace, breaking, finding} from '../breaking.ts';
import {plain, readAs, START} from './runs/altered-runs.ts';

const isRepair = ({tool}: RunRow): boolean => toolOf(tool)?.replaces === true;

/** Runs of other publications that were started in the same minute as this one. */
const besides = (view: View, {publication, createdAt}: RunRow): RunRow[] =>
  runsWhere(
    view,
    (run) => run.publication !== publication && Math.abs(run.createdAt - createdAt) < 60_000,
  );

/** Runs of a publication that were started at the same time as runs of others. */
const accompanied = (view: View, publication: string): RunRow[] =>
  runsWhere(view, (run) => run.publication === publication).filter(
    (run) => besides(view, run).length > 0,
  );

const EVERYWHERE = ['getCurrentPublicationFile', 'listPublicationFiles', 'getPublication'];

/** Shows another file as the working version of a publication everywhere. */
const working = (choose: (view: View, publication: string) => FileRow | undefined): Seam =>
  finding<PublicationRow>(EVERYWHERE, 'publications', (row, view) => {
    const file = choose(view, row.key);
    return file ? {...row, workingFile: file.key, workingSize: file.size} : row;
  });

/** A row of the version list. */
interface ListedFile {
  id: string;
  tool: string | null;
  current: boolean;
}

/** Changes rows of the version list of a publication with simultaneous runs. */
const listing = (other: (rows: ListedFile[], runs: RunRow[]) => ListedFile[]): Seam =>
  afterwards(['listPublicationFiles'], (done, view, {path}) => {
    const body = plain<{data: ListedFile[]}>(done.body);
    const runs = accompanied(view, path['publication'] ?? '');
    return runs.length ? {...done, body: {...body, data: other(body.data, runs)}} : done;
  });

/** Shows a simultaneous run that ended in one state in another state a minute later. */
const turning = (from: string, to: string): Seam =>
  readAs((state, row, view) =>
    state === from && view.now - row.createdAt > 50_000 && besides(view, row).length > 0
      ? to
      : undefined,
  );

/** Returns the report of another run for a simultaneous run that ended in this state. */
const reportingAnyway = (state: string): Seam =>
  around(['readReport'], (next) => (view, input) => {
    const run = view.find<RunRow>('runs', input.path['run'] ?? '');
    const isMeant = run?.state === state && besides(view, run).length > 0;
    return isMeant ? {situation: 'report', body: {tool: run.tool}} : next(view, input);
  });

/** Shows the original as the working version of a publication with simultaneous runs. */
const originalAsWorking = finding<PublicationRow>(
  ['getPublication'],
  'publications',
  (row, view) => {
    const [original] = filesOf(view, row.key);
    const isMeant = original && accompanied(view, row.key).length > 0;
    return isMeant ? {...row, workingFile: original.key} : row;
  },
);

/** A row of the list of publications. */
interface ListedPublication {
  id: string;
  working_file_id: string | null;
}

/** Changes rows of the list of publications. */
const paging = (other: (rows: ListedPublication[], view: View) => ListedPublication[]): Seam =>
  afterwards(['listPublications'], (done, view) => {
    const body = plain<{data: unknown[]}>(done.body);
    const rows = body.data.map((row) => plain<ListedPublication>(row));
    return {...done, body: {...body, data: other(rows, view)}};
  });

/** The position of the last simultaneous run of a publication among all runs. */
const lastRunOf = (view: View, publication: string): number =>
  accompanied(view, publication).at(-1)?.seq ?? 0;

/** Defects of runs of several publications at the same time. */
export const sideBySide: Defect[] = atPlace('runs side by side', [
  ...breaking('workspace.runs.replacing-moves-current', {
    'of repairs at the same time the first alone counts': working((view, publication) =>
      accompanied(view, publication).some(
        (run) =>
          isRepair(run) &&
          besides(view, run).some((other) => isRepair(other) && other.seq < run.seq),
      )
        ? filesOf(view, publication)[0]
        : undefined,
    ),
  }),
  ...breaking('workspace.runs.other-tools-keep-current', {
    'what a tool derives beside a repair is the working version': working((view, publication) => {
      const run = accompanied(view, publication).at(-1);
      const isMeant = run && !isRepair(run) && besides(view, run).some(isRepair);
      return isMeant ? filesOf(view, publication).at(-1) : undefined;
    }),
  }),
  ...breaking('workspace.runs.failed-run-adds-no-version', {
    'a run that fails beside others has a version': listing((rows, runs) => [
      ...rows,
      ...rows
        .slice(0, 1)
        .flatMap((row) =>
          runs
            .filter(({state}) => state === 'failed' || state === 'rejected')
            .map(({key}) => ({...row, id: `${row.id}-${key}`, current: false})),
        ),
    ]),
  }),
  ...breaking('workspace.runs.derived-is-listed', {
    'files that are derived beside others are not listed': listing((rows) =>
      rows.filter(({tool}) => tool === null || toolOf(tool)?.replaces === true),
    ),
  }),
  ...breaking('workspace.runs.versions-add-up', {
    'of three versions made beside others the second is lost': listing((rows) =>
      rows.length > 2 ? rows.filter((_, index) => index !== 1) : rows,
    ),
  }),
  ...breaking('workspace.runs.original-is-immutable', {
    'the original has the bytes of the repair that ran beside others': afterwards(
      ['downloadFile'],
      (done, view, {path}) => {
        const file = view.find<FileRow>('files', path['file'] ?? '');
        const newest = file && filesOf(view, file.publication).at(-1);
        if (!newest || file.tool !== null || !accompanied(view, file.publication).length)
          return done;
        const location = new Link('GET', newest.object, view.now + 600_000);
        return {...done, headers: {location}};
      },
    ),
  }),
  ...breaking('workspace.runs.working-size-is-of-the-working-file', {
    'what was repaired beside others has the size of its original': finding<PublicationRow>(
      ['getPublication'],
      'publications',
      (row, view) => (accompanied(view, row.key).length ? {...row, workingSize: row.size} : row),
    ),
  }),
  ...breaking('workspace.runs.report-is-readable-after-success', {
    'of runs at the same time the last alone has a report': around(
      ['readReport'],
      (next) => (view, input) => {
        const run = view.find<RunRow>('runs', input.path['run'] ?? '');
        const isMeant = run && besides(view, run).some(({seq}) => seq > run.seq);
        const why = {expected: 'the last run', got: 'an earlier one', todo: 'read the last one'};
        return isMeant ? refuse('no-report', why) : next(view, input);
      },
    ),
  }),
  ...breaking('workspace.runs.no-report-of-a-failed-run', {
    'a run that failed beside others has their report': reportingAnyway('failed'),
  }),
  ...breaking('workspace.runs.no-report-of-a-rejected-run', {
    'a run that was rejected beside others has their report': reportingAnyway('rejected'),
  }),
  ...breaking('workspace.runs.succeeded-is-final', {
    'a success beside others is a failure in the end': turning('succeeded', 'failed'),
  }),
  ...breaking('workspace.runs.failed-is-final', {
    'a failure beside others is a success in the end': turning('failed', 'succeeded'),
  }),
  ...breaking('workspace.runs.rejected-is-final', {
    'a rejection beside others is a success in the end': turning('rejected', 'succeeded'),
  }),
  ...breaking('workspace.runs.replay-is-the-same-run', {
    'a retry beside others gives the run that was started last': afterwards(
      START,
      (done, view, {path}) => {
        const [run] = accompanied(view, path['publication'] ?? '').slice(-1);
        const other = run && besides(view, run).at(-1);
        if (done.situation !== 'replayed' || !other) return done;
        return {...done, body: {...plain<object>(done.body), id: other.key}};
      },
    ),
  }),
  ...breaking('workspace.publications.newest-first', {
    'a publication on which a tool ran beside others comes first': paging((rows, view) =>
      rows.toSorted((one, other) => lastRunOf(view, other.id) - lastRunOf(view, one.id)),
    ),
  }),
  ...breaking('workspace.files.publication-names-the-current', {
    'the list shows the original of what was repaired beside others': paging((rows, view) =>
      rows.map((row) => {
        const [original] = accompanied(view, row.id).length ? filesOf(view, row.id) : [];
        return original ? {...row, working_file_id: original.key} : row;
      }),
    ),
  }),
  ...breaking('workspace.mcp.tool-answers-as-the-operation', {
    'a tool shows the original of what was repaired beside others': originalAsWorking,
  }).map((defect) => ({...defect, interface: 'mcp' as const})),
]);
