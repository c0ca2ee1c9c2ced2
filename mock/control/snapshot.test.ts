import {createHash} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {canonicalText} from '../../spec/json.ts';
import {createMock, type Mock} from '../create-mock.ts';
import {memoryObjects} from '../objects/memory-objects.ts';

/** Object storage in which every object says that it has a number of bytes. */
function sized(size: number) {
  const objects = memoryObjects();
  const head = objects.head.bind(objects);
  const read: string[] = [];
  objects.head = (world, key) => {
    const found = head(world, key);
    return found && {...found, size};
  };
  const readBytes = objects.read.bind(objects);
  objects.read = (world, key, from, to) => {
    read.push(key);
    return readBytes(world, key, from, to);
  };
  return {objects, read};
}

test('a snapshot of too many bytes is refused before any is read', async () => {
  const {objects, read} = sized(750_000_000);
  const mock = await createMock({objects});
  const response = await fetch(`${mock.urls.control}/worlds/demo/snapshot`);
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({
    error: expect.stringMatching(
      /^the world is too large for a snapshot: its files have \d+ bytes/,
    ),
    what_to_do: 'start the mock with `--data DIR`, stop it, and copy that folder instead',
  });
  expect(read).toEqual([]);
  await mock.close();
});

/** The members of a snapshot that the tests edit. */
// oxlint-disable-next-line typescript/no-explicit-any -- edits write members that no snapshot may have
type Edited = any;

let mock: Mock;
beforeAll(async () => void (mock = await createMock()));
afterAll(() => mock.close());

const control = (path: string): string => `${mock.urls.control}/worlds/${path}`;

const read = async (world: string): Promise<Edited> =>
  (await fetch(control(`${world}/snapshot`))).json();

/** Restores text as a snapshot. */
const put = (world: string, text: string): Promise<Response> =>
  fetch(control(`${world}/snapshot`), {
    method: 'PUT',
    headers: {'content-type': 'application/json'},
    body: text,
  });

/** Restores a snapshot of the root world that was edited, with the checksum that belongs to it. */
async function putEdited(world: string, edit: (image: Edited) => void): Promise<Response> {
  const snapshot = await read('demo');
  edit(snapshot.image);
  const {image, objects} = JSON.parse(JSON.stringify(snapshot)) as Edited;
  const sum = createHash('sha256').update(canonicalText({image, objects})).digest('hex');
  return put(world, JSON.stringify({...snapshot, sum}));
}

const FIRST = 'image.tables.publications[0]';
const SETTINGS = 'image.meta.settings';

/** A member that `JSON.parse` makes, though no assignment does. */
const ownProto = (object: object, value: unknown): void =>
  void Object.defineProperty(object, '__proto__', {value, enumerable: true});

const dueEvent = (over: object) => (image: Edited) => {
  image.due = [{at: 0, seq: 5, event: 'run-ends', key: 'x', ...over}];
};

/** What is edited, and the beginning of the refusal. */
const EDITS: [string, (image: Edited) => void][] = [
  ['image: must have', (image) => void delete image.tables],
  ['image: must have', (image) => void delete image.due],
  ['image: must have', (image) => void delete image.reads],
  ['image: must have', (image) => void delete image.meta],
  ['image.meta: must have', ({meta}) => void delete meta.clock],
  ['image.meta: must have', ({meta}) => void delete meta.settings],
  ['image.meta.clock: must be object', ({meta}) => void (meta.clock = null)],
  ['image.meta.clock: must NOT have fewer', ({meta}) => void (meta.clock = {})],
  ['image.meta.clock: must NOT be valid', ({meta}) => void (meta.clock = {frozen: 1, offset: 1})],
  ['image.meta.clock: the clock would not', ({meta}) => void (meta.clock = {speed: 2})],
  ['image.meta.clock.speed: must be >=', ({meta}) => void (meta.clock = {offset: 1, speed: 0})],
  ['image.meta.clock.frozen: must be', ({meta}) => void (meta.clock = {frozen: 'x'})],
  ['image.meta.clock.frozen: must be <=', ({meta}) => void (meta.clock = {frozen: 1e300})],
  ['image.meta.clock.frozen: must be >=', ({meta}) => void (meta.clock = {frozen: -1})],
  ['image.meta.clock: the clock would not', ({meta}) => void (meta.clock = {offset: 9e15})],
  ['image.meta.clock: the clock would not', ({meta}) => void (meta.clock = {offset: -9e15})],
  ['image.meta.seed: must be integer', ({meta}) => void (meta.seed = {a: 1})],
  ['image.meta.seq: must be integer', ({meta}) => void (meta.seq = null)],
  ['image.meta.seq: must be <=', ({meta}) => void (meta.seq = 1e300)],
  ['image.meta.ids.user: must be', ({meta}) => void (meta.ids.user = 'x')],
  ['image.meta.ids: must be object', ({meta}) => void (meta.ids = 'abc')],
  [`${SETTINGS}: must be object`, ({meta}) => void (meta.settings = 'x')],
  [`${SETTINGS}.template: must be`, ({meta}) => void (meta.settings.template = '__proto__')],
  [`${SETTINGS}.limits: must be`, ({meta}) => void (meta.settings.limits = 'off')],
  [`${SETTINGS}.filledAt: must be`, ({meta}) => void (meta.settings.filledAt = 1e300)],
  [`${SETTINGS}.freedoms: no freedom \`nope\``, ({meta}) => (meta.settings.freedoms = {nope: 1})],
  [
    `${SETTINGS}.freedoms: freedom \`store.timezone\`: expected`,
    ({meta}) => (meta.settings.freedoms = {'store.timezone': 'Mars/Phobos'}),
  ],
  [`${SETTINGS}.numbers: unknown`, ({meta}) => void (meta.settings.numbers = {nope: 1})],
  [
    `${SETTINGS}.numbers.checkout.ttl_seconds: must be number`,
    ({meta}) => void (meta.settings.numbers = {'checkout.ttl_seconds': 'x'}),
  ],
  [
    `${SETTINGS}.numbers: \`checkout.ttl_seconds\` must be between`,
    ({meta}) => void (meta.settings.numbers = {'checkout.ttl_seconds': 1e300}),
  ],
  [`${SETTINGS}.defects: no defect \`x\``, ({meta}) => void (meta.settings.defects = ['x'])],
  ['image.tables: must be object', (image) => void (image.tables = [])],
  ['image.tables: no chapter declares a table `evil`', ({tables}) => void (tables.evil = [])],
  ['image.tables: no chapter declares a table `con', ({tables}) => void (tables.constructor = [])],
  ['image.tables: no chapter declares a table `__', ({tables}) => ownProto(tables, [])],
  ['image.tables.publications: must be', ({tables}) => void (tables.publications = {})],
  ['image.tables.publications[8]: must be object', ({tables}) => tables.publications.push(null)],
  [`${FIRST}: must have`, ({tables}) => void delete tables.publications[0].key],
  [`${FIRST}: must have`, ({tables}) => void delete tables.publications[0].tenant],
  [`${FIRST}: must have`, ({tables}) => void delete tables.publications[0].seq],
  [`${FIRST}.tenant: must be string`, ({tables}) => void (tables.publications[0].tenant = 5)],
  [`${FIRST}.seq: must be >= 0`, ({tables}) => void (tables.publications[0].seq = -1)],
  [`${FIRST}.seq: must be <=`, ({tables}) => void (tables.publications[0].seq = 1e300)],
  [`${FIRST}.seq: must be integer`, ({tables}) => void (tables.publications[0].seq = 'x')],
  [`${FIRST}.seq: must be integer`, ({tables}) => void (tables.publications[0].seq = 1.5)],
  [`${FIRST}.seq: must be integer`, ({tables}) => void (tables.publications[0].seq = null)],
  [`${FIRST}.seq: must be less than`, ({tables}) => void (tables.publications[0].seq = 9e9)],
  [
    'image.tables.publications[8].seq: another row',
    ({tables}) => tables.publications.push({...tables.publications[0], key: 'other'}),
  ],
  [
    'image.tables.publications[8].key: another row has the key',
    ({tables}) => tables.publications.push({...tables.publications[0], seq: 1}),
  ],
  [
    'image.tables.issues[0]: the index `name_part`',
    ({tables}) => void delete tables.issues[0].name,
  ],
  ['image.tables.users[1]: the index `email`', ({tables}) => void (tables.users[1].email = 5)],
  ['image.tables.users[1]: the index `email`', ({tables}) => void (tables.users[1].email = [5])],
  ['image.tables.users[1]: the index `email`', ({tables}) => void (tables.users[1].email = null)],
  ['image.due: must be array', (image) => void (image.due = 'abc')],
  ['image.due[0]: must be object', (image) => void (image.due = [null])],
  ['image.due[0].at: must be number', dueEvent({at: null})],
  ['image.due[0].at: must be <=', dueEvent({at: 1e300})],
  ['image.due[0].seq: must be integer', dueEvent({seq: null})],
  ['image.due[0].seq: must be less', dueEvent({seq: 9e9})],
  ['image.due[0].key: must be string', dueEvent({key: 5})],
  ['image.due[0].event: no chapter declares an event `__proto__`', dueEvent({event: '__proto__'})],
  ['image.due[0].event: no chapter declares an event `con', dueEvent({event: 'constructor'})],
  [
    'image.due[1].seq: another event',
    (image) => {
      dueEvent({})(image);
      image.due.push(image.due[0]);
    },
  ],
  ['image.reads.a: must be array', (image) => void (image.reads = {a: 5})],
  ['image.reads: no chapter declares', (image) => void (image.reads = {'constructor:a': [[1, 1]]})],
];

describe('a snapshot with a right checksum is refused, and nothing is changed', () => {
  test.each(EDITS)('%s (%#)', async (beginning, edit) => {
    const before = await read('demo');
    for (const world of ['demo', 'never-made']) {
      const response = await putEdited(world, edit);
      const {error, what_to_do: todo} = (await response.json()) as Edited;
      expect({status: response.status, error}).toEqual({
        status: 422,
        error: expect.stringContaining(beginning),
      });
      expect(todo).not.toContain('report it');
    }
    expect(await read('demo')).toEqual(before);
    expect(mock.world('never-made')).toBeUndefined();
  });

  test('when it is nested too deeply', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = `{"presscheck":"snapshot","version":1,"sum":"","image":{"a":${deep}},"objects":[]}`;
    expect((await put('never-made', text)).status).toBe(422);
  });
});

test('a snapshot of a world with due events and reads is restored', async () => {
  const {world} = (await (
    await fetch(control('').slice(0, -1), {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: '{"template":"demo","credentials":"demo"}',
    })
  ).json()) as Edited;
  const {urls} = mock;
  await fetch(`${urls.store}/w/${world}/integration-api/v1/orders`, {
    headers: {'x-user-token': 'demo-token-riverside-admin'},
  });
  const snapshot = await read(world);
  expect(Object.keys(snapshot.image.reads).length).toBeGreaterThan(0);
  expect((await put('copy', JSON.stringify(snapshot))).status).toBe(200);
  expect(await read('copy')).toEqual(snapshot);
});
