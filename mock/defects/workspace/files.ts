import type {Defect, Seam} from '../../defect.ts';
import type {Rendered, View} from '../../operation.ts';
import {renderFile, type FileRow, type PublicationRow} from '../../workspace/publications/rows.ts';
import {afterwards, breaking, finding} from '../breaking.ts';

const LIST = ['listPublicationFiles'];
const CURRENT = ['getCurrentPublicationFile'];

interface Told {
  id: string;
  current: boolean;
  kind: string;
}
interface List {
  data: Told[];
  current_file_id: string | null;
}

/** The version list, told otherwise. */
const list = (change: (list: List, view: View, publication: string) => Partial<List>): Seam =>
  afterwards(LIST, (done, view, {path}) => ({
    ...done,
    body: {...(done.body as List), ...change(done.body as List, view, path['publication']!)},
  }));

/** Every version with another flag. */
const flags = (current: (row: Told, at: number, data: Told[]) => boolean): Seam =>
  list(({data}) => ({data: data.map((row, at) => ({...row, current: current(row, at, data)}))}));

const first = ({data}: List): Told => data[0]!;
const last = ({data}: List): Told => data.at(-1)!;

const versionsOf = (view: View, publication: string): FileRow[] =>
  view.all<FileRow>('files', 'publication', publication);

/** The working version read alone is another. */
const instead = (choose: (versions: FileRow[]) => FileRow): Seam =>
  afterwards(CURRENT, (done, view, {path}) => {
    const publication = view.find<PublicationRow>('publications', path['publication']!)!;
    const other = choose(versionsOf(view, publication.key));
    return {...done, body: renderFile(other, {...publication, workingFile: other.key})};
  });

/** The publication names another working file. */
const names = (other: (versions: FileRow[], publication: PublicationRow) => string | null): Seam =>
  finding<PublicationRow>(['getPublication'], 'publications', (row, view) => ({
    ...row,
    workingFile: other(versionsOf(view, row.key), row),
  }));

export const files: Defect[] = [
  ...breaking('workspace.files.list-has-the-original', {
    'it is left out': list(({data}) => ({data: data.filter(({kind}) => kind !== 'original')})),
    'what tools derived takes its place': list(({data}) => ({data: data.slice(-2)})),
    'it has another id once a tool ran': list(({data}) => ({
      data: data.map((row) =>
        data.length > 1 && row.kind === 'original' ? {...row, id: `${row.id}-0`} : row,
      ),
    })),
  }),
  ...breaking('workspace.files.list-is-of-one-publication', {
    'the newest file of the workspace stands there, too': list(({data}, view) => {
      const newest = view.newest<FileRow>('files', {limit: 1})[0]!;
      const told = renderFile(newest, {
        ...view.find<PublicationRow>('publications', newest.publication)!,
        workingFile: null,
      }) as Told;
      return {data: data.some(({id}) => id === told.id) ? data : [...data, told]};
    }),
    'all originals have one id': list(({data}) => ({
      data: data.map((row) => (row.kind === 'original' ? {...row, id: 'file_original'} : row)),
    })),
  }),
  ...breaking('workspace.files.exactly-one-is-current', {
    'all are': flags(() => true),
    'none is': flags(() => false),
    'the original stays it, too': flags(({current, kind}) => current || kind === 'original'),
    'the newest is it, too': flags(({current}, at, data) => current || at === data.length - 1),
  }),
  ...breaking('workspace.files.current-file-id-is-the-flagged', {
    "it stays the original's": list((told) => ({current_file_id: first(told).id})),
    "it is the newest's": list((told) => ({current_file_id: last(told).id})),
    'it is null once a tool ran': list(({data, current_file_id: id}) => ({
      current_file_id: data.length > 1 ? null : id,
    })),
  }),
  ...breaking('workspace.files.current-is-the-flagged', {
    'it is the original': instead(([original]) => original!),
    'it is the newest': instead((versions) => versions.at(-1)!),
    'it has an id of its own': {
      seam: 'member',
      situation: 'current',
      pointer: '/id',
      edit: {set: 'file_current'},
    },
  }),
  ...breaking('workspace.files.publication-names-the-current', {
    'it names the original': names(([original]) => original!.key),
    'it names the newest': names((versions) => versions.at(-1)!.key),
    'the list of publications names the original': afterwards(
      ['listPublications'],
      (done, view) => {
        const page = done.body as {data: Rendered[]};
        const data = page.data.map(({value}) => ({
          ...(value as {id: string}),
          working_file_id: versionsOf(view, (value as {id: string}).id)[0]?.key ?? null,
        }));
        return {...done, body: {...page, data}};
      },
    ),
    'it names none once a tool ran': names((versions, {workingFile}) =>
      versions.length > 1 ? null : workingFile,
    ),
  }),
];
