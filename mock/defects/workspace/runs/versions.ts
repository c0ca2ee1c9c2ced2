import type {Defect, Seam} from '../../../defect.ts';
import {Link, type View} from '../../../operation.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {afterwards, breaking, finding} from '../../breaking.ts';
import {plain} from './runs-seen.ts';

const LIST = ['listPublicationFiles'];
const ALONE = ['getCurrentPublicationFile'];
const PUBLICATION = ['getPublication'];
const EVERYWHERE = [...LIST, ...ALONE, ...PUBLICATION];

const filesOf = (view: View, publication: string): FileRow[] => view.all<FileRow>('files', 'publication', publication);

interface Listed {
  data: {id: string; kind: string}[];
}

/** The version list shows other rows. */
const listing = (rows: (rows: Listed['data'], view: View, publication: string) => Listed['data']): Seam =>
  afterwards(LIST, (done, view, {path}) => {
    const body = plain<Listed>(done.body);
    return {...done, body: {...body, data: rows(body.data, view, path['publication']!)}};
  });

/** The working version is another one of the publication's files. */
const working = (operations: string[], which: (files: FileRow[]) => FileRow | undefined): Seam =>
  finding(operations, 'publications', (row: PublicationRow, view: View) => ({...row, workingFile: which(filesOf(view, row.key))?.key ?? row.workingFile}));

const original = (files: FileRow[]): FileRow | undefined => files[0];
const newest = (files: FileRow[]): FileRow | undefined => files.at(-1);

/** The link of a file leads to the bytes of another. */
const leading = (to: (file: FileRow, files: FileRow[]) => FileRow | undefined): Seam =>
  afterwards(['downloadFile'], (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file']!)!;
    const {object} = to(file, filesOf(view, file.publication)) ?? file;
    return {...done, headers: {location: new Link('GET', object, view.now + 600_000)}};
  });

const failedOn = (view: View, publication: string): RunRow | undefined =>
  view.newest<RunRow>('runs', {limit: 1, where: (run) => run.publication === publication && run.state === 'failed'})[0];

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
    'a derived file has the bytes of the original': leading((file, files) => (file.tool === null ? file : original(files))),
  }),
  ...breaking('workspace.runs.original-is-immutable', {
    'it has the newest bytes': leading((_, files) => newest(files)),
    'it is gone once there is another': listing((rows) => (rows.length > 1 ? rows.filter(({kind}) => kind !== 'original') : rows)),
    'its size is that of the working version': finding(PUBLICATION, 'publications', (row: PublicationRow) => ({...row, size: row.workingSize ?? row.size})),
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
    'it moves the current one': afterwards(ALONE, (done, view, {path}) => {
      const run = failedOn(view, path['publication']!);
      return run ? {...done, body: {...plain<object>(done.body), id: run.key}} : done;
    }),
  }),
];
