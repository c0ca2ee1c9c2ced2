import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site, Upload} from './probe-kit.ts';

const MINUTE = 60_000;
const B = 'second-workspace';

async function seed(s: Site, count: number, role = 'full'): Promise<void> {
  await s.hook('seed-publications', {role, count});
}

/** The page that follows a page of the list. */
async function after(s: Site, page: Reply): Promise<Reply> {
  return s.get(`/publications?cursor=${page.s('next_cursor')}`);
}

/** An upload of which a byte is missing in the storage. */
async function incomplete(s: Site): Promise<Upload> {
  const upload = await s.land('book.epub', 'byte');
  return {...upload, size_bytes: 5};
}

/** Part D: uploads and publications. */
export const LIBRARY_FAULTS_D: readonly Fault[] = [
  fault(
    'flat',
    'put-needs-unlisted-header',
    '125',
    'the storage wants a header that the reservation did not return',
    'POST uploads, PUT with its headers: 403',
    async (s) => (await s.put(await s.reserve(), 'bytes')).status !== 200,
  ),
  fault(
    'flat',
    'register-spends-two',
    '129',
    'a registration spends two places',
    'register; 98 left',
    async (s) => {
      await s.publish();
      return (await s.left()) !== 99;
    },
  ),
  fault(
    'flat',
    'register-incomplete-as-not-found',
    '262',
    'another stored size is answered upload_not_found',
    'PUT fewer bytes; register: the reason',
    async (s) => (await s.register(await incomplete(s))).reason !== 'upload_incomplete',
  ),
  fault(
    'deep',
    'reserve-size-as-int32',
    '270',
    'sizes are cut to 32 bits with a sign before they are judged',
    'POST uploads a.epub of 3,000,000,000 bytes: 201',
    async (s) => (await s.reserve('a.epub', 3_000_000_000)).status !== 422,
  ),
  fault(
    'deep',
    'register-consumes-same-name',
    '128',
    'a registration uses up the other uploads of the same file name',
    'land two book.epub; register both: the second is refused',
    async (s) => {
      const [one, two] = [await s.land(), await s.land()];
      await s.register(one);
      return (await s.register(two)).status !== 201;
    },
  ),
  fault(
    'deep',
    'register-incomplete-passes-second-time',
    '262',
    'an upload that was refused for its size is taken at the second try',
    'PUT fewer bytes; register twice: 201',
    async (s) => {
      const upload = await incomplete(s);
      await s.register(upload);
      return (await s.register(upload)).reason !== 'upload_incomplete';
    },
  ),
  fault(
    'flat',
    'list-without-titles',
    '091',
    'rows of the list have no title',
    'register; GET publications: no title',
    async (s) => {
      await s.publish();
      return (await s.get('/publications')).v('data.0.name') === undefined;
    },
  ),
  fault(
    'flat',
    'publication-created-is-now',
    '095',
    'the creation time is the time of the request',
    'GET a publication twice, a minute apart: two times',
    async (s) => {
      const path = `/publications/${await s.publish()}`;
      const first = (await s.get(path)).v('publication.created');
      await s.advance(MINUTE);
      return (await s.get(path)).v('publication.created') !== first;
    },
  ),
  fault(
    'flat',
    'publication-unknown-200',
    '263',
    'an unknown publication is 200 with null',
    'GET an unknown publication',
    async (s) => (await s.get('/publications/77')).status !== 404,
  ),
  fault(
    'deep',
    'list-cursor-stuck-on-page-two',
    '193',
    'the second page gives the cursor that led to it',
    'seed 120, walk: the third page is the second',
    async (s) => {
      await seed(s, 120);
      const second = await after(s, await s.get('/publications'));
      return (await after(s, second)).v('data.0.id') === second.v('data.0.id');
    },
  ),
  fault(
    'deep',
    'list-more-counts-neighbours',
    '192',
    'has_more counts the publications of all workspaces',
    'seed 50 in A and 10 in B; GET publications of A: has_more',
    async (s) => {
      await seed(s, 50);
      await seed(s, 10, B);
      return (await s.get('/publications')).v('has_more') === true;
    },
  ),
  fault(
    'deep',
    'list-cursor-void-after-addition',
    '194',
    'cursors are refused once a publication was added',
    'seed 60; first page; register; second page: refused',
    async (s) => {
      await seed(s, 60);
      const first = await s.get('/publications');
      await s.publish();
      return (await after(s, first)).list('data').length !== 10;
    },
  ),
  fault(
    'deep',
    'audiobook-becomes-book-after-run',
    '089',
    'a run that derives a file makes a book of an audiobook',
    'register a.mp3; plain-copy; GET it: book',
    async (s) => {
      const id = await s.publish('a.mp3');
      await s.done(id, 'plain-copy');
      const [one] = (await s.get('/publications')).list('data');
      return at(one, 'kind') !== 'audiobook';
    },
  ),
];
