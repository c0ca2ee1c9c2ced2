import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';

async function one(s: Site): Promise<Reply> {
  return s.get(`/publications/${await s.publish()}`);
}

async function seed(s: Site, count: number, role = 'full'): Promise<void> {
  await s.hook('seed-publications', {role, count});
}

async function walk(s: Site, count: number): Promise<string[]> {
  await seed(s, count);
  const ids: string[] = [];
  let path = '/publications';
  for (let turn = 0; turn < 20; turn += 1) {
    const page = await s.get(path);
    for (const row of page.list('data')) ids.push(String(at(row, 'id')));
    if (page.v('has_more') !== true) return ids;
    path = `/publications?cursor=${page.s('next_cursor')}`;
  }
  return ids;
}

async function second(s: Site): Promise<Reply> {
  const page = await s.get('/publications');
  return s.get(`/publications?cursor=${page.s('next_cursor')}`);
}

async function rewritten(s: Site): Promise<{id: string; reply: Reply}> {
  const id = await s.publish();
  await s.done(id, 'epub-rebuild');
  return {id, reply: await s.get(`/publications/${id}`)};
}

/** The faults of publications and their list. */
export const LIBRARY_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'publication-no-type',
    '089',
    'no type',
    'GET publication: no type',
    async (s) => (await one(s)).v('publication.kind') === undefined,
  ),
  fault(
    'flat',
    'publication-no-status',
    '090',
    'no status',
    'GET publication: no status',
    async (s) => (await one(s)).v('publication.state') === undefined,
  ),
  fault(
    'flat',
    'publication-no-title',
    '091',
    'no title',
    'GET publication: no title',
    async (s) => (await one(s)).v('publication.name') === undefined,
  ),
  fault(
    'flat',
    'publication-no-created',
    '095',
    'no creation time',
    'GET publication: no creation time',
    async (s) => (await one(s)).v('publication.created') === undefined,
  ),
  fault(
    'flat',
    'publication-no-original-size',
    '092',
    'no size of the original',
    'GET publication: no size',
    async (s) => (await one(s)).v('publication.original.bytes') === undefined,
  ),
  fault(
    'flat',
    'publication-no-working-file',
    '093',
    'no working file',
    'GET publication: no working file',
    async (s) => (await one(s)).v('publication.working.file') === undefined,
  ),
  fault(
    'flat',
    'publication-created-offset',
    '095',
    'the creation time is two hours early',
    'register; the creation time is not near now',
    async (s) =>
      Math.abs(Date.parse((await one(s)).s('publication.created')) - Date.UTC(2026, 2, 30, 12)) >
      60_000,
  ),
  fault(
    'deep',
    'publication-created-moves',
    '095',
    'the creation time is that of the newest version',
    'register; run epub-rebuild; it moved',
    async (s) => {
      const id = await s.publish();
      const before = (await s.get(`/publications/${id}`)).s('publication.created');
      await s.done(id, 'epub-rebuild');
      return (await s.get(`/publications/${id}`)).s('publication.created') !== before;
    },
  ),
  fault(
    'deep',
    'publication-audiobook-as-book',
    '089',
    'an audiobook has the type of a book',
    'register a.m4b: type book',
    async (s) =>
      (await s.get(`/publications/${await s.publish('a.m4b')}`)).v('publication.kind') === 'book',
  ),
  fault(
    'deep',
    'publication-original-size-of-working',
    '092',
    'the size of the original is that of the working file',
    'register 5 bytes; epub-rebuild; the original size is not 5',
    async (s) => (await rewritten(s)).reply.v('publication.original.bytes') !== 5,
  ),
  fault(
    'deep',
    'publication-working-id-stale',
    '093',
    'the working file id stays that of the original',
    'epub-rebuild; the id differs from current_file_id',
    async (s) => {
      const {id, reply} = await rewritten(s);
      return (
        (await s.get(`/publications/${id}/files`)).v('current_file_id') !==
        reply.v('publication.working.file')
      );
    },
  ),
  fault(
    'deep',
    'list-working-size-stale',
    '094',
    'the list shows the size of the original as working size',
    'epub-rebuild; list row and single read differ',
    async (s) => {
      const {reply} = await rewritten(s);
      return (
        (await s.get('/publications')).v('data.0.working.bytes') !==
        reply.v('publication.working.bytes')
      );
    },
  ),
  fault(
    'deep',
    'list-title-ascii',
    '091',
    'the list replaces letters outside ASCII by ?',
    'register Käse.epub; the titles of list row and single read differ',
    async (s) => {
      const id = await s.publish('K\u00e4se.epub');
      return (
        (await s.get('/publications')).v('data.0.name') !==
        (await s.get(`/publications/${id}`)).v('publication.name')
      );
    },
  ),
  fault(
    'flat',
    'list-page-of-20',
    '191',
    'a page holds 20 rows',
    'seed 51; GET publications: 20 rows',
    async (s) => {
      await seed(s, 51);
      return (await s.get('/publications')).list('data').length < 50;
    },
  ),
  fault(
    'flat',
    'list-page-of-51',
    '190',
    'a page holds 51 rows',
    'seed 60; GET publications: 51 rows',
    async (s) => {
      await seed(s, 60);
      return (await s.get('/publications')).list('data').length > 50;
    },
  ),
  fault(
    'deep',
    'list-later-pages-of-100',
    '190',
    'later pages hold 100 rows',
    'seed 120; page 2: 70 rows',
    async (s) => {
      await seed(s, 120);
      return (await second(s)).list('data').length > 50;
    },
  ),
  fault(
    'flat',
    'list-oldest-first',
    '189',
    'oldest first',
    'register two; the first row is the older',
    async (s) => {
      const older = await s.publish('a.epub');
      await s.publish('b.epub');
      return (await s.get('/publications')).v('data.0.id') === older;
    },
  ),
  fault(
    'flat',
    'list-by-title',
    '189',
    'sorted by title',
    'register a, then b; the first row is a',
    async (s) => {
      const older = await s.publish('a.epub');
      await s.publish('b.epub');
      return (await s.get('/publications')).v('data.0.id') === older;
    },
  ),
  fault(
    'flat',
    'list-more-always-false',
    '192',
    'has_more is always false',
    'seed 51; has_more false',
    async (s) => {
      await seed(s, 51);
      return (await s.get('/publications')).v('has_more') === false;
    },
  ),
  fault(
    'deep',
    'list-more-when-page-full',
    '192',
    'has_more is true when the page is full',
    'seed exactly 50; has_more true',
    async (s) => {
      await seed(s, 50);
      return (await s.get('/publications')).v('has_more') === true;
    },
  ),
  fault(
    'flat',
    'list-no-more-flag',
    '114',
    'no has_more',
    'GET publications: no has_more',
    async (s) => (await s.get('/publications')).v('has_more') === undefined,
  ),
  fault(
    'flat',
    'list-more-as-text',
    '114',
    'has_more is a string',
    'GET publications: "false"',
    async (s) => typeof (await s.get('/publications')).v('has_more') === 'string',
  ),
  fault(
    'flat',
    'list-data-renamed',
    '011',
    'data is called items',
    'GET publications: no data',
    async (s) => (await s.get('/publications')).v('data') === undefined,
  ),
  fault(
    'deep',
    'list-last-page-without-cursor-member',
    '113',
    'the last page has no next_cursor member',
    'GET publications: no next_cursor',
    async (s) => (await s.get('/publications')).v('next_cursor') === undefined,
  ),
  fault(
    'flat',
    'list-cursor-required',
    '187',
    'cursor is required',
    'GET publications: 422',
    async (s) => (await s.get('/publications')).status === 422,
  ),
  fault(
    'deep',
    'list-cursor-inclusive',
    '188',
    'a page begins with the last row again',
    'seed 51; page 2 repeats a row',
    async (s) => {
      const ids = await walk(s, 51);
      return new Set(ids).size < ids.length;
    },
  ),
  fault(
    'deep',
    'list-cursor-by-time',
    '193',
    'rows of the same moment as the last row are skipped',
    'seed 60 at once; walk: 50 rows',
    async (s) => (await walk(s, 60)).length < 60,
  ),
  fault(
    'deep',
    'list-by-offset',
    '194',
    'pages by offset',
    'seed 60; page 1; register; page 2 repeats a row',
    async (s) => {
      await seed(s, 60);
      const page = await s.get('/publications');
      await s.publish();
      const next = await s.get(`/publications?cursor=${page.s('next_cursor')}`);
      return at(next.list('data')[0], 'id') === at(page.list('data').at(-1), 'id');
    },
  ),
  fault(
    'flat',
    'list-of-all-workspaces',
    '220',
    'lists every workspace',
    'register in B; list of A: the id',
    async (s) => {
      await s.publish('a.epub', 'x', B);
      return (await s.get('/publications')).list('data').length === 1;
    },
  ),
  fault(
    'deep',
    'list-later-pages-of-all',
    '220',
    'pages after the first list every workspace',
    'seed 51 in B, then 51 in A; page 2 of A: 50',
    async (s) => {
      await seed(s, 51, B);
      await seed(s, 51);
      return (await second(s)).list('data').length > 1;
    },
  ),
  fault(
    'flat',
    'unknown-publication-400',
    '263',
    'answers 400',
    'GET unknown publication: 400',
    async (s) => (await s.get('/publications/77')).status === 400,
  ),
  fault(
    'flat',
    'unknown-publication-reason',
    '263',
    'the reason is not_found',
    'GET unknown publication: reason',
    async (s) => (await s.get('/publications/77')).reason === 'not_found',
  ),
  fault(
    'deep',
    'publication-id-as-number',
    '263',
    'ids are compared as numbers',
    'GET the id without its leading zeros: 200',
    async (s) =>
      (await s.get(`/publications/${(await s.publish()).replace(/^0+/, '')}`)).status === 200,
  ),
  fault(
    'deep',
    'publication-id-start',
    '263',
    'what follows the id is ignored',
    'GET the id and one more digit: 200',
    async (s) => (await s.get(`/publications/${await s.publish()}9`)).status === 200,
  ),
  fault(
    'flat',
    'foreign-publication-403',
    '221',
    'answers 403',
    'GET a publication of B with the key of A: 403',
    async (s) => (await s.get(`/publications/${await s.publish('a.epub', 'x', B)}`)).status === 403,
  ),
  fault(
    'deep',
    'foreign-publication-told',
    '227',
    'detail tells that it is elsewhere',
    'GET a publication of B with the key of A: detail',
    async (s) =>
      (await s.get(`/publications/${await s.publish('a.epub', 'x', B)}`)).v('detail.elsewhere') !==
      undefined,
  ),
  fault(
    'flat',
    'publication-of-any-workspace',
    '221',
    'reads any publication',
    'GET a publication of B with the key of A: 200',
    async (s) => (await s.get(`/publications/${await s.publish('a.epub', 'x', B)}`)).status === 200,
  ),
  fault(
    'deep',
    'list-without-audiobooks',
    '132',
    'audiobooks are not listed',
    'register a.m4b; GET publications: not there',
    async (s) => {
      await s.publish('a.m4b');
      return (await s.get('/publications')).list('data').length === 0;
    },
  ),
  fault(
    'deep',
    'publication-readable-later',
    '133',
    'in the first five seconds a publication is not found',
    'register; GET at once: 404',
    async (s) => (await one(s)).status === 404,
  ),
];
