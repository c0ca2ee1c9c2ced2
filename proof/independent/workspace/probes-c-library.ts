import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site, Upload} from './probe-kit.ts';

async function shown(s: Site, name = 'book.epub', bytes = 'bytes'): Promise<Reply> {
  return s.get(`/publications/${await s.publish(name, bytes)}`);
}

async function registered(s: Site, more: Partial<Upload>): Promise<Reply> {
  return s.register({...(await s.land()), ...more});
}

async function link(s: Site): Promise<Reply> {
  const file = (await shown(s)).s('publication.working.file');
  return s.get(`/files/${file}/download`);
}

/** Part C: uploads, publications and files. */
export const LIBRARY_FAULTS_C: readonly Fault[] = [
  fault(
    'flat',
    'upload-by-post-only',
    '125',
    'the storage refuses PUT, and wants POST',
    'POST uploads, PUT: 405',
    async (s) => (await s.put(await s.reserve(), 'bytes')).status === 405,
  ),
  fault(
    'flat',
    'register-wants-checksum',
    '023',
    'registration wants a checksum too',
    'register with the four members: 422',
    async (s) => (await registered(s, {})).status === 422,
  ),
  fault(
    'flat',
    'register-body-empty',
    '128',
    '201 has an empty object',
    'register: no publication',
    async (s) => (await registered(s, {})).v('publication.id') === undefined,
  ),
  fault(
    'flat',
    'register-quota-402',
    '257',
    'a spent allowance is answered 402 by createPublication',
    'land, leave-places 0, register: 402',
    async (s) => {
      const upload = await s.land();
      await s.hook('leave-places', {role: 'full', places: 0});
      return (await s.register(upload)).status === 402;
    },
  ),
  fault(
    'flat',
    'register-incomplete-reason',
    '262',
    'the reason is size_mismatch',
    'register another size: reason',
    async (s) => (await registered(s, {size_bytes: 9})).reason === 'size_mismatch',
  ),
  fault(
    'flat',
    'register-key-403',
    '260',
    'a key outside the namespace is answered 403',
    'register with key of 41070: 403',
    async (s) => (await registered(s, {key: 'spaces/41070/incoming/1.epub'})).status === 403,
  ),
  fault(
    'flat',
    'register-unlanded-404',
    '261',
    'an object that never landed is answered 404',
    'reserve, register: 404',
    async (s) => {
      const reserved = await s.reserve();
      const id = reserved.s('reserved.id');
      const key = reserved.s('reserved.key');
      const upload = {publication_id: id, key, original_filename: 'book.epub', size_bytes: 5};
      return (await s.register(upload)).status === 404;
    },
  ),
  fault(
    'flat',
    'publication-size-in-kib',
    '092',
    'the size of the original is in KiB',
    'register 3000 bytes: 3',
    async (s) =>
      (await shown(s, 'book.epub', 'x'.repeat(3000))).v('publication.original.bytes') !== 3000,
  ),
  fault(
    'flat',
    'publication-working-size-missing',
    '094',
    'no size of the working file',
    'GET publication: no size',
    async (s) => (await shown(s)).v('publication.working.bytes') === undefined,
  ),
  fault(
    'flat',
    'list-empty-204',
    '158',
    'a list without publications answers 204',
    'GET publications of a new workspace: 204',
    async (s) => (await s.get('/publications')).status === 204,
  ),
  fault(
    'flat',
    'list-next-renamed',
    '113',
    'next_cursor is called next',
    'seed 51; GET publications: no next_cursor',
    async (s) => {
      await s.hook('seed-publications', {role: 'full', count: 51});
      return (await s.get('/publications')).v('next_cursor') === undefined;
    },
  ),
  fault(
    'flat',
    'list-more-always-true',
    '192',
    'has_more is always true',
    'GET publications of few: true',
    async (s) => {
      await s.publish();
      return (await s.get('/publications')).v('has_more') === true;
    },
  ),
  fault(
    'flat',
    'list-id-without-zeros',
    '185',
    'the list shows ids without their leading zeros',
    'register, list: another id',
    async (s) => {
      const id = await s.publish();
      return (await s.get('/publications')).v('data.0.id') !== id;
    },
  ),
  fault(
    'flat',
    'files-flag-as-text',
    '098',
    'the flag is "yes" or "no"',
    'GET files: the flag',
    async (s) =>
      typeof (await s.get(`/publications/${await s.publish()}/files`)).v('data.0.current') ===
      'string',
  ),
  fault(
    'flat',
    'files-current-id-of-publication',
    '099',
    'current_file_id is the id of the publication',
    'GET files: current_file_id',
    async (s) => {
      const id = await s.publish();
      return (await s.get(`/publications/${id}/files`)).v('current_file_id') === id;
    },
  ),
  fault(
    'flat',
    'files-id-prefixed',
    '186',
    'the list shows ids with a prefix that downloads do not take',
    'GET files, download with the id: 404',
    async (s) => {
      const id = await s.publish();
      const file = (await s.get(`/publications/${id}/files`)).s('data.0.id');
      return (await s.get(`/files/${file}/download`)).status === 404;
    },
  ),
  fault(
    'flat',
    'current-redirects',
    '170',
    'the working version is a redirect to its bytes',
    'GET files/current: 302',
    async (s) => (await s.get(`/publications/${await s.publish()}/files/current`)).status === 302,
  ),
  fault(
    'flat',
    'download-bytes-base64',
    '025',
    'the link gives the bytes in base64',
    'download, GET the link',
    async (s) => {
      const location = (await link(s)).headers.get('location') ?? '';
      return (await s.ask('GET', location, undefined, {auth: null})).bytes.toString() !== 'bytes';
    },
  ),
  fault(
    'flat',
    'download-redirect-with-bytes',
    '024',
    'the redirect carries the bytes as its body',
    'GET download: the body',
    async (s) => (await link(s)).bytes.toString() === 'bytes',
  ),
];
