import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createMock, type MockOptions} from './library.ts';

const WRONG: [options: unknown, complaint: string][] = [
  [null, 'The options of createMock have to be an object; got null.'],
  [[], 'The options of createMock have to be an object; got [].'],
  [{speed: 0}, 'The option speed of createMock has to be a number from 0.1 to 3600; got 0.'],
  [{skipWaits: 1}, 'The option skipWaits of createMock has to be true or false; got 1.'],
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
  [{faults: {}}, 'The option faults of createMock has to be an array of rules; got {}.'],
  [
    {faults: [{act: {status: 503}}, {act: {status: 302}}]},
    'The option faults of createMock: faults[1].act.status: must be >= 400; A status from 400 to 599',
  ],
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
  [{ports: {mcp: 0}}, 'for workspace, store, objects and control; got { mcp: 0 }.'],
  [{control: 'no'}, 'The option control of createMock has to be false, or left out; got "no".'],
  [{host: 5}, 'The option host of createMock has to be a host name or an IP address; got 5.'],
  [
    {publicUrl: 'http://h:8080'},
    'publicUrl of createMock: one address with a port or path needs `onePort',
  ],
  [{publicUrl: {store: 'http://h'}, onePort: true}, 'with `onePort` everything has one address'],
  [{publicUrl: {files: 'http://h'}}, 'The option publicUrl of createMock has to be an http'],
  [{onePort: true, ports: {store: 1}}, 'with `onePort` there is only workspace'],
  [{controlToken: 'x'}, 'controlToken of createMock has to be 8 to 200 letters'],
  [{cors: ['x/']}, "or ['*']; got [ 'x/' ]."],
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
    publicUrl: 'http://localhost',
    onePort: false,
    trustProxy: false,
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
  const second = await createMock({world: file, limits: false, speed: 60, skipWaits: true});
  const clock = await fetch(`${second.urls.control}/worlds/demo/clock`);
  expect(await clock.json()).toMatchObject({frozen: false, speed: 60});
  expect(second.credentials().keys).toEqual(keys);
  await second.close();
});

test.each<MockOptions>([
  {host: '0.0.0.0'},
  {publicUrl: 'http://press.example'},
  {publicUrl: {store: 'http://press.example:7910/x'}},
  {trustProxy: true},
  {controlToken: 'rosebud-rosebud'},
])('a control plane that others can reach asks for a token: %j', async (options) => {
  const mock = await createMock(options);
  const control = `http://127.0.0.1:${new URL(mock.urls.control!).port}/worlds`;
  expect((await fetch(control)).status).toBe(401);
  const headers = {authorization: `Bearer ${mock.controlToken}`};
  expect((await fetch(control, {headers})).status).toBe(200);
  await mock.close();
});

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

test('faults are ordered for the default world, and those that never fired are told', async () => {
  const mock = await createMock({
    control: false,
    faults: [
      {act: {status: 503}, match: {nth: {to: 1}}},
      {id: 'unmet', act: {reset: 'after'}, match: {interface: 'store'}},
    ],
  });
  const statuses: number[] = [];
  for (let n = 0; n < 2; n++)
    statuses.push((await fetch(`${mock.urls.workspace}/api/v1/account`)).status);
  expect(statuses).toEqual([503, 401]);
  expect(mock.unfiredFaults()).toEqual([
    'fault unmet of world demo never fired: no request matched it',
  ]);
  await mock.close();
});
