import type {Seam} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {FileRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import type {Row} from '../../../world/change.ts';
import {around, seeing} from '../../breaking.ts';
import {listing, showing} from '../../families/reads.ts';
import {foreignFound} from '../../families/seams.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects, type Phrases} from '../../table.ts';
import {leading, ORIGINAL} from '../links.ts';
import {
  CURRENT,
  DOWNLOAD,
  EVERYWHERE,
  FILES,
  filesOf,
  isRepair,
  madeOf,
  ofPublications,
  PUBLICATION,
  PUBLICATIONS,
  refusedWith,
  REGISTER,
  REPORT,
  RUN,
  runsOf,
  START,
} from '../rows.ts';
import {
  afterThreeRepairs,
  first,
  flagging,
  last,
  only,
  originalAfterFailure,
  secondOfThree,
  versionsAs,
  working,
  type Version,
} from '../versions.ts';

/** Shows another file as the working version: everywhere, and at one place alone. */
const workingAt = (what: string, choose: (files: FileRow[]) => FileRow | undefined): Phrases => ({
  [`${what} current everywhere`]: working(EVERYWHERE, choose),
  [`${what} current in the list`]: working(FILES, choose),
  [`${what} current when read alone`]: working(CURRENT, choose),
  [`${what} current in the publication`]: working(PUBLICATION, choose),
});

/** The newest run of a publication that failed, or ended in another state. */
const failedRunOf = (view: View, publication: string, ended = 'failed'): RunRow | undefined =>
  runsOf(view, publication).find(({state}) => state === ended);

/** Shows the id of a failed run as the id of the current file. */
const naming = (operations: string[], member: 'id' | 'current_file_id', state = 'failed'): Seam =>
  showing(operations, (_body, view, {path}) => {
    const run = failedRunOf(view, path['publication'] ?? '', state);
    return run && {[member]: run.key};
  });

/** Changes the rows of the version list after a failed run. */
const afterFailure = (change: (rows: Version[], run: RunRow) => Version[]): Seam =>
  versionsAs((rows, view, publication) => {
    const run = failedRunOf(view, publication);
    return run ? change(rows, run) : rows;
  });

/** Leaves files of tools out that ran while a later run of the publication began. */
const losing = (isMeant: (file: Version) => boolean): Seam =>
  versionsAs((rows, view, publication) => {
    const runs = runsOf(view, publication);
    const beside = runs
      .filter((run) =>
        runs.some(({seq, createdAt}) => seq > run.seq && createdAt - run.createdAt < 1000),
      )
      .map(({tool}) => tool);
    return rows.filter((row) => row.tool === null || !beside.includes(row.tool) || !isMeant(row));
  });

const another = (object: string, when: string): {object: string} => ({
  object: `${object}~${when}.epub`,
});

const isMade = ({tool}: {tool: string | null}): boolean =>
  tool !== null && tool !== 'convert-to-pdf';

/** Defects of file versions and their changes by runs (Resources, File version). */
export const versions = defects({
  'workspace.runs.derived-is-listed': {
    'only the original is listed': only(({kind}) => kind === 'original'),
    'only one file is listed': only((_row, at) => at === 0),
  },
  'workspace.runs.derived-is-listed @ runs of one publication at the same time': {
    'of runs that start together the last alone adds a version': losing(() => true),
    'a version that is not current is lost beside another run': losing(({current}) => !current),
  },
  'workspace.runs.replacing-moves-current': workingAt('the original stays', first),
  'workspace.runs.replacing-moves-current @ and stays so when the upload is registered again': {
    'a second registration makes the original current again': around(
      REGISTER,
      (next) => (view, input) => {
        const outcome = next(view, input);
        const {publication_id: id} = input.body as {publication_id: string};
        const row = view.find('publications', id);
        const original = row && first(filesOf(view, id));
        if (!original || !isRefused(outcome)) return outcome;
        const put = {...row, workingFile: original.key, workingSize: original.size};
        return refusedWith(outcome.refused, 'already_registered', [{table: 'publications', put}]);
      },
    ),
  },
  'workspace.runs.replacing-moves-current @ after a run that failed': {
    'after a failed run the original stays current': working(EVERYWHERE, (files, view, {key}) =>
      failedRunOf(view, key) ? first(files) : undefined,
    ),
  },
  'workspace.runs.replacing-moves-current @ after many runs': {
    'the second of three repairs stays current everywhere': working(EVERYWHERE, secondOfThree),
  },
  'workspace.runs.replay-is-the-same-run @ and leaves the working version of a later run': {
    'a replay makes the first derived file current again': ofPublications.after(
      START,
      {},
      (done, {view}, row) => {
        const made = row && madeOf(view, row.key)[0];
        if (done.situation !== 'replayed' || !made) return done;
        return withChanges(done, {
          table: 'publications',
          put: {...row, workingFile: made.key} as Row,
        });
      },
    ),
  },
  'workspace.runs.working-version-is-downloaded': {
    'the original is downloaded instead': leading((_file, files) => first(files)),
    'derived files have the bytes of the original': leading((file, files) =>
      file.tool === null ? file : first(files),
    ),
  },
  'workspace.runs.working-size-is-of-the-working-file': {
    'the size of the original is shown for the working file': ofPublications.mistaking(
      PUBLICATION,
      ({size}) => ({
        workingSize: size,
      }),
    ),
    'the list shows the size of the original for the working file': listing<{
      original_size_bytes: number;
    }>(PUBLICATIONS, (rows) =>
      rows.map((row) => ({...row, working_file_size_bytes: row.original_size_bytes})),
    ),
  },
  'workspace.runs.original-is-immutable': {
    'the original has the newest bytes': leading((_file, files) => last(files)),
    'the original disappears after a run': only(
      ({kind}, _at, {length}) => length === 1 || kind !== 'original',
    ),
    'the size of the original in the version list grows': versionsAs((rows) =>
      rows.map((row) =>
        row.kind === 'original' ? {...row, size_bytes: row.size_bytes + rows.length} : row,
      ),
    ),
  },
  'workspace.runs.original-is-immutable @ tools in any order': {
    'the original of four files is the newest': leading(
      (_file, files) => (files.length < 4 ? undefined : last(files)),
      ORIGINAL,
    ),
  },
  'workspace.runs.other-tools-keep-current': workingAt('the newest file becomes', last),
  'workspace.runs.failed-run-adds-no-version': {
    'a failed run adds a version': afterFailure((rows, {key}) => [
      ...rows,
      ...rows.slice(0, 1).map((row) => ({...row, id: key, current: false, kind: 'derived'})),
    ]),
    'a failed run changes the working file of the publication': working(
      PUBLICATION,
      (_files, view, {key}) => failedRunOf(view, key),
    ),
    'a failed run changes current_file_id of the list': naming(FILES, 'current_file_id'),
    'a failed run clears the current flag': afterFailure((rows) =>
      rows.map((row) => ({...row, current: false})),
    ),
    'a failed run changes the bytes of the original': leading(
      ({object, publication}, _files, view) =>
        failedRunOf(view, publication) && another(object, 'after-a-failure'),
    ),
    'a failed run changes the current file': naming(CURRENT, 'id'),
  },
  'workspace.runs.failed-run-adds-no-version @ a run that is rejected': {
    'a rejected run changes the current file': naming(CURRENT, 'id', 'rejected'),
  },
  'workspace.runs.failed-run-adds-no-version @ after many runs': {
    'a failure makes the original current again': working(EVERYWHERE, originalAfterFailure),
  },
  'workspace.runs.versions-add-up': {
    'a second repair does not change the current file': working(
      EVERYWHERE,
      (files) => files.filter(({tool}) => tool !== 'convert-to-pdf')[1],
    ),
    'both repairs are flagged as current': flagging(isMade),
    'the first repair disappears after the second': only(
      (_row, at, {length}) => length < 3 || at !== 1,
    ),
    'files that replace nothing are not listed': only(({tool}) => tool !== 'convert-to-pdf'),
    'another tool after a repair changes the current file': working(EVERYWHERE, (files) =>
      files.length > 2 ? last(files) : undefined,
    ),
    'the original changes after three runs': leading(({object}, {length}) =>
      length > 3 ? another(object, 'again') : undefined,
    ),
  },
  'workspace.runs.versions-add-up @ a tool that runs again': {
    'what a tool makes takes the place of what it made before': only(
      ({tool, current}, at, all) =>
        tool === null || current || !all.slice(at + 1).some((later) => later.tool === tool),
    ),
  },
  'workspace.runs.versions-add-up @ after many runs': {
    'the first of three repairs is no longer listed': afterThreeRepairs(({data}, [repair]) => ({
      data: data.filter(({id}) => id !== repair?.key),
    })),
    'only the original and the last four derived files are listed': afterThreeRepairs(({data}) => ({
      data: data.filter((_row, at) => at === 0 || at >= data.length - 4),
    })),
    'a list ends after seven versions': afterThreeRepairs(({data}) => ({data: data.slice(0, 7)})),
  },
  'workspace.runs.versions-add-up @ tools in any order': {
    'the working version of four files is the original': working(EVERYWHERE, (files) =>
      files.length === 4 ? first(files) : undefined,
    ),
    'the link of what an earlier repair made brings what the last one made': leading(
      (file, files) => (isRepair(file) ? files.findLast(isRepair) : undefined),
    ),
  },
  'workspace.runs.what-runs-made-is-own': {
    'other workspaces can read the run': foreignFound(RUN),
    'other workspaces can read the report': foreignFound(REPORT),
    'other workspaces can download a derived file': seeing(DOWNLOAD, (view) => ({
      find: <R extends Row>(table: string, key: string) => {
        const found = table === 'files' ? view.anywhere<R & FileRow>(table, key) : undefined;
        return found?.tool ? found : view.find<R>(table, key);
      },
    })),
  },
});
