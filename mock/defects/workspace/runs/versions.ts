import type {Defect, Seam} from '../../../defect.ts';
import {Link, type View} from '../../../operation.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, breaking, finding, seeing} from '../../breaking.ts';
import {plain} from './runs-seen.ts';

const LIST = ['listPublicationFiles'];
const ALONE = ['getCurrentPublicationFile'];
const PUBLICATION = ['getPublication'];
const EVERYWHERE = [...LIST, ...ALONE, ...PUBLICATION];

const filesOf = (view: View, publication: string): FileRow[] =>
  view.all<FileRow>('files', 'publication', publication);

interface Listed {
  data: {id: string; kind: string; tool: string | null; current?: boolean}[];
}

/** The version list shows other rows. */
const listing = (
  rows: (rows: Listed['data'], view: View, publication: string) => Listed['data'],
): Seam =>
  afterwards(LIST, (done, view, {path}) => {
    const body = plain<Listed>(done.body);
    return {...done, body: {...body, data: rows(body.data, view, path['publication']!)}};
  });

/** The working version is another one of the publication's files. */
const working = (operations: string[], which: (files: FileRow[]) => FileRow | undefined): Seam =>
  finding(operations, 'publications', (row: PublicationRow, view: View) => ({
    ...row,
    workingFile: which(filesOf(view, row.key))?.key ?? row.workingFile,
  }));

const original = (files: FileRow[]): FileRow | undefined => files[0];
const newest = (files: FileRow[]): FileRow | undefined => files.at(-1);

/** The link of a file leads to the bytes of another. */
const leading = (to: (file: FileRow, files: FileRow[], view: View) => FileRow | undefined): Seam =>
  afterwards(['downloadFile'], (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file']!)!;
    const {object} = to(file, filesOf(view, file.publication), view) ?? file;
    return {...done, headers: {location: new Link('GET', object, view.now + 600_000)}};
  });

const failedOn = (view: View, publication: string): RunRow | undefined =>
  view.newest<RunRow>('runs', {
    limit: 1,
    where: (run) => run.publication === publication && run.state === 'failed',
  })[0];

export const versions: Defect[] = [
  ...breaking('workspace.runs.derived-is-listed', {
    'only the original is': listing((rows) => rows.filter(({kind}) => kind === 'original')),
    'only one row is': listing((rows) => rows.slice(0, 1)),
  }),
  ...breaking('workspace.runs.replacing-moves-current', {
    'it stays the original': working(EVERYWHERE, original),
    'not in the list': working(LIST, original),
    'not where it is read alone': working(ALONE, original),
    'not in the publication': working(PUBLICATION, original),
  }),
  ...breaking('workspace.runs.working-version-is-downloaded', {
    'the original is': leading((_, files) => original(files)),
    'a derived file has the bytes of the original': leading((file, files) =>
      file.tool === null ? file : original(files),
    ),
  }),
  ...breaking('workspace.runs.original-is-immutable', {
    'it has the newest bytes': leading((_, files) => newest(files)),
    'it is gone once there is another': listing((rows) =>
      rows.length > 1 ? rows.filter(({kind}) => kind !== 'original') : rows,
    ),
    'its size is that of the working version': finding(
      PUBLICATION,
      'publications',
      (row: PublicationRow) => ({...row, size: row.workingSize ?? row.size}),
    ),
  }),
  ...breaking('workspace.runs.other-tools-keep-current', {
    'the newest is current': working(EVERYWHERE, newest),
    'in the list': working(LIST, newest),
    'where it is read alone': working(ALONE, newest),
    'in the publication': working(PUBLICATION, newest),
  }),
  ...breaking('workspace.runs.failed-run-adds-no-version', {
    'it adds one': listing((rows, view, publication) => {
      const run = failedOn(view, publication);
      return run ? [...rows, {...rows[0]!, id: run.key, current: false, kind: 'derived'}] : rows;
    }),
    'it moves the one that the publication names': finding(
      PUBLICATION,
      'publications',
      (row: PublicationRow, view: View) =>
        failedOn(view, row.key) ? {...row, workingFile: failedOn(view, row.key)!.key} : row,
    ),
    'it moves the one that the list names': afterwards(LIST, (done, view, {path}) => {
      const run = failedOn(view, path['publication']!);
      return run ? {...done, body: {...plain<object>(done.body), current_file_id: run.key}} : done;
    }),
    'it moves the flag': listing((rows, view, publication) =>
      failedOn(view, publication) ? rows.map((row) => ({...row, current: false})) : rows,
    ),
    'the original has other bytes': leading((file, _, view) =>
      failedOn(view, file.publication)
        ? {...file, object: `${file.object}~after-a-failure.epub`}
        : file,
    ),
    'it moves the current one': afterwards(ALONE, (done, view, {path}) => {
      const run = failedOn(view, path['publication']!);
      return run ? {...done, body: {...plain<object>(done.body), id: run.key}} : done;
    }),
  }),
  ...breaking('workspace.runs.versions-add-up', {
    'a second repair does not move the current one': working(
      EVERYWHERE,
      (files) => files.filter(({tool}) => tool !== 'convert-to-pdf')[1],
    ),
    'both repairs are flagged': listing((rows) =>
      rows.map((row) => ({...row, current: row.tool !== null && row.tool !== 'convert-to-pdf'})),
    ),
    'the first repair is gone after the second': listing((rows) =>
      rows.length > 2 ? rows.filter((_, i) => i !== 1) : rows,
    ),
    'what does not replace is not listed': listing((rows) =>
      rows.filter(({tool}) => tool !== 'convert-to-pdf'),
    ),
    'after a repair another tool moves the current one': working(EVERYWHERE, (files) =>
      files.length > 2 ? newest(files) : undefined,
    ),
    'the original has other bytes after three runs': leading((file, files) =>
      files.length > 3 ? {...file, object: `${file.object}~again.epub`} : file,
    ),
  }),
  ...breaking('workspace.runs.what-runs-made-is-own', {
    'a run is shown to everybody': {seam: 'tenancy', in: ['readRun']},
    'a report is shown to everybody': {seam: 'tenancy', in: ['readReport']},
    'a derived file is handed out to everybody': seeing(['downloadFile'], (view) => ({
      find: <R extends Row>(table: string, key: string) =>
        view.find<R>(table, key) ??
        (table === 'files' && view.anywhere<FileRow>(table, key)?.tool
          ? view.anywhere<R>(table, key)
          : undefined),
    })),
  }),
];
