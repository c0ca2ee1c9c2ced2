import {gzipSync} from 'node:zlib';
import type {Asker, Json, Probe, Probes} from '../corpus/asking.ts';
import {
  call,
  landed,
  pathOf,
  published,
  ran,
  read,
  register,
  reserveWith,
  start,
} from './probes-g-requests.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Requests that a key may send within a minute. */
const RATE = 60;

const COPIES = 20;
const REPLACEMENTS = 5;

/** More uploads than may be open on a faulty server. */
const UPLOADS = 21;

/** Uses up the rate of a key, and then asks something. */
async function atRate(s: Asker, more: () => Promise<unknown>): Promise<void> {
  s.wait(2 * MINUTE);
  for (let sent = 0; sent < RATE; sent += 1) await read(s, 'account');
  await more();
}

/** Starts a run with one Idempotency-Key some times. */
async function retried(s: Asker, times: number): Promise<void> {
  const id = await published(s);
  for (let sent = 0; sent < times; sent += 1) await start(s, id, 'structure-check', {retry: 'k'});
}

/** The working version of a publication. */
async function current(s: Asker, id: string): Promise<string> {
  const {file} = await read(s, `publications/${id}/files/current`);
  return String((file as Json | undefined)?.['id']);
}

/** Makes a download link, and reads what is there. */
async function downloaded(s: Asker, file: string, after = 0): Promise<void> {
  await read(s, `files/${file}/download`);
  const link = /location: (\S+)/i.exec(s.answers.at(-1) ?? '')?.[1];
  s.wait(after);
  await s.ask('GET', pathOf(link), {role: null});
}

const lastPlace: Probe = async (s) => {
  const uploads = [await landed(s), await landed(s)];
  await s.hook('leave-places', {role: 'full', places: 1});
  const bodies = uploads.map(({id, key}) => ({
    publication_id: id,
    key,
    original_filename: 'a.epub',
    size_bytes: 5,
  }));
  const asked = ['full', 'other-key'].map((role, index) =>
    s.ask('POST', '/api/v1/publications', {role, body: bodies[index]}),
  );
  await Promise.all(asked);
};

const packed: Probe = async (s) => {
  const bytes = gzipSync('a text');
  const body = {file_name: 'a.epub', byte_count: bytes.length};
  const {reserved, upload_url, transfer} = await s.ask('POST', '/api/v1/uploads', {body});
  const {id, key} = reserved as {id: string; key: string};
  const {headers} = transfer as {headers: Record<string, string>};
  await s.ask('PUT', pathOf(upload_url), {role: null, body: bytes, headers});
  await register(s, {id, key, path: '', headers}, 'a.epub', bytes.length);
  await downloaded(s, await current(s, id));
};

/** Requests that show the faults of part H. */
export const PROBES_H: Probes = {
  'mcp-calls-joined-by-message-id': async (s) => {
    const params = {name: 'show-account', arguments: {}};
    const body = {jsonrpc: '2.0', id: 1, method: 'tools/call', params};
    const roles = ['agent', 'second-agent'];
    await Promise.all(roles.map((role) => s.ask('POST', '/mcp', {role, body})));
  },
  'daily-ceiling-race-between-tools': async (s) => {
    const id = await published(s);
    await s.hook('leave-runs', {role: 'full', runs: 1});
    await Promise.all(['structure-check', 'a11y-audit'].map((tool) => start(s, id, tool)));
    await read(s, 'account/usage');
  },
  'last-place-race-between-keys': lastPlace,
  'rate-refusal-kept-by-retry-key': async (s) => {
    const id = await published(s);
    await atRate(s, () => start(s, id, 'structure-check', {retry: 'k'}));
    s.wait(2 * MINUTE);
    await start(s, id, 'structure-check', {retry: 'k'});
  },
  'replays-free-of-rate': (s) => retried(s, RATE + 1),
  'foreign-run-replayed': async (s) => {
    const id = await published(s);
    await start(s, id, 'structure-check', {retry: 'k'});
    await start(s, id, 'structure-check', {retry: 'k', role: 'second-workspace'});
  },
  'report-withheld-with-downloads': async (s) => {
    const {run} = await start(s, await published(s), 'structure-check');
    s.wait(MINUTE);
    await s.hook('withhold-downloads', {role: 'full'});
    await read(s, `runs/${String((run as Json)['number'])}/report`);
  },
  'mcp-account-without-null-plan': async (s) => {
    await s.hook('unresolve-plan', {role: 'full'});
    await call(s, 'show-account');
  },
  'mcp-fileless-current-reason': async (s) => {
    const {publications} = await s.hook('seed-empty-publication', {role: 'full'});
    await call(s, 'show-working-file', {publication: (publications as string[])[0]});
  },
  'current-lost-after-rejected-replacement': async (s) => {
    const id = await published(s);
    await s.hook('end-runs', {role: 'full', as: 'rejected'});
    await ran(s, id, 'epub-rebuild');
    await current(s, id);
  },
  'download-rate-refusal-plain': async (s) => {
    const file = await current(s, await published(s));
    await atRate(s, () => read(s, `files/${file}/download`));
  },
  'files-newest-25-only': async (s) => {
    const id = await published(s);
    for (let runs = 0; runs < COPIES; runs += 1) await ran(s, id, 'plain-copy');
    for (let runs = 0; runs < REPLACEMENTS; runs += 1) await ran(s, id, 'epub-rebuild');
    await read(s, `publications/${id}/files`);
  },
  'oldest-of-many-uploads-dropped': async (s) => {
    const first = await landed(s);
    for (let sent = 1; sent < UPLOADS; sent += 1) await reserveWith({})(s);
    await register(s, first);
  },
  'retry-key-without-accents': async (s) => {
    const id = await published(s);
    await start(s, id, 'structure-check', {retry: 'cafe'});
    await start(s, id, 'structure-check', {retry: 'caf\u{e9}'});
  },
  'links-die-at-midnight': async (s) => {
    s.wait(12 * HOUR - 5 * MINUTE);
    await downloaded(s, await current(s, await published(s)), 6 * MINUTE);
  },
  'gzip-object-served-unpacked': packed,
  'plan-change-missed-while-unresolved': async (s) => {
    await s.hook('unresolve-plan', {role: 'full'});
    await s.hook('set-plan', {role: 'full', plan: 'octavo'});
    await s.hook('unresolve-plan', {role: 'full', unresolved: false});
    await read(s, 'account');
  },
  'version-made-while-withheld-never-served': async (s) => {
    const id = await published(s);
    await s.hook('withhold-downloads', {role: 'full'});
    await ran(s, id, 'epub-rebuild');
    await s.hook('withhold-downloads', {role: 'full', withheld: false});
    await downloaded(s, await current(s, id));
  },
};
