import assert from 'node:assert';
import type {Check} from './check.ts';
import {at, probing, Site, uploadOf} from './probe-kit.ts';
import {agentSentences, limitSentences, runSentences} from './self-test-more.ts';

const B = 'second-workspace';
const MINUTE = 60_000;

async function access(s: Site, check: Check): Promise<void> {
  const READ = [
    '/account',
    '/account/usage',
    '/publications',
    '/publications/77',
    '/publications/77/files',
    '/publications/77/files/current',
    '/publications/77/reader',
    '/files/77/download',
  ];
  for (const path of READ) {
    const anonymous = await s.ask('GET', `/api/v1${path}`, undefined, {auth: null});
    check(anonymous.status === 401 && typeof anonymous.v('reason') === 'string', `401 ${path}`);
    const lacking = await s.get(path, 'write-only');
    check(lacking.status === 403 && typeof lacking.v('reason') === 'string', `403 ${path}`);
    const enough = (await s.get(path, 'read-only')).status;
    check(enough === (path.includes('77') ? 404 : 200), `read-only ${path}`);
  }
  check((await s.get('/tools', 'tools-only')).status === 200, 'tools-only lists tools');
  check((await s.get('/tools', 'read-only')).status === 403, 'read-only lists no tools');
  check((await s.reserve('a.epub', 5, 'write-only')).status === 201, 'write-only reserves');
  check((await s.reserve('a.epub', 5, 'read-only')).status === 403, 'read-only reserves nothing');
  check((await s.post('/uploads', '{', 'read-only')).status === 403, '403 before the body');
  check(
    (await s.register(await s.land('a.epub', 'x', 'write-only'), 'write-only')).status === 201,
    'write-only registers',
  );
  check((await s.get('/account', 'nonsense')).status === 401, 'an unknown key');
  check((await s.get('/account', 'agent')).status === 401, 'OAuth is not accepted');
  check(
    (await s.ask('GET', '/api/v1/account', undefined, {auth: 'Basic eA=='})).status === 401,
    'Basic is not accepted',
  );
  check((await s.get('/nowhere')).reason === 'no_such_path', 'unknown path');
  check((await s.ask('DELETE', '/api/v1/publications')).status === 405, 'unknown method');
  check((await s.ask('GET', '/account')).status === 404, 'no path without the prefix');
}

async function reservation(s: Site, check: Check): Promise<void> {
  const before = await s.left();
  const reserved = await s.reserve('Gro\u00dfe Reise.EPUB', 5);
  check(reserved.status === 201, '201');
  check(/^http:\/\/127\.0\.0\.1:\d+\/depot\//.test(reserved.s('upload_url')), 'upload_url');
  const id = reserved.s('reserved.id');
  check(/^00\d+$/.test(id), 'ids are digits with leading zeros');
  check((await s.get(`/publications/${id}`)).status === 404, 'a reserved id is no publication');
  check(
    (await s.ask('PUT', reserved.s('upload_url'), 'bytes', {auth: null})).status === 403,
    'PUT without the headers',
  );
  const upload = uploadOf(reserved, 'Gro\u00dfe Reise.EPUB', 5);
  check((await s.register(upload)).reason === 'upload_not_found', 'nothing landed');
  check((await s.put(reserved, 'byte')).status === 200, 'PUT');
  check((await s.register(upload)).reason === 'upload_incomplete', 'too few bytes');
  check((await s.put(reserved, 'bytes')).status === 200, 'PUT again');
  check(
    (await s.register({...upload, size_bytes: 6})).reason === 'upload_incomplete',
    'other size',
  );
  check((await s.register({...upload, key: 'x'})).reason === 'invalid_upload_key', 'a wild key');
  check(
    (await s.register({...upload, original_filename: 'a.exe'})).reason === 'unsupported_format',
    'a wild format',
  );
  check(
    (await s.register({...upload, original_filename: 'a.pdf'})).reason === 'reservation_mismatch',
    'another name',
  );
  check((await s.register({...upload, publication_id: '77'})).status === 404, 'an unknown id');
  check((await s.register(upload, B)).reason === 'invalid_upload_key', 'a foreign key');
  check((await s.left()) === before, 'nothing spent so far');
  const made = await s.register(upload);
  check(made.status === 201 && made.v('publication.id') === id, 'registered');
  check(made.v('publication.name') === 'Gro\u00dfe Reise', 'title');
  check(made.v('publication.original.bytes') === 5, 'size');
  check((await s.left()) === before - 1, 'one place spent');
  check((await s.register(upload)).status === 409, 'registered once');
  check((await s.left()) === before - 1, 'still one place');
  check((await s.put(reserved, 'other')).status === 409, 'the original is immutable');
  for (const body of ['', '[]', 'null', '{"file_name":7}', '{"file_name":"a.epub"}', '7']) {
    const status = (await s.post('/uploads', body)).status;
    check(status === 400 || status === 422, `bad body ${body}`);
  }
  for (const size of [0, -1, 1.5, '5', null]) {
    const body = {file_name: 'a.epub', byte_count: size};
    check((await s.post('/uploads', body)).status === 422, `bad size ${String(size)}`);
  }
  check((await s.reserve('a.exe')).reason === 'format_not_accepted', 'format');
  check((await s.reserve('a.epub', 1e15)).reason === 'file_too_large', 'size');
}

async function instants(s: Site, check: Check): Promise<void> {
  const reserved = await s.reserve();
  await s.advance(30 * MINUTE - 1);
  check((await s.put(reserved, 'bytes')).status === 200, 'PUT at 29:59.999');
  await s.advance(1);
  check((await s.put(reserved, 'bytes')).status === 403, 'PUT at 30:00');
  const id = (await s.register(uploadOf(reserved, 'book.epub', 5))).s('publication.id');
  const file = (await s.get(`/publications/${id}/files/current`)).s('file.id');
  const link = await s.get(`/files/${file}/download`);
  const target = link.headers.get('location') ?? '';
  await s.advance(10 * MINUTE - 1);
  const got = await s.ask('GET', target, undefined, {auth: null});
  check(link.status === 302 && got.bytes.toString() === 'bytes', 'download at 9:59.999');
  await s.advance(1);
  check((await s.ask('GET', target, undefined, {auth: null})).status === 403, 'download at 10:00');
  check(
    (await s.ask('GET', target.replace(/seal=../, 'seal=00'), undefined, {auth: null})).status ===
      403,
    'a wrong seal',
  );
  check((await s.ask('PUT', target, 'x', {auth: null})).status === 403, 'GET links do not PUT');
  await s.hook('leave-places', {role: 'full', places: 1});
  check((await s.left()) === 1, 'leave-places');
  await s.publish();
  check((await s.reserve()).reason === 'publication_quota_exceeded', 'no place');
  await s.hook('leave-places', {role: 'full', places: null});
  check((await s.left()) === 99, 'leave-places null');
  await s.hook('leave-places', {role: 'full', places: 0});
  await s.advance(31 * 24 * 60 * MINUTE);
  check((await s.left()) === 100, 'a new cycle');
}

async function library(s: Site, check: Check): Promise<void> {
  await s.hook('seed-publications', {role: 'full', count: 120});
  const seen: unknown[] = [];
  let page = await s.get('/publications');
  for (;;) {
    seen.push(...page.list('data').map((row) => at(row, 'id')));
    check(page.list('data').length <= 50, 'at most 50 rows');
    if (page.v('has_more') !== true) break;
    await s.hook('seed-publications', {role: 'full', count: 1});
    page = await s.get(`/publications?cursor=${page.s('next_cursor')}`);
  }
  check(new Set(seen).size === 120 && seen.length === 120, 'the walk visits every row once');
  check(page.v('next_cursor') === null, 'the last page has no cursor');
  check((await s.get('/publications?cursor=%F0')).status === 400, 'a wild cursor');
  check((await s.get('/publications', B)).list('data').length === 0, 'tenancy of the list');
  const id = String(seen[0]);
  const [foreign, unknown] = [
    await s.get(`/publications/${id}`, B),
    await s.get('/publications/0088', B),
  ];
  check(
    JSON.stringify(foreign.json).replace(id, '0088') === JSON.stringify(unknown.json),
    'foreign and unknown are alike',
  );
  for (const path of ['', '/files', '/files/current', '/reader']) {
    check(
      (await s.get(`/publications/${id}${path}`, B)).reason === 'publication_not_found',
      `tenancy ${path}`,
    );
    check((await s.get(`/publications/${id}${path}`)).status === 200, `own ${path}`);
  }
  const file = (await s.get(`/publications/${id}`)).s('publication.working.file');
  check((await s.get(`/files/${file}/download`, B)).reason === 'file_not_found', 'foreign file');
  await s.hook('withhold-downloads', {role: 'full'});
  check((await s.get(`/files/${file}/download`)).reason === 'downloads_unavailable', 'withheld');
  await s.hook('withhold-downloads', {role: 'full', withheld: false});
  check((await s.get(`/files/${file}/download`)).status === 302, 'no longer withheld');
  await s.hook('push-mirrors', {role: 'full', publication: id});
  const mirrors = (await s.get(`/publications/${id}/reader`)).list('copies');
  check(mirrors.map((row) => at(row, 'mirror')).join() === 'original,modified', 'two mirrors');
  await s.hook('unresolve-plan', {role: 'full'});
  check((await s.get('/account')).v('account.subscription.tier') === null, 'no plan: null');
  await s.hook('reset');
  check((await s.get('/publications')).list('data').length === 0, 'reset');
}

/** Checks that the correct server obeys the main sentences; the number of assertions. */
export async function mainSentences(): Promise<number> {
  let count = 0;
  const check: Check = (holds, text) => {
    count += 1;
    assert.ok(holds, text);
  };
  for (const group of [
    access,
    reservation,
    instants,
    library,
    runSentences,
    limitSentences,
    agentSentences,
  ]) {
    await probing(async (s) => {
      await group(s, check);
      return true;
    }, []);
  }
  return count;
}
