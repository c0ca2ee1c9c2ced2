import {PassThrough, Readable} from 'node:stream';
import {afterEach, describe, expect, inject, it} from 'vitest';
import {createMock} from '../create-mock.ts';
import type {CommitLog, Persistence} from '../persistence/commit-log.ts';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import type {WorldImage} from './change.ts';
import {systemPorts} from './ports.ts';

const open: {mock: {close(): Promise<void>}}[] = [];
const made = async (...given: Parameters<typeof suiteWorld>): Promise<SuiteWorld> => {
  const on = await suiteWorld(...given);
  open.push(on);
  return on;
};
afterEach(async () => {
  for (const {mock} of open.splice(0)) await mock.close();
});

describe('worlds', () => {
  it('derive from their seed', async () => {
    const [one, same, other] = [await made(), await made(), await made({}, {seed: 6})];
    expect(one.world.image()).toEqual(same.world.image());
    expect(one.key()).not.toBe(other.key());
    expect((await one.reserve()).body.publication_id).toBe(
      (await same.reserve()).body.publication_id,
    );
  });
  it('of two mocks in one process know nothing of each other', async () => {
    const [one, two] = [await made(), await made()];
    const {body} = await one.publish();
    expect((await two.workspace('GET', `/publications/${body.id}`)).status).toBe(404);
    await one.world.advance(5000);
    expect(two.world.now()).toBe(one.world.now() - 5000);
    for (let i = 0; i < 61; i++)
      await one.workspace('GET', '/account', undefined, one.key('other-key'));
    expect((await two.workspace('GET', '/account', undefined, two.key('other-key'))).status).toBe(
      200,
    );
  });
  it('keep their credentials to themselves, and the journal says where one belongs', async () => {
    const on = await made();
    await on.mock.worlds.create({id: 'other', seed: 9});
    const {status} = await on.send(`${on.mock.urls.workspace}/w/other/api/v1/account`, {
      headers: {authorization: `Bearer ${on.key()}`},
    });
    expect(status).toBe(401);
    expect(on.mock.worlds.get('other')!.journal.after(0, 9)[0]!.why!.todo).toContain('/w/w');
  });
  it('that do not exist are refused in the failure shape, and journaled as unrouted', async () => {
    const on = await made();
    const workspace = await on.send(`${on.mock.urls.workspace}/w/none/api/v1/account`, {});
    expect([workspace.status, workspace.body.reason]).toEqual([404, 'world_not_found']);
    const store = await on.send(`${on.mock.urls.store}/w/none/x`, {});
    expect([store.status, store.body.CODE]).toEqual([404, 'error']);
    expect(on.mock.worlds.unroutedJournal.after(0, 9).map(({world}) => world)).toEqual([
      'none',
      'none',
    ]);
  });
});

describe('a world', () => {
  it('is reset to what it was, and dropped', async () => {
    const on = await made();
    const before = on.world.image();
    await on.publish();
    await on.mock.worlds.reset('w');
    expect(on.mock.world('w')!.image()).toEqual(before);
    await on.mock.worlds.drop('w');
    expect((await on.workspace('GET', '/account')).body.reason).toBe('world_not_found');
  });
  it('is given as an image and opened from one', async () => {
    const on = await made();
    const {body} = await on.publish();
    const copy = await createMock({control: false, world: structuredClone(on.world.image())});
    open.push({mock: copy});
    const answer = await fetch(`${copy.urls.workspace}/api/v1/publications/${body.id}`, {
      headers: {authorization: `Bearer ${on.key()}`},
    });
    expect(await answer.json()).toEqual(body);
  });
  it('reports each refusal on the terminal with its rule', async () => {
    const lines: string[] = [];
    const on = await made({report: (line) => void lines.push(line)});
    await on.workspace('GET', '/publications/pub_none?key=secretsecretsecret');
    expect(lines).toEqual([
      '[w] 404 GET /api/v1/publications/pub_none?key=secretse...  ' +
        'expected a publication of this workspace; got pub_none; ' +
        'take an id from the list; a reserved id is no publication yet; ' +
        'the query parameter key has no effect here: leave it out ' +
        '(workspace.publications.unknown-is-not-found)',
    ]);
  });
});

describe('the demo world', () => {
  it('answers on localhost of both families, with keys that never change', async () => {
    const mock = await createMock({control: false});
    open.push({mock});
    const port = new URL(mock.urls.workspace).port;
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const answer = await fetch(`http://${host}:${port}/api/v1/publications`, {
        headers: {authorization: 'Bearer demo-key-harbour-full'},
      });
      expect(((await answer.json()) as any).data).toHaveLength(6);
    }
  });
  it('links follow the Host of the request, or the public URL', async () => {
    const link = async (publicUrl?: string): Promise<URL> => {
      const mock = await createMock({control: false, ...(publicUrl && {publicUrl})});
      open.push({mock});
      const answer = await fetch(
        `http://127.0.0.1:${new URL(mock.urls.workspace).port}/api/v1/uploads`,
        {
          method: 'POST',
          body: '{"original_filename":"a.pdf","size_bytes":1}',
          headers: {
            authorization: 'Bearer demo-key-harbour-full',
            'content-type': 'application/json',
          },
        },
      );
      return new URL(((await answer.json()) as any).upload_url);
    };
    expect((await link()).hostname).toBe('127.0.0.1');
    expect((await link('https://mock.example')).origin).toMatch(/^https:\/\/mock\.example:\d+$/);
  });
});

describe('what is under way when a world is reset', () => {
  it('commits and stores nothing into the new one', async () => {
    const on = await made();
    const {body} = await on.reserve();
    const old = on.world;
    const slow = new PassThrough();
    const upload = fetch(body.upload_url, {
      method: 'PUT',
      headers: body.upload_headers,
      body: Readable.toWeb(slow),
      duplex: 'half',
    } as RequestInit);
    slow.write('ti');
    await systemPorts.wait(50 * inject('patience')); // the upload has begun
    const fresh = await on.mock.worlds.reset('w');
    const before = fresh.image();
    slow.end('des');
    expect((await upload).status).toBe(404);
    void old.commit({changes: [{table: 'uploads', del: body.publication_id}], effects: []});
    expect(fresh.image()).toEqual(before);
    expect(fresh.objects.list()).toEqual([]);
  });
});

describe('a request or a reset that is under way when a world is reset', () => {
  it('is answered when the new one is kept, not before', async () => {
    const kept: WorldImage[] = [];
    let replaced = (): void => {};
    const replacing = new Promise<void>((resolve) => (replaced = resolve));
    const commitLog: CommitLog = {
      onLost: undefined,
      append: () => Promise.resolve(),
      saveReads: () => {},
      close: () => Promise.resolve(),
      replace: async (image) => (await replacing, void kept.push(image)),
    };
    const persistence: Persistence = {
      load: () => Promise.resolve(new Map()),
      open: () => Promise.resolve(commitLog),
      forget: () => Promise.resolve(),
      drop: () => Promise.resolve(),
      close: () => Promise.resolve(),
      undo: () => Promise.resolve(),
    };
    const on = await made({persistence});
    const reset = on.mock.worlds.reset('w');
    const old = on.world;
    const commit = old.commit.bind(old);
    // The request has come to the old world, however busy the machine is.
    const come = new Promise<void>(
      (resolve) => (old.commit = (...all) => (resolve(), commit(...all))),
    );
    const late = on.reserve();
    await come;
    const first = await Promise.race([
      late.then(() => 'answered'),
      systemPorts.wait(50).then(() => 'waits'),
    ]);
    expect(first).toBe('waits');
    replaced();
    expect((await late).status).toBe(201);
    await reset;
    expect(kept[0]!.tables['uploads'] ?? []).toEqual([]);
    expect([...on.mock.world('w')!.table('uploads').all()]).toEqual([]);
  });

  it('waits its turn when it is a reset itself', async () => {
    const on = await made();
    const worlds = await Promise.all([
      on.mock.worlds.reset('w'),
      on.mock.worlds.reset('w'),
      on.mock.worlds.reset('w'),
    ]);
    expect(new Set(worlds.map((world) => world.bucketName)).size).toBe(3);
    expect(on.mock.world('w')).toBe(worlds[2]);
  });
});
