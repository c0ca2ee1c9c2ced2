import type {Defect, Seam} from '../../defect.ts';
import {derivedKey} from '../../objects/derived.ts';
import {isRefused, Link, type Done} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import {afterwards, around, breaking, finding} from '../breaking.ts';

const DOWNLOAD = ['downloadFile'];

/** Changes members of the redirect. */
const redirecting = (change: (done: Done, file: FileRow) => Partial<Done>): Seam =>
  afterwards(DOWNLOAD, (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file'] ?? '');
    return file ? {...done, ...change(done, file)} : done;
  });

/** Changes the link of the redirect. */
const linking = (other: (link: Link, file: FileRow) => Link): Seam =>
  redirecting(({headers}, file) => ({
    headers: {...headers, location: other(headers?.['location'] as Link, file)},
  }));

/** A link to a file that is derived from the object of another link. */
const toDerived = (link: Link, note: string, extension: string): Link =>
  new Link('GET', derivedKey({from: link.object, note, extension}), link.expires);

/** Gives the redirect a body of the size of the file. */
const bodyOfTheFile = redirecting((_done, {size}) => ({
  text: {type: 'application/epub+zip', text: '\0'.repeat(size)},
}));

/** Makes only some versions downloadable. */
const only = (serves: (file: FileRow, workingFile: string | null) => boolean): Seam =>
  finding<FileRow>(DOWNLOAD, 'files', (file, view) => {
    const publication = view.find<PublicationRow>('publications', file.publication);
    return serves(file, publication?.workingFile ?? null) ? file : undefined;
  });

/** Returns a link again while it is still valid. */
const reusedLinks = around(DOWNLOAD, (next) => {
  const issued = new Map<string, Link>();
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const file = input.path['file'] ?? '';
    const earlier = issued.get(file);
    const isValid = earlier !== undefined && earlier.expires > view.now;
    const location = isValid ? earlier : (done.headers?.['location'] as Link);
    issued.set(file, location);
    return {...done, headers: {...done.headers, location}};
  };
});

/** Defects of the rules of `workspace/downloads`. */
export const downloads: Defect[] = [
  ...breaking('workspace.downloads.bytes-do-not-pass-the-api', {
    'the redirect contains the bytes': bodyOfTheFile,
    'the bytes come with status 200': {
      seam: 'several',
      seams: [bodyOfTheFile, {seam: 'status', situation: 'redirect', as: 200}],
    },
  }),
  ...breaking('workspace.downloads.link-needs-no-key', {
    'the link needs the Authorization header': linking(
      ({object, expires}) => new Link('GET', object, expires, {authorization: 'Bearer'}),
    ),
    'the link is for an upload': linking(({object, expires}) => new Link('PUT', object, expires)),
  }),
  ...breaking('workspace.downloads.link-brings-the-bytes', {
    'a note is added to the file': linking((link) => toDerived(link, 'downloaded', 'epub')),
    'the file comes in another format': linking((link) => toDerived(link, 'downloaded', 'pdf')),
  }),
  ...breaking('workspace.downloads.link-lives-10-minutes', {
    'the link expires 10 seconds early': {
      seam: 'number',
      number: 'downloads.link_lives_ms',
      add: -10_000,
    },
    'the link expires 10 seconds late': {
      seam: 'number',
      number: 'downloads.link_lives_ms',
      add: 10_000,
    },
    'the link never expires': {seam: 'skip', situation: 'link-expired', in: ['storage']},
  }),
  ...breaking('workspace.downloads.link-lives-10-minutes', {
    'a valid link is handed out again': reusedLinks,
  }).map((defect) => ({...defect, place: 'while an earlier link is valid'})),
  ...breaking('workspace.downloads.link-brings-the-bytes', {
    'a name beyond ASCII brings other bytes': linking((link, {filename}) =>
      /[^ -~]/.test(filename) ? toDerived(link, 'recoded', 'epub') : link,
    ),
    'a link to a name with a blank leads nowhere': linking((link, {filename}) =>
      filename.includes(' ') ? new Link('GET', `${link.object}.gone`, link.expires) : link,
    ),
  }).map((defect) => ({...defect, place: 'files of any name'})),
  ...breaking('workspace.downloads.listed-version-downloads', {
    'only the working version can be downloaded': only(({key}, working) => key === working),
    'only the original can be downloaded': only(({tool}) => tool === null),
    'only original and working version can be downloaded': only(
      ({tool, key}, working) => tool === null || key === working,
    ),
    'links of derived files lead nowhere': linking((link, {tool}) =>
      tool === null ? link : new Link('GET', `${link.object}.gone`, link.expires),
    ),
  }),
];
