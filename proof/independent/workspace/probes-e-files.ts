import {at, fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const MINUTE = 60_000;
const REBUILD = 'epub-rebuild';

async function files(s: Site, id: string): Promise<Reply> {
  return s.get(`/publications/${id}/files`);
}

async function current(s: Site, id: string): Promise<string> {
  return (await s.get(`/publications/${id}/files/current`)).s('file.id');
}

/** The address that a download is redirected to. */
async function link(s: Site, file: string): Promise<string> {
  return (await s.get(`/files/${file}/download`)).headers.get('location') ?? '';
}

async function followed(s: Site, address: string): Promise<Reply> {
  return s.ask('GET', address, undefined, {auth: null});
}

/** Part E: versions and downloads. */
export const FILE_FAULTS_E: readonly Fault[] = [
  fault(
    'flat',
    'current-taken-as-file-id',
    '170',
    'files/current looks for a file whose id is "current"',
    'GET files/current: 404',
    async (s) => (await s.get(`/publications/${await s.publish()}/files/current`)).status !== 200,
  ),
  fault(
    'deep',
    'files-cached-a-minute',
    '097',
    'the version list is cached for a minute',
    'GET files; epub-rebuild; GET files: the original alone',
    async (s) => {
      const id = await s.publish();
      await files(s, id);
      await s.done(id, REBUILD);
      return (await files(s, id)).list('data').length !== 2;
    },
  ),
  fault(
    'deep',
    'original-new-id-after-replacement',
    '096',
    'the first replacement gives the original a new id',
    'epub-rebuild; GET files: another id of the original',
    async (s) => {
      const id = await s.publish();
      const original = await current(s, id);
      await s.done(id, REBUILD);
      return (await files(s, id)).v('data.1.id') !== original;
    },
  ),
  fault(
    'deep',
    'files-flag-lost-by-copy',
    '098',
    'no row is current while a copy is the newest version',
    'plain-copy; GET files: no flag',
    async (s) => {
      const id = await s.publish();
      await s.done(id, 'plain-copy');
      const rows = (await files(s, id)).list('data');
      return rows.filter((row) => at(row, 'current') === true).length !== 1;
    },
  ),
  fault(
    'deep',
    'copy-resets-current',
    '072',
    'a copy makes the original the working version again',
    'epub-rebuild; plain-copy; files/current: the original',
    async (s) => {
      const id = await s.publish();
      await s.done(id, REBUILD);
      const working = await current(s, id);
      await s.done(id, 'plain-copy');
      return (await current(s, id)) !== working;
    },
  ),
  fault(
    'flat',
    'download-link-signed-for-put',
    '025',
    'the download link is signed for PUT, so that GET is refused',
    'GET download; GET its Location: 403',
    async (s) => {
      const address = await link(s, await current(s, await s.publish()));
      return (await followed(s, address)).status !== 200;
    },
  ),
  fault(
    'deep',
    'download-link-dated-by-version',
    '175',
    'the ten minutes of a link begin when the version was made',
    'register; 11 minutes; download; GET the link: refused',
    async (s) => {
      const file = await current(s, await s.publish());
      await s.advance(11 * MINUTE);
      return (await followed(s, await link(s, file))).status !== 200;
    },
  ),
  fault(
    'deep',
    'download-superseded-404',
    '186',
    'versions that were replaced by a later one cannot be downloaded any more',
    'epub-rebuild twice; download the first: 404',
    async (s) => {
      const id = await s.publish();
      await s.done(id, REBUILD);
      const first = await current(s, id);
      await s.done(id, REBUILD);
      return (await s.get(`/files/${first}/download`)).status !== 302;
    },
  ),
  fault(
    'deep',
    'download-unicode-name-500',
    '025',
    'the storage fails on names that do not fit in a header',
    'register a file with a Japanese name; GET its link: 500',
    async (s) => {
      const file = await current(s, await s.publish('東京.epub'));
      return (await followed(s, await link(s, file))).bytes.toString() !== 'bytes';
    },
  ),
];
