import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const REBUILD = 'epub-rebuild';

async function seed(s: Site, count: number): Promise<void> {
  await s.hook('seed-publications', {role: 'full', count});
}

/** The second page of a list of so many publications. */
async function secondOf(s: Site, count: number): Promise<Reply> {
  await seed(s, count);
  return after(s, await s.get('/publications'));
}

async function after(s: Site, page: Reply): Promise<Reply> {
  return s.get(`/publications?cursor=${encodeURIComponent(page.s('next_cursor'))}`);
}

function ids(page: Reply): string[] {
  return page.list('data').map((row) => String(at(row, 'id')));
}

/** Part E: the list and the single publication. */
export const LIBRARY_FAULTS_E: readonly Fault[] = [
  fault(
    'deep',
    'list-second-page-reversed',
    '189',
    'later pages are in reversed order',
    'seed 60; second page: the oldest comes first',
    async (s) => {
      const [first = '', second = ''] = ids(await secondOf(s, 60));
      return first < second;
    },
  ),
  fault(
    'deep',
    'list-cursor-once',
    '188',
    'a cursor can be used once',
    'seed 60; second page twice with one cursor: refused',
    async (s) => {
      await seed(s, 60);
      const first = await s.get('/publications');
      await after(s, first);
      return (await after(s, first)).status !== 200;
    },
  ),
  fault(
    'deep',
    'list-more-of-whole-count',
    '192',
    'has_more compares the number of all publications with a page',
    'seed 60; second page: has_more true',
    async (s) => (await secondOf(s, 60)).v('has_more') !== false,
  ),
  fault(
    'deep',
    'list-leaves-out-fileless',
    '193',
    'publications without a file are missing from the list, as by an inner join',
    'seed-empty-publication; GET publications: not there',
    async (s) => {
      await s.hook('seed-empty-publication', {role: 'full'});
      return ids(await s.get('/publications')).length !== 1;
    },
  ),
  fault(
    'deep',
    'list-row-per-version',
    '193',
    'a publication is listed once for each of its versions, as by a join',
    'epub-rebuild; GET publications: two rows',
    async (s) => {
      await s.done(await s.publish(), REBUILD);
      return ids(await s.get('/publications')).length !== 1;
    },
  ),
  fault(
    'deep',
    'list-page-of-joined-rows',
    '191',
    'a page ends after 50 versions, not after 50 publications',
    'seed 60; plain-copy on the newest; GET publications: 49 rows',
    async (s) => {
      await seed(s, 60);
      await s.done(await s.publish(), 'plain-copy');
      return ids(await s.get('/publications')).length !== 50;
    },
  ),
  fault(
    'deep',
    'working-size-lags-one-replacement',
    '094',
    'the size of the working file is that of the file which the last tool read',
    'epub-rebuild; GET publication: size of the original',
    async (s) => {
      const id = await s.publish();
      await s.done(id, REBUILD);
      const shown = (await s.get(`/publications/${id}`)).v('publication.working.bytes');
      return shown !== (await s.get(`/publications/${id}/files/current`)).v('file.bytes');
    },
  ),
];
