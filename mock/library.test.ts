import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createMock, type MockOptions} from './library.ts';

const WRONG: [options: unknown, complaint: string][] = [
  [null, 'The options of createMock have to be an object; got null.'],
  [[], 'The options of createMock have to be an object; got an array.'],
  [{limits: 'off'}, 'The option limits of createMock has to be true or false; got "off".'],
  [
    {world: 'x.json'},
    'The option world of createMock: give `demo`, `empty`, or the file of a seed or snapshot (ENOENT',
  ],
  [
    {world: 5},
    "The option world of createMock has to be 'demo', 'empty' or the path of a seed or snapshot",
  ],
  [
    {defects: ['x']},
    'The option defects of createMock: there is no defect `x`; `presscheck rules RULE --defects`',
  ],
  [{defects: ['x'], data: 'd'}, 'The option defects of createMock: such a mock lives in memory'],
  [{defects: ['x'], world: 'x.json'}, 'The option defects of createMock takes no file as `world`'],
  [{freedoms: ['x']}, 'The option freedoms of createMock has to be an object of values by name'],
  [
    {freedoms: {'orders.wrapped': 'banana'}},
    'The option freedoms of createMock: freedom `orders.wrapped`: expected false or true, got "banana"; `GET',
  ],
  [
    {freedoms: {'orders.wraped': true}, defects: []},
    'no freedom `orders.wraped`: did you mean `orders.wrapped`?',
  ],
  [{freedoms: {}, world: 'x.json'}, 'The option freedoms of createMock needs a new world'],
  [{defect: 'x'}, 'createMock has no option defect; did you mean defects?'],
  [{port: 5}, 'createMock has no option port; did you mean ports?'],
  [{ports: 4010}, 'The option ports of createMock has to be an object of port numbers'],
  [{ports: {workspace: 70_000}}, 'The option ports of createMock has to be'],
  [{ports: {mcp: 0}}, 'for workspace, store, objects and control; got an object.'],
  [{control: 'no'}, 'The option control of createMock has to be false, or left out; got "no".'],
  [{host: 5}, 'The option host of createMock has to be a host name or an IP address; got 5.'],
  [{publicUrl: 'x'}, 'The option publicUrl of createMock has to be an http or https address'],
  [{data: ''}, 'The option data of createMock has to be the path of a folder; got "".'],
  [{defects: 'x'}, 'The option defects of createMock has to be an array of names of defects'],
  [{report: true}, 'The option report of createMock has to be a function that takes a line'],
];

test.each(WRONG)('the options %j are refused', async (options, complaint) => {
  const refusal = await createMock(options as MockOptions).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TypeError);
  expect((refusal as Error).message).toContain(complaint);
});

test('every option may be given, and undefined counts as left out', async () => {
  const mock = await createMock({
    ports: {workspace: 0},
    host: 'localhost',
    publicUrl: 'http://localhost:4010',
    data: undefined,
    world: 'empty',
    limits: false,
    freedoms: {'store.timezone': 'Europe/Berlin'},
    control: false,
    defects: [],
    report: () => {},
  } as MockOptions);
  expect(mock.urls).not.toHaveProperty('control');
  expect(mock).not.toHaveProperty('controlToken');
  expect(mock.credentials().keys).toEqual([]);
  await mock.close();
});

test('a world may be a snapshot file', async () => {
  const first = await createMock();
  const snapshot = await fetch(`${first.urls.control}/worlds/demo/snapshot`);
  const file = join(mkdtempSync(join(tmpdir(), 'presscheck-world-')), 'demo.snapshot.json');
  writeFileSync(file, await snapshot.text());
  const keys = first.credentials().keys;
  await first.close();
  const second = await createMock({world: file, limits: false});
  expect(second.credentials().keys).toEqual(keys);
  await second.close();
});

test.each<MockOptions>([{host: '0.0.0.0'}, {publicUrl: 'http://press.example:7910'}])(
  'a control plane that others can reach asks for a token: %j',
  async (options) => {
    const mock = await createMock(options);
    const control = `http://127.0.0.1:${new URL(mock.urls.control!).port}/worlds`;
    expect((await fetch(control)).status).toBe(401);
    const headers = {authorization: `Bearer ${mock.controlToken}`};
    expect((await fetch(control, {headers})).status).toBe(200);
    await mock.close();
  },
);

test('two servers on one port are refused', async () => {
  const ports = {workspace: 47_955, store: 47_955};
  await expect(createMock({ports})).rejects.toThrow(/ports .*47955 is given twice/);
});

test('a port in use is refused with what to do', async () => {
  const mock = await createMock();
  const port = Number(new URL(mock.urls.workspace).port);
  await expect(createMock({ports: {workspace: port}})).rejects.toThrow(
    `port ${port} is in use: stop what listens there, or leave out \`ports\` to get free ones`,
  );
  await mock.close();
});
