import type {Defect, Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import type {RunRow} from '../../workspace/runs/rows.ts';
import {toolOf} from '../../workspace/tools/catalog.ts';
import {afterwards, atPlace, breaking, finding} from '../breaking.ts';
import {plain} from './runs/altered-runs.ts';
import {paged} from './publications/altered-pages.ts';

const LIST = ['listPublicationFiles'];
const CURRENT = ['getCurrentPublicationFile'];
const PUBLICATION = ['getPublication'];
const EVERYWHERE = [...LIST, ...CURRENT, ...PUBLICATION];

const filesOf = (view: View, publication: string): FileRow[] =>
  view.all<FileRow>('files', 'publication', publication);

/** What tools that replace the working file have made. */
const repairsOf = (view: View, publication: string): FileRow[] =>
  filesOf(view, publication).filter(({tool}) => tool !== null && toolOf(tool)?.replaces === true);

/** Whether the last run of a publication failed. */
const hasJustFailed = (view: View, publication: string): boolean =>
  view.newest<RunRow>('runs', {limit: 1, where: (run) => run.publication === publication})[0]
    ?.state === 'failed';

/** Some operations take another file for the working version. */
const working = (
  operations: string[],
  choose: (view: View, publication: string) => FileRow | undefined,
): Seam =>
  finding<PublicationRow>(operations, 'publications', (row, view) => ({
    ...row,
    workingFile: choose(view, row.key)?.key ?? row.workingFile,
  }));

/** From the third repair on: the second one. */
const secondOfThree = (view: View, publication: string): FileRow | undefined => {
  const repairs = repairsOf(view, publication);
  return repairs.length > 2 ? repairs[1] : undefined;
};

/** After a failure that follows upon a repair: the original. */
const originalAfterFailure = (view: View, publication: string): FileRow | undefined =>
  repairsOf(view, publication).length && hasJustFailed(view, publication)
    ? filesOf(view, publication)[0]
    : undefined;

/** The body of the version list. */
interface VersionList {
  data: {id: string; current: boolean}[];
  current_file_id: string | null;
}

/** The version list with other members, from the third repair on. */
const listingAfterThree = (
  change: (list: VersionList, repairs: FileRow[]) => Partial<VersionList>,
): Seam =>
  afterwards(LIST, (done, view, {path}) => {
    const repairs = repairsOf(view, path['publication'] ?? '');
    const list = plain<VersionList>(done.body);
    return repairs.length > 2 ? {...done, body: {...list, ...change(list, repairs)}} : done;
  });

/** Later pages of the list of publications name the original as working file. */
const originalOnLaterPages = paged(({data}, {query}, view) =>
  query['cursor'] === undefined
    ? {}
    : {
        data: data.map((row) => {
          const publication = plain<{id: string}>(row);
          return {...publication, working_file_id: filesOf(view, publication.id)[0]?.key ?? null};
        }),
      },
);

/** What goes wrong only after several runs of one publication, or far down the list. */
export const manyRuns: Defect[] = [
  ...atPlace('after many runs', [
    ...breaking('workspace.files.exactly-one-is-current', {
      'the last two of three repairs are current': listingAfterThree(({data}, repairs) => ({
        data: data.map((row) => ({
          ...row,
          current: repairs.slice(-2).some(({key}) => key === row.id),
        })),
      })),
    }),
    ...breaking('workspace.files.current-file-id-is-the-flagged', {
      'current_file_id stays at the second of three repairs': listingAfterThree(
        (_list, repairs) => ({
          current_file_id: repairs[1]?.key ?? null,
        }),
      ),
    }),
    ...breaking('workspace.files.current-is-the-flagged', {
      'after a failure that follows upon a repair the original is read': working(
        CURRENT,
        originalAfterFailure,
      ),
    }),
    ...breaking('workspace.files.publication-names-the-current', {
      'the publication keeps the second of three repairs': working(PUBLICATION, secondOfThree),
    }),
    ...breaking('workspace.runs.replacing-moves-current', {
      'the second of three repairs stays current everywhere': working(EVERYWHERE, secondOfThree),
    }),
    ...breaking('workspace.runs.failed-run-adds-no-version', {
      'a failure makes the original current again': working(EVERYWHERE, originalAfterFailure),
    }),
    ...breaking('workspace.runs.versions-add-up', {
      'the first of three repairs is no longer listed': listingAfterThree(({data}, repairs) => ({
        data: data.filter(({id}) => id !== repairs[0]?.key),
      })),
      'only the original and the last four derived files are listed': listingAfterThree(
        ({data}) => ({data: data.filter((_row, at) => at === 0 || at >= data.length - 4)}),
      ),
      'a list ends after seven versions': listingAfterThree(({data}) => ({
        data: data.slice(0, 7),
      })),
    }),
  ]),
  ...atPlace(
    'on a later page',
    breaking('workspace.files.publication-names-the-current', {
      'later pages name the original': originalOnLaterPages,
    }),
  ),
];
