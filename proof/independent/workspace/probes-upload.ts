import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const MINUTE = 60_000;
const MB = 1024 * 1024;

async function none(s: Site): Promise<Reply> {
  await s.hook('leave-places', {role: 'full', places: 0});
  return s.reserve();
}

async function putAfter(s: Site, minutes: number): Promise<number> {
  const reserved = await s.reserve();
  await s.advance(minutes * MINUTE);
  return (await s.put(reserved, 'bytes')).status;
}

async function back(s: Site, bytes: Buffer | string, name = 'a.epub'): Promise<Buffer> {
  const id = await s.publish(name, bytes);
  const file = (await s.get(`/publications/${id}`)).s('publication.working.file');
  const link = (await s.get(`/files/${file}/download`)).headers.get('location') ?? '/none';
  return (await s.ask('GET', link, undefined, {auth: null})).bytes;
}

/** The faults of reservation and storage. */
export const UPLOAD_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'reserve-200',
    '119',
    'createUpload answers 200',
    'POST uploads: 200',
    async (s) => (await s.reserve()).status === 200,
  ),
  fault(
    'flat',
    'reserve-url-renamed',
    '080',
    'upload_url is called put_url',
    'POST uploads: no upload_url',
    async (s) => (await s.reserve()).v('upload_url') === undefined,
  ),
  fault(
    'flat',
    'reserve-url-relative',
    '080',
    'upload_url is a path',
    'POST uploads: upload_url begins with /',
    async (s) => (await s.reserve()).s('upload_url').startsWith('/'),
  ),
  fault(
    'flat',
    'reserve-no-headers',
    '081',
    'no headers are given',
    'POST uploads: no headers',
    async (s) => (await s.reserve()).v('transfer.headers') === undefined,
  ),
  fault(
    'flat',
    'reserve-ticket-left-out',
    '125',
    'one of the signed headers is not given, so the PUT is refused',
    'POST uploads; PUT with the given headers: 403',
    async (s) => (await s.put(await s.reserve(), 'bytes')).status === 403,
  ),
  fault(
    'flat',
    'reserve-no-key',
    '082',
    'the reservation does not tell the key',
    'POST uploads: no key',
    async (s) => (await s.reserve()).v('reserved.key') === undefined,
  ),
  fault(
    'deep',
    'reserve-same-name-same-id',
    '083',
    'a second open reservation of the same file name gets the same id',
    'POST uploads twice with one name: equal ids',
    async (s) =>
      (await s.reserve('a.epub')).v('reserved.id') === (await s.reserve('a.epub')).v('reserved.id'),
  ),
  fault(
    'flat',
    'reserve-without-allowance',
    '196',
    'createUpload checks no allowance',
    'leave-places 0; POST uploads: 201',
    async (s) => (await none(s)).status === 201,
  ),
  fault(
    'flat',
    'quota-403',
    '256',
    'a spent allowance is answered 403',
    'leave-places 0; POST uploads: 403',
    async (s) => (await none(s)).status === 403,
  ),
  fault(
    'flat',
    'quota-reason-renamed',
    '256',
    'the reason is quota_exceeded',
    'leave-places 0; POST uploads: reason',
    async (s) => (await none(s)).reason === 'quota_exceeded',
  ),
  fault(
    'flat',
    'reserve-spends',
    '280',
    'a reservation spends the allowance',
    'account; POST uploads; account: one less',
    async (s) => {
      const before = await s.left();
      await s.reserve();
      return (await s.left()) < before;
    },
  ),
  fault(
    'flat',
    'reserve-any-format',
    '269',
    'createUpload takes every format',
    'POST uploads x.exe: 201',
    async (s) => (await s.reserve('x.exe')).status === 201,
  ),
  fault(
    'flat',
    'reserve-format-415',
    '269',
    'an unsupported format is answered 415',
    'POST uploads x.exe: 415',
    async (s) => (await s.reserve('x.exe')).status === 415,
  ),
  fault(
    'deep',
    'format-anywhere-in-name',
    '269',
    'a supported ending anywhere in the name is enough',
    'POST uploads book.epub.exe: 201',
    async (s) => (await s.reserve('book.epub.exe')).status === 201,
  ),
  fault(
    'deep',
    'format-by-prototype',
    '269',
    'endings that are names of object members pass',
    'POST uploads book.constructor: 201',
    async (s) => (await s.reserve('book.constructor')).status === 201,
  ),
  fault(
    'flat',
    'reserve-any-size',
    '270',
    'createUpload takes every size',
    'POST uploads with 10^15 bytes: 201',
    async (s) => (await s.reserve('a.epub', 1e15)).status === 201,
  ),
  fault(
    'flat',
    'reserve-size-413',
    '270',
    'an oversize is answered 413',
    'POST uploads with 10^15 bytes: 413',
    async (s) => (await s.reserve('a.epub', 1e15)).status === 413,
  ),
  fault(
    'deep',
    'size-limit-of-largest-format',
    '270',
    'every format has the limit of the largest one',
    'POST uploads a.docx of 41 MB: 201',
    async (s) => (await s.reserve('a.docx', 41 * MB)).status === 201,
  ),
  fault(
    'deep',
    'size-limit-itself-refused',
    '119',
    'a size of exactly the limit is refused',
    'POST uploads a.docx of exactly 40 MB: 422',
    async (s) => (await s.reserve('a.docx', 40 * MB)).status === 422,
  ),
  fault(
    'flat',
    'upload-link-15-minutes',
    '120',
    'the link is valid for 15 minutes',
    'PUT after 20 minutes: 403',
    async (s) => (await putAfter(s, 20)) !== 200,
  ),
  fault(
    'flat',
    'upload-link-a-day',
    '121',
    'the link is valid for a day',
    'PUT after 2 hours: 200',
    async (s) => (await putAfter(s, 120)) === 200,
  ),
  fault(
    'deep',
    'upload-link-some-grace',
    '121',
    'the link has a grace of one minute',
    'PUT after 30.5 minutes: 200',
    async (s) => (await putAfter(s, 30.5)) === 200,
  ),
  fault(
    'flat',
    'put-needs-key',
    '022',
    'the PUT needs a key',
    'PUT without Authorization: 401',
    async (s) => (await s.put(await s.reserve(), 'bytes')).status === 401,
  ),
  fault(
    'flat',
    'put-does-not-land',
    '125',
    'the PUT is answered 200 and forgotten',
    'PUT, then register: upload_not_found',
    async (s) => (await s.register(await s.land())).reason === 'upload_not_found',
  ),
  fault(
    'deep',
    'put-after-registration',
    '096',
    'a PUT after the registration overwrites the original',
    'PUT, register, PUT other bytes; the original size changes',
    async (s) => {
      const reserved = await s.reserve('a.epub', 5);
      await s.put(reserved, 'bytes');
      const upload = {
        publication_id: reserved.s('reserved.id'),
        key: reserved.s('reserved.key'),
        original_filename: 'a.epub',
        size_bytes: 5,
      };
      await s.register(upload);
      await s.put(reserved, 'other bytes');
      return (
        (await s.get(`/publications/${upload.publication_id}`)).v('publication.original.bytes') !==
        5
      );
    },
  ),
  fault(
    'deep',
    'storage-keeps-text',
    '025',
    'bytes that are no UTF-8 are replaced',
    'PUT the bytes FF FE; register: refused or other bytes',
    async (s) =>
      !(await back(s, Buffer.from([255, 254, 0, 200]))).equals(Buffer.from([255, 254, 0, 200])),
  ),
  fault(
    'deep',
    'storage-cuts-at-64k',
    '125',
    'objects are cut at 64 KiB',
    'PUT 70,000 bytes; register: upload_incomplete',
    async (s) => (await back(s, Buffer.alloc(70_000, 7))).length !== 70_000,
  ),
  fault(
    'deep',
    'storage-drops-last-newline',
    '125',
    'a final line feed is dropped',
    'PUT "text\\n"; register: upload_incomplete',
    async (s) => (await back(s, 'text\n')).toString() !== 'text\n',
  ),
  fault(
    'flat',
    'reserved-id-readable',
    '122',
    'a reserved id is readable as a publication',
    'POST uploads; GET publications/{id}: 200',
    async (s) =>
      (await s.get(`/publications/${(await s.reserve()).s('reserved.id')}`)).status === 200,
  ),
  fault(
    'deep',
    'list-shows-landed-uploads',
    '122',
    'an upload that landed is listed before it is registered',
    'POST uploads, PUT; GET publications: the id',
    async (s) => {
      await s.land();
      return (await s.get('/publications')).list('data').length > 0;
    },
  ),
  fault(
    'flat',
    'reserve-no-id',
    '009',
    'the reserved id is not told',
    'POST uploads: no id',
    async (s) => (await s.reserve()).v('reserved.id') === undefined,
  ),
];
