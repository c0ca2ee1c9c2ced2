import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const MINUTE = 60_000;

async function after(s: Site, ...tools: string[]): Promise<Reply> {
  const id = await s.publish();
  for (const tool of tools) await s.done(id, tool);
  return s.get(`/publications/${id}/files`);
}

function flags(reply: Reply): number {
  return reply.list('data').filter((row) => at(row, 'current') === true).length;
}

function original(reply: Reply): unknown {
  return reply.list('data').find((row) => at(row, 'origin') === 'uploaded');
}

async function fileOf(s: Site, key = 'full'): Promise<string> {
  return (await s.get(`/publications/${await s.publish('a.epub', 'bytes', key)}`, key)).s(
    'publication.working.file',
  );
}

async function download(s: Site, key = 'full'): Promise<Reply> {
  return s.get(`/files/${await fileOf(s, key)}/download`);
}

async function fetched(s: Site, link: Reply): Promise<Reply> {
  return s.ask('GET', link.headers.get('location') ?? '/none', undefined, {auth: null});
}

async function late(s: Site, minutes: number): Promise<number> {
  const link = await download(s);
  await s.advance(minutes * MINUTE);
  return (await fetched(s, link)).status;
}

async function empty(s: Site): Promise<Reply> {
  const id = String(
    at((await s.hook('seed-empty-publication', {role: 'full'})).v('publications'), '0'),
  );
  return s.get(`/publications/${id}/files/current`);
}

async function withheld(s: Site, tool?: string): Promise<Reply> {
  const id = await s.publish();
  if (tool !== undefined) await s.done(id, tool);
  const file = (await s.get(`/publications/${id}`)).s('publication.working.file');
  await s.hook('withhold-downloads', {role: 'full'});
  return s.get(`/files/${file}/download`);
}

/** The faults of versions and downloads. */
export const FILE_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'files-no-flag',
    '098',
    'no current flag',
    'GET files: no flag',
    async (s) => flags(await after(s)) === 0,
  ),
  fault(
    'deep',
    'files-flag-on-every-replacement',
    '098',
    'every version that once was current keeps the flag',
    'epub-rebuild; two flags',
    async (s) => flags(await after(s, 'epub-rebuild')) === 2,
  ),
  fault(
    'deep',
    'files-flag-on-newest',
    '098',
    'the newest version has the flag',
    'plain-copy; the flag is not on current_file_id',
    async (s) => {
      const reply = await after(s, 'plain-copy');
      return reply
        .list('data')
        .some((row) => at(row, 'current') === true && at(row, 'id') !== reply.v('current_file_id'));
    },
  ),
  fault(
    'flat',
    'files-no-current-id',
    '099',
    'no current_file_id',
    'GET files: no current_file_id',
    async (s) => (await after(s)).v('current_file_id') === undefined,
  ),
  fault(
    'deep',
    'files-current-id-of-original',
    '099',
    'current_file_id stays that of the original',
    'epub-rebuild; current_file_id is the original',
    async (s) => {
      const reply = await after(s, 'epub-rebuild');
      return at(original(reply), 'id') === reply.v('current_file_id');
    },
  ),
  fault(
    'flat',
    'files-without-original',
    '010',
    'the original is not listed',
    'GET files: no original',
    async (s) => original(await after(s)) === undefined,
  ),
  fault(
    'deep',
    'files-original-and-current-only',
    '097',
    'only original and current version are listed',
    'epub-rebuild twice: two rows',
    async (s) => (await after(s, 'epub-rebuild', 'epub-rebuild')).list('data').length === 2,
  ),
  fault(
    'deep',
    'files-at-most-three',
    '097',
    'from the third derived file on, the oldest one is dropped',
    'three runs: three rows',
    async (s) =>
      (await after(s, 'plain-copy', 'epub-rebuild', 'plain-copy')).list('data').length === 3,
  ),
  fault(
    'flat',
    'copy-not-listed',
    '097',
    'the file of plain-copy is not listed',
    'plain-copy: one row',
    async (s) => (await after(s, 'plain-copy')).list('data').length === 1,
  ),
  fault(
    'flat',
    'copy-becomes-current',
    '072',
    'a copy becomes the working version',
    'plain-copy; current_file_id changed',
    async (s) => {
      const reply = await after(s, 'plain-copy');
      return at(original(reply), 'id') !== reply.v('current_file_id');
    },
  ),
  fault(
    'flat',
    'replacement-not-current',
    '100',
    'a replacement does not become the working version',
    'epub-rebuild; current_file_id is the original',
    async (s) => {
      const reply = await after(s, 'epub-rebuild');
      return at(original(reply), 'id') === reply.v('current_file_id');
    },
  ),
  fault(
    'deep',
    'second-replacement-not-current',
    '100',
    'only the first replacement becomes the working version',
    'epub-rebuild twice; current_file_id is not the newest',
    async (s) => {
      const reply = await after(s, 'epub-rebuild', 'epub-rebuild');
      return reply.v('data.0.id') !== reply.v('current_file_id');
    },
  ),
  fault(
    'flat',
    'run-overwrites-original',
    '096',
    'a replacing run overwrites the bytes of the original',
    'epub-rebuild; the original grew',
    async (s) => at(original(await after(s, 'epub-rebuild')), 'bytes') !== 5,
  ),
  fault(
    'flat',
    'files-unknown-empty',
    '264',
    'an unknown publication has an empty list',
    'GET files of an unknown id: 200',
    async (s) => (await s.get('/publications/77/files')).status === 200,
  ),
  fault(
    'flat',
    'files-of-any-workspace',
    '222',
    'lists versions of any publication',
    'GET files of B with the key of A: 200',
    async (s) =>
      (await s.get(`/publications/${await s.publish('a.epub', 'x', B)}/files`)).status === 200,
  ),
  fault(
    'flat',
    'current-unknown-publication-reason',
    '265',
    'an unknown publication is answered file_not_found',
    'GET files/current of an unknown id',
    async (s) => (await s.get('/publications/77/files/current')).reason === 'file_not_found',
  ),
  fault(
    'deep',
    'current-of-any-workspace',
    '223',
    'shows the working version of any' + ' publication',
    'GET files/current of B with the key of A: 200',
    async (s) =>
      (await s.get(`/publications/${await s.publish('a.epub', 'x', B)}/files/current`)).status ===
      200,
  ),
  fault(
    'flat',
    'current-answers-original',
    '170',
    'answers the original',
    'epub-rebuild; files/current is not current_file_id',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      return (
        (await s.get(`/publications/${id}/files/current`)).v('file.id') !==
        (await s.get(`/publications/${id}/files`)).v('current_file_id')
      );
    },
  ),
  fault(
    'deep',
    'current-answers-newest',
    '170',
    'answers the newest version, also a copy',
    'plain-copy; files/current is the copy',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'plain-copy');
      return (await s.get(`/publications/${id}/files/current`)).v('file.made_by') !== null;
    },
  ),
  fault(
    'flat',
    'current-empty-200',
    '266',
    'without a file: 200 null',
    'seed-empty-publication; GET files/current: 200',
    async (s) => (await empty(s)).status === 200,
  ),
  fault(
    'deep',
    'current-empty-reason',
    '266',
    'without a file: publication_not_found',
    'seed-empty-publication; GET files/current: reason',
    async (s) => (await empty(s)).reason === 'publication_not_found',
  ),
  fault(
    'flat',
    'download-streams',
    '024',
    'answers 200 with the bytes',
    'GET download: 200',
    async (s) => (await download(s)).status === 200,
  ),
  fault(
    'flat',
    'download-307',
    '173',
    'answers 307',
    'GET download: 307',
    async (s) => (await download(s)).status === 307,
  ),
  fault(
    'flat',
    'download-link-in-body',
    '174',
    'the link is in the body alone',
    'GET download: no Location',
    async (s) => (await download(s)).headers.get('location') === null,
  ),
  fault(
    'flat',
    'download-location-relative',
    '174',
    'Location is a path',
    'GET download: Location begins with /',
    async (s) => (await download(s)).headers.get('location')?.startsWith('/') === true,
  ),
  fault(
    'flat',
    'download-link-a-minute',
    '175',
    'valid for a minute',
    'GET Location after 5 minutes: 403',
    async (s) => (await late(s, 5)) === 403,
  ),
  fault(
    'flat',
    'download-link-an-hour',
    '176',
    'valid for an hour',
    'GET Location after 30 minutes: 200',
    async (s) => (await late(s, 30)) === 200,
  ),
  fault(
    'deep',
    'download-link-11-minutes',
    '176',
    'valid for 11 minutes',
    'GET Location after 10.5 minutes: 200',
    async (s) => (await late(s, 10.5)) === 200,
  ),
  fault(
    'deep',
    'download-link-reused',
    '175',
    'a link that is still valid is given again, with its old end',
    'GET download; 6 minutes; GET download; 6 minutes; GET Location: 403',
    async (s) => {
      const file = await fileOf(s);
      await s.get(`/files/${file}/download`);
      await s.advance(6 * MINUTE);
      const link = await s.get(`/files/${file}/download`);
      await s.advance(6 * MINUTE);
      return (await fetched(s, link)).status === 403;
    },
  ),
  fault(
    'flat',
    'download-link-needs-key',
    '025',
    'the link needs a key',
    'GET Location without Authorization: 401',
    async (s) => (await fetched(s, await download(s))).status === 401,
  ),
  fault(
    'deep',
    'download-derived-gives-original',
    '102',
    'the link of a derived file gives the bytes of the original',
    'epub-rebuild; download the working version: 5 bytes',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      const file = (await s.get(`/publications/${id}`)).s('publication.working.file');
      return (await fetched(s, await s.get(`/files/${file}/download`))).bytes.length === 5;
    },
  ),
  fault(
    'flat',
    'download-of-any-workspace',
    '226',
    'gives links to any file',
    'GET download of a file of B with the key of A: 302',
    async (s) => (await s.get(`/files/${await fileOf(s, B)}/download`)).status === 302,
  ),
  fault(
    'deep',
    'download-derived-of-any-workspace',
    '226',
    'the workspace of derived files is not looked at',
    'a derived file of A with the key of B: 302',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      const file = (await s.get(`/publications/${id}`)).s('publication.working.file');
      return (await s.get(`/files/${file}/download`, B)).status === 302;
    },
  ),
  fault(
    'flat',
    'download-foreign-403',
    '226',
    'answers 403 for a foreign file',
    'GET download of a file of B with the key of A: 403',
    async (s) => (await s.get(`/files/${await fileOf(s, B)}/download`)).status === 403,
  ),
  fault(
    'flat',
    'download-unknown-reason',
    '267',
    'the reason is publication_not_found',
    'GET download of an unknown file: reason',
    async (s) => (await s.get('/files/77/download')).reason === 'publication_not_found',
  ),
  fault(
    'flat',
    'download-unknown-410',
    '267',
    'answers 410',
    'GET download of an unknown file: 410',
    async (s) => (await s.get('/files/77/download')).status === 410,
  ),
  fault(
    'flat',
    'withheld-503',
    '268',
    'answers 503',
    'withhold-downloads: 503',
    async (s) => (await withheld(s)).status === 503,
  ),
  fault(
    'flat',
    'withheld-reason',
    '268',
    'the reason is storage_unavailable',
    'withhold-downloads: reason',
    async (s) => (await withheld(s)).reason === 'storage_unavailable',
  ),
  fault(
    'flat',
    'withheld-ignored',
    '268',
    'a link is given all the same',
    'withhold-downloads: 302',
    async (s) => (await withheld(s)).status === 302,
  ),
  fault(
    'deep',
    'withheld-derived-served',
    '268',
    'links to derived files are given all the same',
    'epub-rebuild; withhold-downloads: 302',
    async (s) => (await withheld(s, 'epub-rebuild')).status === 302,
  ),
];
