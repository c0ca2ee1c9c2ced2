import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {UsageError} from '../spec/usage-error.ts';
import {execCommand} from './exec-command.ts';
import {mockCommand} from './mock-command.ts';
import {configSchema, withConfig} from './mock-config.ts';
import type {MockFlags} from './mock-options.ts';

let folder: string;
let config: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'presscheck-config-'));
  config = join(folder, 'presscheck.mock.yaml');
});
afterEach(() => rmSync(folder, {recursive: true}));

const SCHEMA_FILE = resolve(import.meta.dirname, 'presscheck.mock.schema.json');

const ALL = `port: 4110
host: 127.0.0.1
public-url: http://localhost:4110
data: kept
fsync: true
world: empty
save: world.json
limits: off
freedom: {orders.wrapped: true, store.timezone: UTC}
defect: ['a.rule: a name']
write-env: mock.env
json: true
fail-on: refused
`;

/** What a command gets from a file. */
async function given(command: 'mock' | 'exec', text: string, typed: MockFlags = {}) {
  writeFileSync(config, text);
  let seen: unknown;
  await withConfig({config, ...typed}, command, async (flags, note) => {
    seen = {flags: {...flags, config: undefined}, note};
  });
  return seen as {flags: MockFlags; note: string};
}

describe('the configuration file', () => {
  test('holds every flag, and is named', async () => {
    const {flags, note} = await given('mock', ALL);
    expect(flags).toEqual({
      port: '4110',
      host: '127.0.0.1',
      publicUrl: ['http://localhost:4110'],
      data: join(folder, 'kept'),
      fsync: true,
      world: 'empty',
      save: join(folder, 'world.json'),
      limits: 'off',
      freedom: ['orders.wrapped=true', 'store.timezone=UTC'],
      defect: ['a.rule: a name'],
      writeEnv: join(folder, 'mock.env'),
      json: true,
    });
    expect(note).toContain(`${config}: port, host, public-url, data`);
  });

  test('of exec: its own flags, and free ports', async () => {
    const {flags} = await given('exec', ALL);
    expect(flags).toMatchObject({failOn: 'refused', limits: 'off'});
    for (const name of ['port', 'writeEnv', 'json']) expect(flags).not.toHaveProperty(name);
  });

  test('yields to flags that are typed', async () => {
    const {flags, note} = await given('mock', 'host: "::1"\nlimits: off\n', {host: 'localhost'});
    expect(flags).toEqual({host: 'localhost', limits: 'off'});
    expect(note).toBe(`${config}: limits`);
    expect((await given('mock', '')).note).toBe(`${config}: nothing is used`);
  });
});

describe('a mistake in the configuration file', () => {
  test.each([
    [
      '# the mock\nhots: x',
      /:2: hots: there is no such flag; did you mean host\? There are port, /,
    ],
    ['limits: none', /:1: limits: give off$/],
    [
      'port: "x"\nfsync: 1',
      /:1: port: give a number, without quotes\n.*:2: fsync: give true or false$/,
    ],
    ['freedom: [a=b]', /:1: freedom: give a map/],
    ['defect: 1', /:1: defect: give a list/],
    ['- port: 1', /give a map of flags/],
    ['port: [', /:1: /],
  ])('%j is refused by file, line and field', async (text, complaint) => {
    const refused = given('mock', text);
    await expect(refused).rejects.toThrow(complaint);
    await expect(refused).rejects.toThrow(config);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
  });

  test('is named by a mistake that is found later, unless the flag was typed', async () => {
    writeFileSync(config, 'limits: off\nport: 70000\n');
    const late = (typed: MockFlags) =>
      withConfig({config, ...typed}, 'mock', async () => {
        throw new UsageError('--port 70000: give a number from 1 to 65526');
      });
    await expect(late({})).rejects.toThrow(`${config}:2: port 70000: give a number`);
    await expect(late({port: '70000'})).rejects.toThrow(/^--port 70000: give/);
  });

  test('has to be there when it is named', async () => {
    const refused = withConfig({config: join(folder, 'no.yaml')}, 'mock', async () => {});
    await expect(refused).rejects.toThrow('no.yaml: cannot be read (ENOENT)');
  });
});

test('the schema for editors is that of the flags, and accepts the file', () => {
  expect(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))).toEqual(configSchema());
  const validate = new Ajv2020({strict: true, allowUnionTypes: true}).compile(configSchema());
  expect(validate({port: 0, limits: 'off', freedom: {a: true}, defect: ['a']})).toBe(true);
  for (const wrong of [{ports: 0}, {limits: 'on'}, {fsync: 'yes'}, {defect: 1}])
    expect(validate(wrong), JSON.stringify(wrong)).toBe(false);
});

test('the commands take the flags of the file, and which file', () => {
  const names = Object.keys((configSchema() as {properties: object}).properties);
  const options = [mockCommand(), execCommand()].flatMap((command) =>
    command.options.map(({long}) => long?.slice(2)),
  );
  expect(new Set(options)).toEqual(new Set([...names, 'config']));
});
