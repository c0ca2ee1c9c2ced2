import {defined} from '../../../spec/defined.ts';
import type {Defect, Seam} from '../../defect.ts';
import {refuse, type Done, type Rendered, type View} from '../../operation.ts';
import {renderFile, type FileRow, type PublicationRow} from '../../workspace/publications/rows.ts';
import {afterwards, around, atPlace, breaking, finding} from '../breaking.ts';

const LIST = ['listPublicationFiles'];
const CURRENT = ['getCurrentPublicationFile'];

/** A file version in the response. */
interface Version {
  id: string;
  current: boolean;
  kind: string;
}

/** The body of the version list. */
interface VersionList {
  data: Version[];
  current_file_id: string | null;
}

/** Changes members of the version list. */
const listing = (
  change: (list: VersionList, view: View, publication: string) => Partial<VersionList>,
): Seam =>
  afterwards(LIST, (done, view, {path}) => {
    const list = done.body as VersionList;
    return {...done, body: {...list, ...change(list, view, path['publication'] ?? '')}};
  });

/** Changes the `current` flags of the version list. */
const flagging = (isCurrent: (version: Version, at: number, all: Version[]) => boolean): Seam =>
  listing(({data}) => ({
    data: data.map((version, at) => ({...version, current: isCurrent(version, at, data)})),
  }));

/** Changes the `current_file_id` of the version list. */
const naming = (choose: (versions: Version[]) => Version | undefined): Seam =>
  listing(({data}) => ({current_file_id: choose(data)?.id ?? null}));

/** The first of some versions: the original. */
const first = <T>(versions: T[]): T | undefined => versions[0];
/** The newest of some versions. */
const last = <T>(versions: T[]): T | undefined => versions.at(-1);

const versionsOf = (view: View, publication: string): FileRow[] =>
  view.all<FileRow>('files', 'publication', publication);

/** Returns another file as the current one. */
const returning = (choose: (versions: FileRow[]) => FileRow | undefined): Seam =>
  afterwards(CURRENT, (done, view, {path}): Done => {
    const publication = view.find<PublicationRow>('publications', path['publication'] ?? '');
    const other = publication && choose(versionsOf(view, publication.key));
    if (!other) return done;
    return {...done, body: renderFile(other, {...publication, workingFile: other.key})};
  });

/** Shows another working file in the publication. */
const namingInPublication = (
  choose: (versions: FileRow[], publication: PublicationRow) => string | null,
): Seam =>
  finding<PublicationRow>(['getPublication'], 'publications', (row, view) => ({
    ...row,
    workingFile: choose(versionsOf(view, row.key), row),
  }));

/** Adds the newest file of the workspace to the list of a publication. */
const addingTheNewestFile = listing(({data}, view) => {
  const [newest] = view.newest<FileRow>('files', {limit: 1});
  if (!newest || data.some(({id}) => id === newest.key)) return {data};
  const publication = view.find<PublicationRow>('publications', newest.publication);
  const row = defined(publication, `the publication of ${newest.key}`);
  return {data: [...data, renderFile(newest, {...row, workingFile: null})]};
});

/** Shows the original of every publication as its working file in the list. */
const namingOriginalsInTheList = afterwards(['listPublications'], (done, view) => {
  const page = done.body as {data: Rendered[]};
  const data = page.data.map(({value}) => {
    const publication = value as {id: string};
    return {...publication, working_file_id: versionsOf(view, publication.id)[0]?.key ?? null};
  });
  return {...done, body: {...page, data}};
});

/** Defects of the rules of `workspace/files`. */
export const files: Defect[] = [
  ...breaking('workspace.files.list-has-the-original', {
    'the original is not listed': listing(({data}) => ({
      data: data.filter(({kind}) => kind !== 'original'),
    })),
    'only the last two files are listed': listing(({data}) => ({data: data.slice(-2)})),
    'the original gets another id after a run': listing(({data}) => ({
      data: data.map((row) =>
        data.length > 1 && row.kind === 'original' ? {...row, id: `${row.id}-0`} : row,
      ),
    })),
  }),
  ...atPlace(
    'a publication without a file',
    breaking('workspace.files.list-is-of-one-publication', {
      'a publication without a file has no list': around(LIST, (next) => (view, input) => {
        const row = view.find<PublicationRow>('publications', input.path['publication'] ?? '');
        if (row?.workingFile !== null) return next(view, input);
        return refuse('publication-not-found', {expected: 'a file', got: 'none', todo: 'wait'});
      }),
    }),
  ),
  ...breaking('workspace.files.list-is-of-one-publication', {
    'the newest file of the workspace is listed too': addingTheNewestFile,
    'all originals have the same id': listing(({data}) => ({
      data: data.map((row) => (row.kind === 'original' ? {...row, id: 'file_original'} : row)),
    })),
  }),
  ...breaking('workspace.files.exactly-one-is-current', {
    'every file is current': flagging(() => true),
    'no file is current': flagging(() => false),
    'the original stays current too': flagging(({current, kind}) => current || kind === 'original'),
    'the working version is not current when it is read alone': afterwards(CURRENT, (done) => ({
      ...done,
      body: {...(done.body as object), current: false},
    })),
    'the newest file is current too': flagging(
      ({current}, at, all) => current || at === all.length - 1,
    ),
  }),
  ...breaking('workspace.files.current-file-id-is-the-flagged', {
    'current_file_id stays the original': naming(first),
    'current_file_id is the newest file': naming(last),
    'current_file_id is null after a run': listing(({data, current_file_id: id}) => ({
      current_file_id: data.length > 1 ? null : id,
    })),
    'current_file_id names no version before a run': listing(({data, current_file_id: id}) => ({
      current_file_id: data.length > 1 ? id : 'file_none',
    })),
  }),
  ...breaking('workspace.files.current-is-the-flagged', {
    'the original is returned': returning(first),
    'the newest file is returned': returning(last),
    'the current file has an id that is not listed': {
      seam: 'member',
      situation: 'current',
      pointer: '/id',
      edit: {set: 'file_current'},
    },
  }),
  ...breaking('workspace.files.publication-names-the-current', {
    'the publication names the original': namingInPublication(
      (versions) => first(versions)?.key ?? null,
    ),
    'the publication names the newest file': namingInPublication(
      (versions) => last(versions)?.key ?? null,
    ),
    'the list of publications names the original': namingOriginalsInTheList,
    'the publication names no file after a run': namingInPublication((versions, {workingFile}) =>
      versions.length > 1 ? null : workingFile,
    ),
  }),
];
