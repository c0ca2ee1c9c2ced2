import type {Probes} from '../corpus/asking.ts';
import {
  call,
  landed,
  overRate,
  pathOf,
  published,
  put,
  ran,
  read,
  register,
  registeredBy,
  reserveBody,
  reserveWith,
  say,
  start,
} from './probes-g-requests.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Replacements after which the numbers of versions have two digits. */
const REPLACEMENTS = 10;

/** Requests that show the faults of part G. */
export const PROBES_G: Probes = {
  'check-writes-back-working-version': async (s) => {
    const id = await published(s);
    await start(s, id, 'epub-rebuild');
    await ran(s, id, 'structure-check');
    await read(s, `publications/${id}/files`);
  },
  'list-walk-ended-by-another-key': async (s) => {
    await s.hook('seed-publications', {role: 'full', count: 51});
    const {next_cursor} = await read(s, 'publications');
    await read(s, 'publications', 'other-key');
    await read(s, `publications?cursor=${String(next_cursor)}`);
  },
  'renewal-by-plan-of-cycle-before': async (s) => {
    await s.hook('set-plan', {role: 'full', plan: 'octavo'});
    await read(s, 'account');
    s.wait(30 * DAY);
    await read(s, 'account');
  },
  'replay-before-ability': async (s) => {
    const id = await published(s);
    await start(s, id, 'structure-check', {retry: 'k'});
    await start(s, id, 'structure-check', {retry: 'k', role: 'write-only'});
  },
  'tools-unmetered-at-ceiling': async (s) => {
    await s.hook('leave-runs', {role: 'full', runs: 0});
    await read(s, 'tools');
  },
  'body-read-to-first-line-break': reserveWith({}, JSON.stringify(reserveBody, null, 2)),
  'chunked-body-read-as-empty': reserveWith({'transfer-encoding': 'chunked'}),
  'content-type-compared-as-text': reserveWith({
    'content-type': 'application/json; charset="utf-8"',
  }),
  'not-modified-since-creation': async (s) => {
    const id = await published(s);
    s.wait(HOUR);
    const headers = {'if-modified-since': 'Tue, 17 Mar 2026 12:30:00 GMT'};
    await ran(s, id, 'epub-rebuild');
    await s.ask('GET', `/api/v1/publications/${id}`, {headers});
  },
  'account-space-in-shared-place': async (s) => {
    await Promise.all(['full', 'second-workspace'].map((role) => read(s, 'account', role)));
  },
  'parallel-registration-refused': async (s) => {
    const uploads = [await landed(s), await landed(s)];
    await Promise.all(uploads.map((one) => register(s, one)));
  },
  'start-shows-run-stored-last': async (s) => {
    const ids = [await published(s), await published(s)];
    await Promise.all(ids.map((id) => start(s, id, 'structure-check')));
  },
  'used-count-lost-in-parallel': async (s) => {
    const id = await published(s);
    await Promise.all(['structure-check', 'a11y-audit'].map((tool) => start(s, id, tool)));
    await read(s, 'account/usage');
  },
  'rate-begins-anew-after-refusal': (s) => overRate(s, () => read(s, 'account')),
  'retry-key-used-up-after-three': async (s) => {
    const id = await published(s);
    for (let sent = 0; sent < 5; sent += 1) await start(s, id, 'structure-check', {retry: 'k'});
  },
  'second-put-appends': async (s) => {
    const upload = await landed(s);
    await put(s, upload, 'bytes');
    await register(s, upload);
  },
  'working-version-by-text-of-number': async (s) => {
    const id = await published(s);
    for (let runs = 0; runs < REPLACEMENTS; runs += 1) await ran(s, id, 'epub-rebuild');
    await read(s, `publications/${id}/files`);
  },
  'current-row-of-derived-unflagged': async (s) => {
    const id = await published(s);
    await ran(s, id, 'epub-rebuild');
    await read(s, `publications/${id}/files/current`);
  },
  'foreign-publication-dated': async (s) =>
    read(s, `publications/${await published(s)}`, 'second-workspace'),
  'mcp-text-of-first-call': async (s) => {
    await call(s, 'show-account');
    await registeredBy(s, false);
    await call(s, 'show-account');
  },
  'register-answer-title-encoded-twice': async (s) => {
    const upload = await landed(s, 'a.epub', 'Käse');
    await register(s, upload);
    await read(s, `publications/${upload.id}`);
  },
  'current-kept-by-key': async (s) => {
    const id = await published(s);
    await read(s, `publications/${id}/files/current`, 'read-only');
    await ran(s, id, 'epub-rebuild');
    await read(s, `publications/${id}/files/current`, 'read-only');
  },
  'list-misses-registrations-of-agents': async (s) => {
    await registeredBy(s, true);
    await read(s, 'publications');
  },
  'mirrors-kept-while-in-flight': async (s) => {
    const publication = await published(s);
    await s.hook('push-mirrors', {role: 'full', publication});
    await read(s, `publications/${publication}/reader`);
    s.wait(HOUR);
    await read(s, `publications/${publication}/reader`);
  },
  'rate-reason-by-method': (s) => overRate(s, () => reserveWith({})(s)),
  'created-at-hour-24': async (s) => {
    s.wait(10 * HOUR + MINUTE);
    await read(s, `publications/${await published(s)}`);
  },
  'download-link-ends-on-a-minute': async (s) => {
    s.wait(40 * SECOND);
    const files = await read(s, `publications/${await published(s)}/files`);
    await read(s, `files/${String(files['current_file_id'])}/download`);
    const link = /location: (\S+)/i.exec(s.answers.at(-1) ?? '')?.[1];
    s.wait(9 * MINUTE + 40 * SECOND);
    await s.ask('GET', pathOf(link), {role: null});
  },
  'mcp-zero-id-unanswered': (s) => say(s, {id: 0, method: 'ping'}),
  'register-plus-in-name-as-space': async (s) => {
    await register(s, await landed(s, 'a+b.epub'), 'a+b.epub');
  },
  'used-forgotten-over-month-end': async (s) => {
    s.wait(14 * DAY + 11 * HOUR);
    await start(s, await published(s), 'structure-check');
    s.wait(2 * HOUR);
    await read(s, 'account/usage');
  },
};
