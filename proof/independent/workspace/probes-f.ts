import type {Asker, Probes} from '../corpus/asking.ts';
import {
  bodyOf,
  call,
  DAY,
  get,
  inside,
  landed,
  left,
  MINUTE,
  published,
  register,
  reserved,
  run,
  seed,
} from './probes-f-steps.ts';

/** The pages of the list. */
async function pages(s: Asker, most: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < most; page += 1) {
    const query = cursor === '' ? '' : `?cursor=${cursor}`;
    cursor = String((await get(s, `publications${query}`))['next_cursor']);
    if (cursor === 'null') break;
  }
  return cursor;
}

const REPETITION: Probes = {
  'list-counted-to-a-hundred': async (s) => {
    await seed(s, 120);
    await pages(s, 3);
  },
  'tenth-version-before-second': async (s) => {
    const id = await published(s);
    for (let made = 0; made < 9; made += 1) await run(s, id, 'epub-rebuild');
    await get(s, `publications/${id}/files`);
  },
  'download-link-of-three-uses': async (s) => {
    const id = await published(s);
    const file = inside(await get(s, `publications/${id}/files/current`), 'file')['id'];
    await get(s, `files/${String(file)}/download`);
    const url = /\/depot\/versions\S+/.exec(s.answers.at(-1) ?? '')?.[0] ?? '';
    for (let used = 0; used < 4; used += 1) await s.ask('GET', url, {role: null});
  },
  'rate-block-after-three-refusals': async (s) => {
    for (let sent = 0; sent < 63; sent += 1) await left(s);
    s.wait(2 * MINUTE);
    await left(s);
  },
  'retry-key-for-two-retries': async (s) => {
    const id = await published(s);
    for (let sent = 0; sent < 4; sent += 1) await run(s, id, 'structure-check', 'k');
  },
};

const VALUE: Probes = {
  'mcp-id-zero-taken-for-none': (s) => call(s, 'show-account', {}, 0),
  'daily-window-by-wall-clock': async (s) => {
    s.wait(11 * DAY);
    await run(s, await published(s), 'structure-check');
    s.wait(DAY - 30 * MINUTE);
    await get(s, 'account/usage');
  },
  'created-day-by-utc': async (s) => {
    s.wait(11 * 60 * MINUTE);
    await get(s, `publications/${await published(s)}`);
  },
  'account-zero-left-as-null': async (s) => {
    await s.hook('leave-places', {role: 'full', places: 0});
    await left(s);
  },
};

const COMBINATION: Probes = {
  'unresolved-plan-without-places': async (s) => {
    await s.hook('unresolve-plan', {role: 'full', unresolved: true});
    await left(s);
    await s.ask('POST', '/api/v1/uploads', {body: {file_name: 'a.epub', byte_count: 5}});
  },
  'later-pages-unguarded': async (s) => {
    await seed(s, 51);
    const cursor = await pages(s, 1);
    await get(s, `publications?cursor=${cursor}`, {role: 'write-only'});
  },
  'registration-booked-on-cycle-of-reservation': async (s) => {
    const upload = await landed(s);
    s.wait(31 * DAY);
    await register(s, upload);
    await left(s);
  },
  'tools-excluded-on-largest-plan': async (s) => {
    await s.hook('set-plan', {role: 'full', plan: 'octavo'});
    await get(s, 'tools');
  },
  'reader-configured-by-credential': async (s) => {
    await get(s, `publications/${await published(s)}/reader`, {role: 'read-only'});
  },
};

const ROUTE: Probes = {
  'agent-publications-unlisted': async (s) => {
    const upload = await landed(s);
    await call(s, 'register-publication', bodyOf(upload));
    await get(s, `publications/${upload.id}`);
    await get(s, 'publications');
  },
  'publication-read-from-first-page': async (s) => {
    const id = await published(s);
    await seed(s, 50);
    await get(s, `publications/${id}`);
  },
  'usage-left-of-plan-before': async (s) => {
    await s.hook('set-plan', {role: 'full', plan: 'octavo'});
    await left(s);
    await get(s, 'account/usage');
  },
  'later-pages-from-lagging-copy': async (s) => {
    const id = await published(s);
    await run(s, id, 'epub-rebuild');
    await seed(s, 50);
    await pages(s, 2);
    await get(s, `publications/${id}`);
  },
};

const HTTP: Probes = {
  'chunked-bodies-unread': (s) =>
    s.ask('POST', '/api/v1/uploads', {
      body: {file_name: 'a.epub', byte_count: 5},
      headers: {'transfer-encoding': 'chunked'},
    }),
  'accept-list-406': (s) =>
    get(s, 'account', {headers: {accept: 'application/json, text/plain, */*'}}),
  'escaped-solidus-kept': async (s) => {
    const body = JSON.stringify(bodyOf(await landed(s))).replaceAll('/', String.raw`\/`);
    await s.ask('POST', '/api/v1/publications', {body});
  },
  'malformed-path-plain-400': (s) => get(s, 'publications/%E0%A4%A'),
};

const RACE: Probes = {
  'registrations-at-once-spend-one': async (s) => {
    const uploads = [await landed(s), await landed(s)];
    await Promise.all(uploads.map((upload) => register(s, upload)));
    await left(s);
  },
  'list-of-request-beside': async (s) => {
    await seed(s, 1);
    const roles = ['full', 'second-workspace'];
    await Promise.all(roles.map((role) => get(s, 'publications', {role})));
  },
  'register-sealed-late': async (s) => {
    const upload = await landed(s);
    await Promise.all([register(s, upload), upload.put('more bytes')]);
    await get(s, `publications/${upload.id}`);
  },
  'starts-joined-in-flight': async (s) => {
    const id = await published(s);
    await Promise.all(['one', 'two'].map((key) => run(s, id, 'structure-check', key)));
    await get(s, 'account/usage');
  },
};

const REPRESENTATION: Probes = {
  'working-row-unflagged-when-derived': async (s) => {
    const id = await published(s);
    await run(s, id, 'epub-rebuild');
    await get(s, `publications/${id}/files/current`);
  },
  'register-answer-dated-by-reservation': async (s) => {
    const upload = await reserved(s, 5);
    s.wait(10 * MINUTE);
    await upload.put('bytes');
    await register(s, upload);
    await get(s, `publications/${upload.id}`);
  },
  'mcp-text-cut': async (s) => {
    await seed(s, 30);
    await call(s, 'list-publications');
  },
  'accepted-run-shown-rejected': async (s) => {
    await s.hook('end-runs', {role: 'full', as: ['rejected']});
    const number = await run(s, await published(s), 'structure-check', 'k');
    await get(s, `runs/${number}`);
  },
};

/** Requests that show the faults of part F. */
export const PROBES_F: Probes = {
  ...REPETITION,
  ...VALUE,
  ...COMBINATION,
  ...ROUTE,
  ...HTTP,
  ...RACE,
  ...REPRESENTATION,
};
