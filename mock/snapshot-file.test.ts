import {createHash} from 'node:crypto';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {canonicalText} from '../spec/json.ts';
import {createMock as startMock} from './create-mock.ts';
import {createMock} from './library.ts';
import {NoSnapshot, parsedSnapshot} from './snapshot-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** The members of a snapshot that the tests edit. */
// oxlint-disable-next-line typescript/no-explicit-any -- edits write members that no snapshot may have
type Edited = any;

let given: string;
beforeAll(async () => {
  const mock = await startMock();
  given = await (await fetch(`${mock.urls.control}/worlds/demo/snapshot`)).text();
  await mock.close();
});

/** Writes a file with an edited snapshot and the checksum that belongs to it. */
function fileWith(edit: (snapshot: Edited) => void): string {
  const snapshot = JSON.parse(given) as Edited;
  edit(snapshot);
  const {image, objects} = snapshot;
  snapshot.sum = createHash('sha256').update(canonicalText({image, objects})).digest('hex');
  const file = join(folder, 'edited.json');
  writeFileSync(file, JSON.stringify(snapshot));
  return file;
}

test('a snapshot as it was given is read', () => {
  expect(
    parsedSnapshot(
      readFileSync(
        fileWith(() => {}),
        'utf8',
      ),
    ),
  ).toEqual(JSON.parse(given));
});

const EDITS: [string, (snapshot: Edited) => void][] = [
  ['image.tables.users[3].seq: must be >= 0', ({image}) => void (image.tables.users[3].seq = -1)],
  ['image: must have required property', (snapshot) => void (snapshot.image = {})],
  ['snapshot/image: must be object', (snapshot) => void (snapshot.image = [])],
  ['snapshot/objects: must be array', (snapshot) => void (snapshot.objects = {})],
  ['snapshot/objects/0: must have', (snapshot) => void (snapshot.objects = [{}])],
  [
    'image.due[0].event: no chapter declares an event `constructor`; restore a snapshot just as',
    ({image}) => void (image.due = [{at: 0, seq: 1, event: 'constructor', key: 'x'}]),
  ],
  ['no defect `x`', ({image}) => void (image.meta.settings.defects = ['x'])],
];

describe('an edited snapshot with a right checksum is refused before anything is started', () => {
  test.each(EDITS)('%s', async (message, edit) => {
    const file = fileWith(edit);
    const text = readFileSync(file, 'utf8');
    expect(() => parsedSnapshot(text)).toThrow(NoSnapshot);
    expect(() => parsedSnapshot(text)).toThrow(message);
    const data = join(folder, 'data');
    const started = createMock({world: file, data});
    await expect(started).rejects.toThrow(`The option world of createMock: `);
    await expect(started).rejects.toThrow(message);
    expect(existsSync(data)).toBe(false);
  });
});
