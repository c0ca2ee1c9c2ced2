import {spawn, type ChildProcess} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, expect, inject, test} from 'vitest';
import {systemPorts} from '../world/ports.ts';

const KILLS = inject('all') ? 6 : 2;
const CLIENTS = 6;
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

interface Running {
  child: ChildProcess;
  ended: Promise<unknown>;
  workspace: string;
  store: string;
  control: string;
}

/** The mock as its users start it: the built program. */
async function started(): Promise<Running> {
  const child = spawn(
    process.execPath,
    [join(root, 'bin/presscheck.js'), 'mock', '--port', '0', '--limits', 'off', '--data', folder],
    {stdio: ['ignore', 'pipe', 'inherit']},
  );
  const ended = new Promise((settle) => child.once('exit', settle));
  const greeting = await new Promise<string>((found, failed) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ctrl-C ends')) found(said);
    });
    child.once('exit', (code) => failed(new Error(`ended with ${code}: ${said}`)));
  });
  const url = (name: RegExp): string => name.exec(greeting)![1]!;
  return {
    child,
    ended,
    workspace: url(/Workspace Publishing API +(\S+)/),
    store: url(/Store Integration API +(\S+)/),
    control: url(/control plane +(\S+)/),
  };
}

/** Everything that was answered with success. */
interface Answered {
  keys: string[];
  publications: Record<string, unknown>;
  /** Object key to SHA-256 of its bytes. */
  bytes: Record<string, string>;
  /** Email to id. */
  users: Record<string, number>;
  clock: number;
  /** Ids that were ever given, each once. */
  ids: string[];
}

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function call(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<any> {
  const answer = await fetch(url, {
    method,
    headers: {...headers, ...(body !== undefined && {'content-type': 'application/json'})},
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(`${answer.status} ${method} ${url}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** A refusal is a failure of the test; a broken connection is the kill. */
class Refused extends Error {}

/** Works until the connection breaks, and notes what was answered. */
async function client(mock: Running, name: string, answered: Answered): Promise<void> {
  const {workspace, store, control} = mock;
  const api = `${workspace}/api/v1`;
  let key = 'demo-key-harbour-full';
  for (let turn = 0; ; turn++) {
    const as = {authorization: `Bearer ${key}`};
    const size = 1 + ((turn * 7919) % 50_000);
    const bytes = Buffer.alloc(size, `${name} ${turn} `);
    const said = {original_filename: `${name}-${turn}.epub`, size_bytes: size};
    const reserved = await call('POST', `${api}/uploads`, as, said);
    answered.ids.push(reserved.publication_id);
    const put = await fetch(reserved.upload_url, {
      method: 'PUT',
      headers: reserved.upload_headers,
      body: bytes,
    });
    if (!put.ok) throw new Refused(`PUT ${put.status}`);
    answered.bytes[reserved.key] = sha(bytes);
    const publication = await call('POST', `${api}/publications`, as, {
      ...said,
      publication_id: reserved.publication_id,
      key: reserved.key,
    });
    answered.publications[publication.id] = publication;
    const email = `${name}-${turn}@readers.example`;
    const user = await call(
      'POST',
      `${store}/dashboard/users`,
      {'x-user-token': 'demo-token-riverside-admin'},
      {email, external_id: email, new_password: 'correct horse'},
    );
    answered.users[email] = user.data.id;
    const minted = await call('POST', `${control}/worlds/demo/keys`, {}, {workspace: 'ws_harbour'});
    answered.keys.push((key = minted.key));
    if (turn % 5 === 4)
      answered.clock = Math.max(
        answered.clock,
        Date.parse(
          (await call('POST', `${control}/worlds/demo/clock`, {}, {advance_ms: 60_000})).now,
        ),
      );
  }
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await systemPorts.wait(2);
}

/** Everything that was answered is there, byte by byte. */
async function proven({workspace, store, control}: Running, answered: Answered): Promise<void> {
  const as = {authorization: 'Bearer demo-key-harbour-full'};
  const {now} = await call('GET', `${control}/worlds/demo/clock`, {});
  expect(Date.parse(now)).toBeGreaterThanOrEqual(answered.clock);
  const {keys} = await call('GET', `${control}/worlds/demo/keys`, {});
  expect(
    answered.keys.filter((key) => !keys.some((one: {key: string}) => one.key === key)),
  ).toEqual([]);
  for (const key of answered.keys.slice(-3))
    await call('GET', `${workspace}/api/v1/account`, {authorization: `Bearer ${key}`});
  for (const [id, publication] of Object.entries(answered.publications))
    expect(await call('GET', `${workspace}/api/v1/publications/${id}`, as)).toEqual(publication);
  for (const [email, id] of Object.entries(answered.users)) {
    const found = await call('GET', `${store}/dashboard/users?query=${email}`, {
      'x-user-token': 'demo-token-riverside-admin',
    });
    expect(found.data.paginator.data.map((user: {id: number}) => user.id)).toEqual([id]);
  }
  const {objects} = await call('GET', `${control}/worlds/demo/snapshot`, {});
  const there = Object.fromEntries(
    objects.map(({key, base64}: {key: string; base64: string}) => [
      key,
      sha(Buffer.from(base64, 'base64')),
    ]),
  );
  expect(Object.entries(answered.bytes).filter(([key, hash]) => there[key] !== hash)).toEqual([]);
}

test(`${KILLS} kills of the served mock under load: all that was answered is back`, async () => {
  const answered: Answered = {keys: [], publications: {}, bytes: {}, users: {}, clock: 0, ids: []};
  for (let kill = 0; kill < KILLS; kill++) {
    const mock = await started();
    if (kill === 0)
      await call(
        'PATCH',
        `${mock.control}/worlds/demo/workspaces/ws_harbour`,
        {},
        {publications_left: null},
      );
    await proven(mock, answered);
    const clients = Array.from({length: CLIENTS}, (_, n) =>
      client(mock, `k${kill}c${n}`, answered).catch((error: unknown) => error),
    );
    const most = answered.ids.length + 40 + kill * 5;
    await until(() => answered.ids.length >= most);
    await systemPorts.wait(kill % 4);
    mock.child.kill('SIGKILL');
    for (const ended of await Promise.all(clients)) expect(ended).not.toBeInstanceOf(Refused);
    await mock.ended;
  }
  const mock = await started();
  await proven(mock, answered);
  mock.child.kill('SIGTERM');
  await mock.ended;
  expect(new Set(answered.ids).size).toBe(answered.ids.length);
  // Else there was no load.
  expect(Object.keys(answered.publications).length).toBeGreaterThan(KILLS * 10);
  expect(answered.keys.length).toBeGreaterThan(KILLS * 10);
  expect(answered.clock).toBeGreaterThan(0);
});

test('a reset or restore that is cut short is either done or not begun', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const mock = await started();
    const world = `${mock.control}/worlds/demo`;
    await call('POST', `${world}/reset`, {});
    await call('PATCH', `${world}/workspaces/ws_harbour`, {}, {publications_left: null});
    const marked: Answered = {keys: [], publications: {}, bytes: {}, users: {}, clock: 0, ids: []};
    const work = client(mock, `r${kill}`, marked).catch((error: unknown) => error);
    await until(() => Object.keys(marked.publications).length >= 3);
    const before = {...marked.publications};
    const reset = call('POST', `${world}/reset`, {}).catch(() => undefined);
    await systemPorts.wait(kill * 2);
    mock.child.kill('SIGKILL');
    await Promise.all([work, reset, mock.ended]);
    const again = await started();
    const {image, objects} = await call('GET', `${again.control}/worlds/demo/snapshot`, {});
    const rows: string[] = image.tables.publications.map((row: {key: string}) => row.key);
    const keys: string[] = objects.map(({key}: {key: string}) => key);
    const kept = Object.keys(before).filter((id) => rows.includes(id));
    // All rows of before with their bytes, or none of them and none of theirs.
    expect([0, Object.keys(before).length]).toContain(kept.length);
    for (const id of Object.keys(before))
      expect(
        keys.some((key) => key.includes(id)),
        id,
      ).toBe(kept.length > 0);
    again.child.kill('SIGTERM');
    await again.ended;
  }
});
