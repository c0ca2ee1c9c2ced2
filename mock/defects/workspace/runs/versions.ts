import {filesOf, runsWhere} from '../rows.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Link, type View} from '../../../operation.ts';
import type {FileRow, PublicationRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, around, atPlace, breaking, finding, seeing} from '../../breaking.ts';
import {refusedButDone} from '../../particular/workspace/altered-uploads.ts';
import {plain} from './altered-runs.ts';
import {withChanges} from '../../stored-rows.ts';

const LIST = ['listPublicationFiles'];
const CURRENT = ['getCurrentPublicationFile'];
const PUBLICATION = ['getPublication'];
const EVERYWHERE = [...LIST, ...CURRENT, ...PUBLICATION];

/** The body of the version list. */
interface VersionList {
  data: {id: string; kind: string; tool: string | null; current?: boolean}[];
}

/** The body of the list of publications. */
interface PublicationPage {
  data: {original_size_bytes: number; working_file_size_bytes: number}[];
}

/** Changes rows of the version list. */
const listing = (
  change: (rows: VersionList['data'], view: View, publication: string) => VersionList['data'],
): Seam =>
  afterwards(LIST, (done, view, {path}) => {
    const body = plain<VersionList>(done.body);
    return {...done, body: {...body, data: change(body.data, view, path['publication'] ?? '')}};
  });

/**
 * Lets some operations use another file of the publication as the working version.
 * @param choose the file; undefined: the correct one
 */
const working = (operations: string[], choose: (files: FileRow[]) => FileRow | undefined): Seam =>
  finding(operations, 'publications', (row: PublicationRow, view: View) => ({
    ...row,
    workingFile: choose(filesOf(view, row.key))?.key ?? row.workingFile,
  }));

const original = (files: FileRow[]): FileRow | undefined => files[0];
const newest = (files: FileRow[]): FileRow | undefined => files.at(-1);

/**
 * Makes the download link of a file point to another file.
 * @param choose the other file; undefined: the correct one
 */
const leading = (
  choose: (file: FileRow, files: FileRow[], view: View) => FileRow | undefined,
): Seam =>
  afterwards(['downloadFile'], (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file'] ?? '');
    if (!file) return done;
    const {object} = choose(file, filesOf(view, file.publication), view) ?? file;
    return {...done, headers: {location: new Link('GET', object, view.now + 600_000)}};
  });

/** The newest run of a publication that failed, or ended in another state. */
const failedRunOf = (view: View, publication: string, state = 'failed'): RunRow | undefined =>
  view.newest<RunRow>('runs', {
    limit: 1,
    where: (run) => run.publication === publication && run.state === state,
  })[0];

/** Replaces a member of the response by the id of a failed run. */
const namingTheRun = (
  operations: string[],
  member: 'id' | 'current_file_id',
  state = 'failed',
): Seam =>
  afterwards(operations, (done, view, {path}) => {
    const run = failedRunOf(view, path['publication'] ?? '', state);
    return run ? {...done, body: {...plain<object>(done.body), [member]: run.key}} : done;
  });

/** Adds a row to the list after a failed run. */
const addingARow = listing((rows, view, publication) => {
  const run = failedRunOf(view, publication);
  const [first] = rows;
  if (!run || !first) return rows;
  return [...rows, {...first, id: run.key, current: false, kind: 'derived'}];
});

/** Leaves files of tools out that ran while a later run of the publication began. */
const losing = (isMeant: (file: {current?: boolean}) => boolean): Seam =>
  listing((rows, view, publication) => {
    const runs = runsWhere(view, (run) => run.publication === publication);
    const isBeside = (run: RunRow): boolean =>
      runs.some(({seq, createdAt}) => seq > run.seq && createdAt - run.createdAt < 1000);
    const beside = runs.filter(isBeside).map(({tool}) => tool);
    return rows.filter((row) => row.tool === null || !beside.includes(row.tool) || !isMeant(row));
  });

/** Makes the original the working version again when a registration is repeated. */
const workingAgain = around(['createPublication'], (next) => (view, input) => {
  const id = (input.body as {publication_id: string}).publication_id;
  const row = view.find<PublicationRow>('publications', id);
  const first = row && original(filesOf(view, row.key));
  const outcome = next(view, input);
  if (!row || !first || !isRefused(outcome)) return outcome;
  const put = {...row, workingFile: first.key, workingSize: row.size};
  return refusedButDone(outcome.refused, 'already_registered', [{table: 'publications', put}]);
});

/** Defects of file versions and their changes by runs (Resources, File version). */
export const versions: Defect[] = [
  ...breaking('workspace.runs.derived-is-listed', {
    'only the original is listed': listing((rows) => rows.filter(({kind}) => kind === 'original')),
    'only one file is listed': listing((rows) => rows.slice(0, 1)),
  }),
  ...breaking('workspace.runs.replacing-moves-current', {
    'the original stays current everywhere': working(EVERYWHERE, original),
    'the original stays current in the list': working(LIST, original),
    'the original stays current when read alone': working(CURRENT, original),
    'the original stays current in the publication': working(PUBLICATION, original),
  }),
  ...atPlace(
    'and stays so when the upload is registered again',
    breaking('workspace.runs.replacing-moves-current', {
      'a second registration makes the original current again': workingAgain,
    }),
  ),
  ...atPlace(
    'after a run that failed',
    breaking('workspace.runs.replacing-moves-current', {
      'after a failed run the original stays current': finding(
        EVERYWHERE,
        'publications',
        (row: PublicationRow, view: View) => {
          const first = original(filesOf(view, row.key))?.key;
          return failedRunOf(view, row.key) && first ? {...row, workingFile: first} : row;
        },
      ),
    }),
  ),
  ...atPlace(
    'and leaves the working version of a later run',
    breaking('workspace.runs.replay-is-the-same-run', {
      'a replay makes the first derived file current again': afterwards(
        ['startRun'],
        (done, view, {path}) => {
          const row = view.find<PublicationRow>('publications', path['publication'] ?? '');
          const first = row && filesOf(view, row.key).find(({tool}) => tool !== null);
          if (done.situation !== 'replayed' || !row || !first) return done;
          const put = {...row, workingFile: first.key};
          return withChanges(done, {table: 'publications', put});
        },
      ),
    }),
  ),
  ...breaking('workspace.runs.working-version-is-downloaded', {
    'the original is downloaded instead': leading((_file, files) => original(files)),
    'derived files have the bytes of the original': leading((file, files) =>
      file.tool === null ? file : original(files),
    ),
  }),
  ...breaking('workspace.runs.working-size-is-of-the-working-file', {
    'the size of the original is shown for the working file': finding(
      PUBLICATION,
      'publications',
      (row: PublicationRow) => ({...row, workingSize: row.size}),
    ),
    'the list shows the size of the original for the working file': afterwards(
      ['listPublications'],
      (done) => {
        const body = plain<PublicationPage>(done.body);
        const data = body.data.map((row) => {
          const publication = plain<PublicationPage['data'][0]>(row);
          return {...publication, working_file_size_bytes: publication.original_size_bytes};
        });
        return {...done, body: {...body, data}};
      },
    ),
  }),
  ...breaking('workspace.runs.original-is-immutable', {
    'the original has the newest bytes': leading((_file, files) => newest(files)),
    'the original disappears after a run': listing((rows) =>
      rows.length > 1 ? rows.filter(({kind}) => kind !== 'original') : rows,
    ),
    'the size of the original in the version list grows': listing((rows) =>
      rows.map((row) => {
        const {size_bytes: size} = row as unknown as {size_bytes: number};
        return row.kind === 'original' ? {...row, size_bytes: size + rows.length} : row;
      }),
    ),
  }),
  ...breaking('workspace.runs.other-tools-keep-current', {
    'the newest file becomes current everywhere': working(EVERYWHERE, newest),
    'the newest file becomes current in the list': working(LIST, newest),
    'the newest file becomes current when read alone': working(CURRENT, newest),
    'the newest file becomes current in the publication': working(PUBLICATION, newest),
  }),
  ...breaking('workspace.runs.failed-run-adds-no-version', {
    'a failed run adds a version': addingARow,
    'a failed run changes the working file of the publication': finding(
      PUBLICATION,
      'publications',
      (row: PublicationRow, view: View) => ({
        ...row,
        workingFile: failedRunOf(view, row.key)?.key ?? row.workingFile,
      }),
    ),
    'a failed run changes current_file_id of the list': namingTheRun(LIST, 'current_file_id'),
    'a failed run clears the current flag': listing((rows, view, publication) =>
      failedRunOf(view, publication) ? rows.map((row) => ({...row, current: false})) : rows,
    ),
    'a failed run changes the bytes of the original': leading((file, _files, view) =>
      failedRunOf(view, file.publication)
        ? {...file, object: `${file.object}~after-a-failure.epub`}
        : file,
    ),
    'a failed run changes the current file': namingTheRun(CURRENT, 'id'),
  }),
  ...atPlace(
    'a run that is rejected',
    breaking('workspace.runs.failed-run-adds-no-version', {
      'a rejected run changes the current file': namingTheRun(CURRENT, 'id', 'rejected'),
    }),
  ),
  ...breaking('workspace.runs.versions-add-up', {
    'a second repair does not change the current file': working(
      EVERYWHERE,
      (files) => files.filter(({tool}) => tool !== 'convert-to-pdf')[1],
    ),
    'both repairs are flagged as current': listing((rows) =>
      rows.map((row) => ({...row, current: row.tool !== null && row.tool !== 'convert-to-pdf'})),
    ),
    'the first repair disappears after the second': listing((rows) =>
      rows.length > 2 ? rows.filter((_row, at) => at !== 1) : rows,
    ),
    'files that replace nothing are not listed': listing((rows) =>
      rows.filter(({tool}) => tool !== 'convert-to-pdf'),
    ),
    'another tool after a repair changes the current file': working(EVERYWHERE, (files) =>
      files.length > 2 ? newest(files) : undefined,
    ),
    'the original changes after three runs': leading((file, files) =>
      files.length > 3 ? {...file, object: `${file.object}~again.epub`} : file,
    ),
  }),
  ...atPlace(
    'a tool that runs again',
    breaking('workspace.runs.versions-add-up', {
      'what a tool makes takes the place of what it made before': listing((rows) =>
        rows.filter(
          ({tool, current}, index) =>
            tool === null || current || !rows.slice(index + 1).some((later) => later.tool === tool),
        ),
      ),
    }),
  ),
  ...atPlace(
    'runs of one publication at the same time',
    breaking('workspace.runs.derived-is-listed', {
      'of runs that start together the last alone adds a version': losing(() => true),
      'a version that is not current is lost beside another run': losing(({current}) => !current),
    }),
  ),
  ...breaking('workspace.runs.what-runs-made-is-own', {
    'other workspaces can read the run': {seam: 'tenancy', in: ['readRun']},
    'other workspaces can read the report': {seam: 'tenancy', in: ['readReport']},
    'other workspaces can download a derived file': seeing(['downloadFile'], (view) => ({
      find: <R extends Row>(table: string, key: string) =>
        view.find<R>(table, key) ??
        (table === 'files' && view.anywhere<FileRow>(table, key)?.tool
          ? view.anywhere<R>(table, key)
          : undefined),
    })),
  }),
];
