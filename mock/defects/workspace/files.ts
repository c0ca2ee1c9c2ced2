import type {Seam} from '../../defect.ts';
import {renderFile, type FileRow, type PublicationRow} from '../../workspace/publications/rows.ts';
import {showing} from '../families/reads.ts';
import {shown} from '../families/seams.ts';
import {defects} from '../table.ts';
import {CURRENT, FILES, filesOf, ofPublications, PUBLICATION} from './rows.ts';
import {
  afterThreeRepairs,
  first,
  flagging,
  last,
  only,
  originalAfterFailure,
  originalsListed,
  secondOfThree,
  versionList,
  versionsAs,
  working,
  type Version,
} from './versions.ts';

const naming = (choose: (versions: Version[], id: string | null) => string | null): Seam =>
  versionList(({data, current_file_id: id}) => ({current_file_id: choose(data, id)}));

const originalsNamed = (id: (row: Version, all: Version[]) => string): Seam =>
  versionsAs((rows) =>
    rows.map((row) => (row.kind === 'original' ? {...row, id: id(row, rows)} : row)),
  );

/** Defects of the rules of `workspace/files`. */
export const files = defects({
  'workspace.files.list-has-the-original': {
    'the original is not listed': only(({kind}) => kind !== 'original'),
    'only the last two files are listed': versionsAs((rows) => rows.slice(-2)),
    'the original gets another id after a run': originalsNamed(({id}, {length}) =>
      length > 1 ? `${id}-0` : id,
    ),
  },
  'workspace.files.list-is-of-one-publication @ a publication without a file': {
    'a publication without a file has no list': ofPublications.refusing(
      FILES,
      'publication-not-found',
      {before: {workingFile: null}},
    ),
  },
  'workspace.files.list-is-of-one-publication': {
    'the newest file of the workspace is listed too': versionsAs((rows, view) => {
      const [newest] = view.newest<FileRow>('files', {limit: 1});
      const publication = view.find<PublicationRow>('publications', newest?.publication ?? '');
      if (!newest || !publication || rows.some(({id}) => id === newest.key)) return rows;
      return [...rows, renderFile(newest, {...publication, workingFile: null})];
    }),
    'all originals have the same id': originalsNamed(() => 'file_original'),
  },
  'workspace.files.exactly-one-is-current': {
    'every file is current': flagging(() => true),
    'no file is current': flagging(() => false),
    'the original stays current too': flagging(({current, kind}) => current || kind === 'original'),
    'the working version is not current when it is read alone': showing(CURRENT, () => ({
      current: false,
    })),
    'the newest file is current too': flagging(
      ({current}, at, all) => current || at === all.length - 1,
    ),
  },
  'workspace.files.exactly-one-is-current @ after many runs': {
    'the last two of three repairs are current': afterThreeRepairs(({data}, repairs) => ({
      data: data.map((row) => ({
        ...row,
        current: repairs.slice(-2).some(({key}) => key === row.id),
      })),
    })),
  },
  'workspace.files.current-file-id-is-the-flagged': {
    'current_file_id stays the original': naming((versions) => first(versions)?.id ?? null),
    'current_file_id is the newest file': naming((versions) => last(versions)?.id ?? null),
    'current_file_id is null after a run': naming(({length}, id) => (length > 1 ? null : id)),
    'current_file_id names no version before a run': naming(({length}, id) =>
      length > 1 ? id : 'file_none',
    ),
  },
  'workspace.files.current-file-id-is-the-flagged @ after many runs': {
    'current_file_id stays at the second of three repairs': afterThreeRepairs(
      (_list, [, second]) => ({current_file_id: second?.key ?? null}),
    ),
  },
  'workspace.files.current-is-the-flagged': {
    'the original is returned': working(CURRENT, first),
    'the newest file is returned': working(CURRENT, last),
    'the current file has an id that is not listed': shown('current', '/id', 'file_current'),
  },
  'workspace.files.current-is-the-flagged @ after many runs': {
    'after a failure that follows upon a repair the original is read': working(
      CURRENT,
      originalAfterFailure,
    ),
  },
  'workspace.files.publication-names-the-current': {
    'the publication names the original': working(PUBLICATION, first),
    'the publication names the newest file': working(PUBLICATION, last),
    'the list of publications names the original': originalsListed(() => true),
    'the publication names no file after a run': ofPublications.mistaking(
      PUBLICATION,
      ({key, workingFile}, view) => ({
        workingFile: filesOf(view, key).length > 1 ? null : workingFile,
      }),
    ),
  },
  'workspace.files.publication-names-the-current @ after many runs': {
    'the publication keeps the second of three repairs': working(PUBLICATION, secondOfThree),
  },
  'workspace.files.publication-names-the-current @ on a later page': {
    'later pages name the original': originalsListed(
      (_publication, _view, {query}) => query['cursor'] !== undefined,
    ),
  },
});
