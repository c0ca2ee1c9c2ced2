import {derivedKey} from '../../objects/derived.ts';
import type {Defect, Seam} from '../../defect.ts';
import {Link, type Done} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import {afterwards, breaking, finding} from '../breaking.ts';

const DOWNLOAD = ['downloadFile'];

const answered = (change: (done: Done, file: FileRow) => Partial<Done>): Seam =>
  afterwards(DOWNLOAD, (done, view, {path}) => ({
    ...done,
    ...change(done, view.find<FileRow>('files', path['file']!)!),
  }));

/** The redirect leads elsewhere. */
const leads = (other: (link: Link) => Link): Seam =>
  answered(({headers}) => ({headers: {...headers, location: other(headers!['location'] as Link)}}));

const derived = (link: Link, note: string, extension: string): Link =>
  new Link('GET', derivedKey({from: link.object, note, extension}), link.expires);

/** As many bytes as the file has. */
const bytes = answered((_done, {size}) => ({
  text: {type: 'application/epub+zip', text: '\0'.repeat(size)},
}));

/** Only some versions are found. */
const only = (which: (file: FileRow, working: string | null) => boolean): Seam =>
  finding<FileRow>(DOWNLOAD, 'files', (file, view) =>
    which(file, view.find<PublicationRow>('publications', file.publication)!.workingFile)
      ? file
      : undefined,
  );

export const downloads: Defect[] = [
  ...breaking('workspace.downloads.bytes-do-not-pass-the-api', {
    'the redirect carries them': bytes,
    'they come with 200': {
      seam: 'several',
      seams: [bytes, {seam: 'status', situation: 'redirect', as: 200}],
    },
  }),
  ...breaking('workspace.downloads.link-needs-no-key', {
    'the key is signed along': leads(
      ({object, expires}) => new Link('GET', object, expires, {authorization: 'Bearer'}),
    ),
    'it is a link to upload': leads(({object, expires}) => new Link('PUT', object, expires)),
  }),
  ...breaking('workspace.downloads.link-brings-the-bytes', {
    'a mark is put into the file': leads((link) => derived(link, 'downloaded', 'epub')),
    'the file comes in another format': leads((link) => derived(link, 'downloaded', 'pdf')),
  }),
  ...breaking('workspace.downloads.link-lives-10-minutes', {
    'some seconds less': {seam: 'number', number: 'downloads.link_lives_ms', add: -10_000},
    'some seconds more': {seam: 'number', number: 'downloads.link_lives_ms', add: 10_000},
    'for good': {seam: 'skip', situation: 'link-expired', in: ['storage']},
  }),
  ...breaking('workspace.downloads.listed-version-downloads', {
    'only the working version': only(({key}, working) => key === working),
    'only the original': only(({tool}) => tool === null),
    'not the newest, which is not the working version': only(
      ({tool, key}, working) => tool === null || key === working,
    ),
    'what tools derived leads nowhere': answered(({headers}, {tool}) => {
      const link = headers!['location'] as Link;
      return tool === null
        ? {}
        : {headers: {location: new Link('GET', `${link.object}.gone`, link.expires)}};
    }),
  }),
];
