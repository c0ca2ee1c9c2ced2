import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createMock, type Mock} from './create-mock.ts';
import {dataFolder} from './data-folder.ts';
import {OF_THE_PROCESS, startedOn} from './testing/folder-damages.ts';
import {lossyDisk} from './testing/lossy-disk.ts';

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'presscheck-'))));
afterEach(() => rm(root, {recursive: true}));

const RIVERSIDE = {
  'content-type': 'application/json',
  'x-user-token': 'demo-token-riverside-admin',
};
const HARBOUR = {
  'content-type': 'application/json',
  authorization: 'Bearer demo-key-harbour-full',
};

/** What was answered. */
interface Answered {
  users: string[];
  objects: string[];
  worlds: string[];
}

/** Changes of every kind, one after the other; what was answered is noted. */
async function change({urls}: Mock, name: string, turn: number, answered: Answered): Promise<void> {
  const email = `${name}-${turn}@readers.example`;
  const body = JSON.stringify({email, external_id: email, new_password: 'correct horse'});
  const users = `${urls.store}/integration-api/v1/dashboard/users`;
  const created = await fetch(users, {method: 'POST', headers: RIVERSIDE, body});
  if (created.ok) answered.users.push(email);
  const reserved = await fetch(`${urls.workspace}/api/v1/uploads`, {
    method: 'POST',
    headers: HARBOUR,
    body: '{"original_filename": "a.epub", "size_bytes": 6}',
  });
  const {upload_url, upload_headers, key} = (await reserved.json()) as Record<string, any>;
  const put = await fetch(upload_url, {method: 'PUT', headers: upload_headers, body: 'a book'});
  if (put.ok) answered.objects.push(key);
  if (turn % 3) return;
  const made = await fetch(`${urls.control}/worlds`, {method: 'POST'});
  const {world} = (await made.json()) as {world: string};
  answered.worlds.push(world);
  if (turn % 2) await fetch(`${urls.control}/worlds/${world}/reset`, {method: 'POST'});
}

/** What was answered and is not there. */
async function missing(folder: string, {users, objects, worlds}: Answered): Promise<string[]> {
  for (const name of await readdir(folder))
    if (OF_THE_PROCESS.test(name)) await rm(join(folder, name), {recursive: true});
  const mock = await startedOn(folder);
  try {
    const demo = mock.world('demo');
    const emails = new Set([...demo!.table('users').all()].map((row) => (row as any).email));
    return [
      ...users.filter((email) => !emails.has(email)),
      ...objects.filter((key) => demo!.objects.head(key)?.size !== 6),
      ...worlds.filter((world) => !mock.world(world)),
    ];
  } finally {
    await mock.close();
  }
}

test.each([
  ['exactly what was waited for', () => false],
  ['some of what came later', (turn: number) => (turn * 7919) % 13 < 6],
])(
  'with fsync a lost machine has lost nothing that was answered: the device has %s',
  async (_what, isLater) => {
    const disk = lossyDisk();
    const folder = join(root, 'folder');
    const mock = await createMock({...(await dataFolder(folder, {disk})), limits: false});
    const answered: Answered = {users: [], objects: [], worlds: []};
    const losses: [copy: string, answered: Answered][] = [];
    let drawn = 0;
    const clients = ['a', 'b', 'c'].map(async (name) => {
      for (let turn = 0; turn < 8; turn += 1) {
        await change(mock, name, turn, answered);
        const copy = join(root, `${name}${turn}`);
        disk.copyOfDevice(folder, copy, () => isLater(drawn++));
        losses.push([copy, structuredClone(answered)]);
      }
    });
    await Promise.all(clients);
    await mock.close();
    expect(answered.users).toHaveLength(24);
    for (const [copy, before] of losses) expect(await missing(copy, before), copy).toEqual([]);
  },
);
