import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const MINUTE = 60_000;
const B = 'second-workspace';

async function nobody(s: Site, path: string): Promise<Reply> {
  return s.ask('GET', path.startsWith('http') ? path : `/api/v1${path}`, undefined, {auth: null});
}

/** The id of the version that is the current one. */
async function current(s: Site, id: string): Promise<string> {
  return (await s.get(`/publications/${id}/files/current`)).s('file.id');
}

async function link(s: Site, file: string): Promise<string> {
  return (await s.get(`/files/${file}/download`)).headers.get('location') ?? '';
}

async function empty(s: Site, role: string): Promise<string> {
  return (await s.hook('seed-empty-publication', {role})).s('publications.0');
}

async function push(s: Site, id: string, role = 'full'): Promise<void> {
  await s.hook('push-mirrors', {role, publication: id});
}

/** The mirrors of a publication. */
async function mirrors(s: Site, id: string): Promise<unknown[]> {
  return (await s.get(`/publications/${id}/reader`)).list('copies');
}

/** Part D: versions, downloads and mirrors. */
export const FILE_FAULTS_D: readonly Fault[] = [
  fault(
    'flat',
    'current-public',
    '171',
    'serves the working version without a key',
    'GET files/current without Authorization: 200',
    async (s) =>
      (await nobody(s, `/publications/${await s.publish()}/files/current`)).status === 200,
  ),
  fault(
    'flat',
    'files-unguarded',
    '169',
    'listPublicationFiles checks no ability',
    'GET files with write-only: 200',
    async (s) =>
      (await s.get(`/publications/${await s.publish()}/files`, 'write-only')).status === 200,
  ),
  fault(
    'flat',
    'files-flag-never-set',
    '098',
    'no row is current',
    'register; GET files: no flag is true',
    async (s) =>
      (await s.get(`/publications/${await s.publish()}/files`)).v('data.0.current') !== true,
  ),
  fault(
    'deep',
    'files-current-id-one-behind',
    '099',
    'after a second replacement current_file_id is the first one',
    'epub-rebuild twice; files: id and flag differ',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'epub-rebuild');
      await s.done(id, 'epub-rebuild');
      const files = await s.get(`/publications/${id}/files`);
      return files.v('current_file_id') !== files.v('data.0.id');
    },
  ),
  fault(
    'deep',
    'files-empty-404',
    '167',
    'the version list of a publication without a file is 404',
    'seed-empty-publication; GET files: 404',
    async (s) => (await s.get(`/publications/${await empty(s, 'full')}/files`)).status !== 200,
  ),
  fault(
    'deep',
    'foreign-empty-current-told',
    '223',
    'the working version of a foreign publication without a file is file_not_found',
    'seed-empty-publication in B; GET files/current with A: the reason',
    async (s) => {
      const path = `/publications/${await empty(s, B)}/files/current`;
      return (await s.get(path)).reason !== 'publication_not_found';
    },
  ),
  fault('flat', 'download-301', '173', 'downloadFile answers 301', 'GET download', async (s) => {
    const file = await current(s, await s.publish());
    return (await s.get(`/files/${file}/download`)).status !== 302;
  }),
  fault(
    'flat',
    'download-unknown-redirects',
    '267',
    'an unknown file is redirected to a link that leads nowhere',
    'GET download of an unknown file: 302',
    async (s) => (await s.get('/files/77/download')).status !== 404,
  ),
  fault(
    'deep',
    'download-link-voided-by-next',
    '175',
    'the next link to a file voids the one before',
    'download twice; GET the first link: refused',
    async (s) => {
      const file = await current(s, await s.publish());
      const first = await link(s, file);
      await s.advance(MINUTE);
      await link(s, file);
      return (await nobody(s, first)).status !== 200;
    },
  ),
  fault(
    'deep',
    'download-of-original-gives-working',
    '025',
    'the link to the original gives the working version once there is another',
    'epub-rebuild; download the original: other bytes',
    async (s) => {
      const id = await s.publish();
      const original = await current(s, id);
      await s.done(id, 'epub-rebuild');
      return (await nobody(s, await link(s, original))).bytes.toString() !== 'bytes';
    },
  ),
  fault(
    'deep',
    'withheld-remembered',
    '173',
    'a file whose download was refused once stays refused',
    'withhold, download, give back, download: 409',
    async (s) => {
      const file = await current(s, await s.publish());
      await s.hook('withhold-downloads', {role: 'full'});
      await link(s, file);
      await s.hook('withhold-downloads', {role: 'full', withheld: false});
      return (await link(s, file)) === '';
    },
  ),
  fault(
    'flat',
    'reader-public',
    '180',
    'serves the mirrors without a key',
    'GET reader without Authorization: 200',
    async (s) => (await nobody(s, `/publications/${await s.publish()}/reader`)).status === 200,
  ),
  fault(
    'flat',
    'reader-without-kind',
    '015',
    'rows do not say which mirror they are',
    'push; GET reader: no mirror',
    async (s) => {
      const id = await s.publish();
      await push(s, id);
      return at((await mirrors(s, id))[0], 'mirror') === undefined;
    },
  ),
  fault(
    'deep',
    'reader-mirrors-by-title',
    '110',
    'mirrors are kept by title: another publication of that title has them, too',
    'register two book.epub; push one; GET reader of the other: rows',
    async (s) => {
      const [one, two] = [await s.publish(), await s.publish()];
      await push(s, one);
      return (await mirrors(s, two)).length > 0;
    },
  ),
  fault(
    'deep',
    'reader-rows-lost-by-replacement',
    '015',
    'a new working version takes the mirrors away',
    'push; epub-rebuild; GET reader: no rows',
    async (s) => {
      const id = await s.publish();
      await push(s, id);
      await s.done(id, 'epub-rebuild');
      return (await mirrors(s, id)).length === 0;
    },
  ),
  fault(
    'deep',
    'foreign-pushed-reader-served',
    '224',
    'mirrors of a foreign publication are served once it was pushed',
    'push in B; GET reader with A: 200',
    async (s) => {
      const id = await s.publish('a.epub', 'x', B);
      await push(s, id, B);
      return (await s.get(`/publications/${id}/reader`)).status !== 404;
    },
  ),
];
