import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const MINUTE = 60_000;

async function seed(s: Site, count: number, role = 'full'): Promise<void> {
  await s.hook('seed-publications', {role, count});
}

async function walk(s: Site): Promise<unknown[]> {
  const ids: unknown[] = [];
  let path = '/publications';
  for (;;) {
    const page = await s.get(path);
    for (const row of page.list('data')) ids.push(at(row, 'id'));
    if (page.v('has_more') !== true) return ids;
    path = `/publications?cursor=${page.s('next_cursor')}`;
  }
}

async function fetched(s: Site, location: string): Promise<number> {
  return (await s.ask('GET', location, undefined, {auth: null})).status;
}

async function link(s: Site, id: string, key = 'full'): Promise<Reply> {
  const file = (await s.get(`/publications/${id}/files/current`)).s('file.id');
  return s.get(`/files/${file}/download`, key);
}

async function leave(s: Site, places: number | null): Promise<void> {
  await s.hook('leave-places', {role: 'full', places});
}

async function withhold(s: Site, role: string): Promise<void> {
  await s.hook('withhold-downloads', {role});
}

/** Part C: what only some values, states and moments of the library show. */
export const SUBTLE_LIBRARY_FAULTS_C: readonly Fault[] = [
  fault(
    'deep',
    'workspace-in-body',
    '021',
    'a member workspace of a body chooses the workspace',
    'POST uploads with workspace 41070: a key of 41070',
    async (s) =>
      (await s.post('/uploads', {file_name: 'a.epub', byte_count: 5, workspace: '41070'}))
        .s('reserved.key')
        .startsWith('spaces/41070/'),
  ),
  fault(
    'deep',
    'quota-before-ability',
    '236',
    'createUpload judges the allowance before the ability',
    'leave-places 0; POST uploads with read-only: 422',
    async (s) => {
      await leave(s, 0);
      return (await s.reserve('book.epub', 5, 'read-only')).status === 422;
    },
  ),
  fault(
    'deep',
    'reserve-race-same-id',
    '083',
    'the id is drawn, then (later) counted',
    'two POST uploads at once: equal ids',
    async (s) => {
      const all = await Promise.all([1, 2, 3].map(() => s.reserve()));
      return new Set(all.map((one) => one.s('reserved.id'))).size < 3;
    },
  ),
  fault(
    'deep',
    'size-unlimited-for-audio',
    '270',
    'audiobooks have no size limit',
    'POST uploads a.mp3 of 10 GB: 201',
    async (s) => (await s.reserve('a.mp3', 1e10)).status === 201,
  ),
  fault(
    'deep',
    'register-name-latin',
    '086',
    'file names outside ASCII are read as Latin-1, and refused',
    'register a name with umlauts: 422',
    async (s) => (await s.register(await s.land('Überfahrt.epub'))).status === 422,
  ),
  fault(
    'deep',
    'register-again-spends',
    '131',
    'the refusal of a second registration spends a place',
    'register twice: two places',
    async (s) => {
      const upload = await s.land();
      await s.register(upload);
      const before = await s.left();
      await s.register(upload);
      return (await s.left()) !== before;
    },
  ),
  fault(
    'deep',
    'quota-refusal-burns-upload',
    '128',
    'after a refusal for the allowance the upload counts as registered',
    'leave-places 0, register, leave-places 5, register: 409',
    async (s) => {
      const upload = await s.land();
      await leave(s, 0);
      await s.register(upload);
      await leave(s, 5);
      return (await s.register(upload)).status !== 201;
    },
  ),
  fault(
    'deep',
    'list-by-newest-version',
    '189',
    'the list is sorted by the latest version',
    'two publications; run on the older; it comes first',
    async (s) => {
      const id = await s.publish();
      await s.advance(1000);
      await s.publish();
      await s.done(id, 'epub-rebuild');
      return (await s.get('/publications')).v('data.0.id') === id;
    },
  ),
  fault(
    'deep',
    'list-cached-first-page',
    '132',
    'the first page is kept for an hour',
    'list, register, list: it is missing',
    async (s) => {
      await s.get('/publications');
      const id = await s.publish();
      return (await s.get('/publications')).v('data.0.id') !== id;
    },
  ),
  fault(
    'deep',
    'list-third-page-skips-one',
    '193',
    'the third page begins one row too late',
    'seed 120, walk: 119',
    async (s) => {
      await seed(s, 120);
      return new Set(await walk(s)).size !== 120;
    },
  ),
  fault(
    'deep',
    'cursor-carries-workspace',
    '220',
    'a cursor leads to the list of the workspace that it was given to',
    'seed 51 in B; list of A with the cursor of B: rows of B',
    async (s) => {
      await seed(s, 51, B);
      const cursor = (await s.get('/publications', B)).s('next_cursor');
      return (await s.get(`/publications?cursor=${cursor}`)).list('data').length > 0;
    },
  ),
  fault(
    'deep',
    'same-tool-replaces-version',
    '097',
    'a second run of a tool drops the version that the first one made',
    'plain-copy twice; files: two rows',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'plain-copy');
      await s.done(id, 'plain-copy');
      return (await s.get(`/publications/${id}/files`)).list('data').length !== 3;
    },
  ),
  fault(
    'deep',
    'download-link-renewed-by-use',
    '176',
    'each use of a link gives it ten minutes more',
    'download; GET after 9 and after 12 minutes: 200',
    async (s) => {
      const location = (await link(s, await s.publish())).headers.get('location') ?? '';
      await s.advance(9 * MINUTE);
      await fetched(s, location);
      await s.advance(3 * MINUTE);
      return (await fetched(s, location)) === 200;
    },
  ),
  fault(
    'deep',
    'foreign-file-told-when-withheld',
    '227',
    'while downloads are withheld, foreign files are answered 409, unknown ones 404',
    'withhold; GET download of B with A: 409',
    async (s) => {
      const id = await s.publish('a.epub', 'x', B);
      const file = (await s.get(`/publications/${id}/files/current`, B)).s('file.id');
      await withhold(s, 'full');
      return (await s.get(`/files/${file}/download`)).status !== 404;
    },
  ),
  fault(
    'deep',
    'reader-conversion-dropped-in-flight',
    '107',
    'while a push is in flight, rows have no conversion status',
    'push; GET reader at once',
    async (s) => {
      const id = await s.publish();
      await s.hook('push-mirrors', {role: 'full', publication: id});
      return (await s.get(`/publications/${id}/reader`)).v('copies.0.conversion') === undefined;
    },
  ),
];
