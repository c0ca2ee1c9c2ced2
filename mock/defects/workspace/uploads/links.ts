import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, Link} from '../../../operation.ts';
import type {FileRow} from '../../../workspace/publications/rows.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards, around, atPlace, breaking} from '../../breaking.ts';

/** Does not check the signature of a link. */
const unsigned: Seam = {seam: 'skip', situation: 'link-forged', in: ['storage']};

/** Lets a registered file be replaced. */
const replacing: Seam = {seam: 'skip', situation: 'object-registered', in: ['storage']};

/** The link of an upload leads to the place of the one that another workspace reserved before it. */
const atThePlaceBefore = around(['createUpload'], (next) => {
  let last: {tenant: string; object: string} | undefined;
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const body = done.body as {upload_url: Link};
    const {method, object, expires, headers, limit} = body.upload_url;
    const place = last && last.tenant !== view.tenant ? last.object : object;
    last = {tenant: view.tenant, object};
    return {
      ...done,
      body: {...body, upload_url: new Link(method, place, expires, headers, limit)},
    };
  };
});

/** The file of a publication is the one that another workspace registered before it. */
const theFileBefore = around(['createPublication'], (next) => {
  let last: FileRow | undefined;
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const changes = (done.changes ?? []).map((change): Change => {
      if (change.table !== 'files' || !('put' in change)) return change;
      const file = change.put as FileRow;
      const object = last && last.tenant !== file.tenant ? last.object : file.object;
      last = file;
      return {...change, put: {...file, object} as FileRow};
    });
    return {...done, changes};
  };
});

/** The link to upload a file with such an ending lives for another time. */
const uploadLinksLive = (ending: string, ms: number): Seam =>
  afterwards(['createUpload'], (done, view) => {
    const body = done.body as {upload_url: Link};
    const {method, object, headers, limit} = body.upload_url;
    if (!object.endsWith(ending)) return done;
    return {
      ...done,
      body: {...body, upload_url: new Link(method, object, view.now + ms, headers, limit)},
    };
  });

/** The link to download a file with such an ending lives for another time. */
const downloadLinksLive = (ending: string, ms: number): Seam =>
  afterwards(['downloadFile'], (done, view, {path}) => {
    const file = view.find<FileRow>('files', path['file'] ?? '');
    if (!file?.filename.endsWith(ending)) return done;
    return {...done, headers: {location: new Link('GET', file.object, view.now + ms)}};
  });

/** Defects of presigned upload links (Endpoints, reserve an upload). */
export const links: Defect[] = [
  ...breaking('workspace.uploads.link-needs-no-key', {
    'storage requires a key': {seam: 'ability', in: ['storage'], also: 'library:write'},
    'uploaded bytes are lost': {seam: 'change', in: ['storage'], table: 'objects', drop: true},
  }),
  ...breaking('workspace.uploads.link-lives-30-minutes', {
    'the link expires 10 seconds early': {
      seam: 'number',
      number: 'uploads.link_lives_ms',
      add: -10_000,
    },
    'the link expires 10 seconds late': {
      seam: 'number',
      number: 'uploads.link_lives_ms',
      add: 10_000,
    },
    'the link never expires': {seam: 'skip', situation: 'link-expired', in: ['storage']},
    'a later time can be written into the link': unsigned,
  }),
  ...atPlace(
    'reserved by a tool',
    breaking('workspace.uploads.link-lives-30-minutes', {
      'the link of a tool lives a minute longer': {
        seam: 'number',
        number: 'uploads.link_lives_ms',
        add: 60_000,
      },
    }).map((defect) => ({...defect, interface: 'mcp' as const})),
  ),
  ...atPlace('of an audiobook', [
    ...breaking('workspace.uploads.link-lives-30-minutes', {
      'the upload link of an audiobook lives for 20 minutes': uploadLinksLive('.m4b', 1_200_000),
      'the upload link of an audiobook lives for an hour': uploadLinksLive('.m4b', 3_600_000),
    }),
    ...breaking('workspace.downloads.link-lives-10-minutes', {
      'the download link of an audiobook lives for 9 minutes': downloadLinksLive('.m4b', 540_000),
      'the download link of an audiobook lives for 20 minutes': downloadLinksLive(
        '.m4b',
        1_200_000,
      ),
    }),
  ]),
  ...breaking('workspace.uploads.link-stores-its-own-upload', {
    'the link of one upload stores bytes for another': unsigned,
  }),
  ...atPlace(
    'two workspaces at the same time',
    breaking('workspace.uploads.link-stores-its-own-upload', {
      'the link leads to the place of the reservation before it': atThePlaceBefore,
      'a file is the one that another workspace registered before it': theFileBefore,
    }),
  ),
  ...breaking('workspace.uploads.registered-bytes-stay', {
    'the upload link still replaces the bytes': replacing,
    'a download link takes other bytes': {seam: 'several', seams: [unsigned, replacing]},
  }),
  ...breaking('workspace.uploads.expired-link-lands-nothing', {
    'an expired link is refused but stores the bytes': {
      seam: 'effect',
      situation: 'link-expired',
      in: ['storage'],
    },
    'an expired link stores the bytes': {seam: 'skip', situation: 'link-expired', in: ['storage']},
    'an expired link is refused but replaces stored bytes': {
      seam: 'effect',
      situation: 'link-expired',
      in: ['storage'],
      over: true,
    },
  }),
  ...breaking('workspace.uploads.signed-headers-are-needed', {
    'bytes are stored without the signed headers': {
      seam: 'skip',
      situation: 'link-headers',
      in: ['storage'],
    },
  }),
];
