import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {UsageError} from '../spec/usage-error.ts';
import {
  freedomsOf,
  hostOf,
  limitsOf,
  speedOf,
  portsOf,
  requireNewWorldForFreedoms,
  rootWorldOf,
} from './mock-options.ts';

test('ports', () => {
  expect(portsOf()).toEqual({workspace: 4010, store: 4011, objects: 4012, control: 4019});
  expect(portsOf('65526')).toEqual({
    workspace: 65526,
    store: 65527,
    objects: 65528,
    control: 65535,
  });
  expect(portsOf('0')).toEqual({workspace: 0, store: 0, objects: 0, control: 0});
  expect(portsOf('65535', true)).toEqual({workspace: 65535});
  expect(portsOf('0', true)).toEqual({workspace: 0});
  expect(() => portsOf('65536', true)).toThrow('give a number from 1 to 65535, or 0');
  for (const wrong of ['65527', '-1', 'abc', '', '4010.5', '99999'])
    expect(() => portsOf(wrong), wrong).toThrow(UsageError);
});

test('hosts', () => {
  for (const right of ['localhost', '0.0.0.0', '::', '::1', 'mock.example.org'])
    expect(hostOf(right)).toBe(right);
  for (const wrong of ['http://x', 'a b', 'x:80', ''])
    expect(() => hostOf(wrong), wrong).toThrow(UsageError);
});

test('the speed of the clock', () => {
  expect([speedOf(undefined), speedOf('60'), speedOf('0.5')]).toEqual([undefined, 60, 0.5]);
  for (const wrong of ['0', '-1', '3601', 'fast', '', '1e3'])
    expect(() => speedOf(wrong)).toThrow(`--speed ${wrong}: give a number from 0.1 to 3600`);
});

test('limits', () => {
  expect([limitsOf(undefined), limitsOf('off')]).toEqual([true, false]);
  for (const wrong of ['none', 'on'])
    expect(() => limitsOf(wrong)).toThrow(`--limits ${wrong}: give \`off\``);
});

test('freedoms', async () => {
  const texts = ['orders.wrapped=true', 'files.appear_after_ms=500', 'store.timezone=UTC'];
  expect(freedomsOf(texts)).toEqual({
    'orders.wrapped': true,
    'files.appear_after_ms': 500,
    'store.timezone': 'UTC',
  });
  for (const wrong of ['orders.wrapped', 'orders.wrapped=', '=true'])
    expect(() => freedomsOf([wrong]), wrong).toThrow(`--freedom ${wrong}: give name=value`);
  await requireNewWorldForFreedoms({freedom: texts, world: 'empty', data: 'no-such-folder'});
  await expect(requireNewWorldForFreedoms({freedom: texts, world: 'x.json'})).rejects.toThrow(
    'a seed or snapshot has its own',
  );
});

test('root worlds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  const file = join(folder, 'world.json');
  expect(await rootWorldOf(undefined, undefined)).toBe('demo');
  expect(await rootWorldOf('empty', join(folder, 'new'))).toBe('empty');
  await expect(rootWorldOf(file, undefined)).rejects.toThrow('ENOENT');
  await writeFile(file, '{"a": 1');
  await expect(rootWorldOf(file, undefined)).rejects.toThrow('world.json: line 1, column 8');
  await writeFile(
    file,
    '{"presscheck": "snapshot", "version": 1, "sum": "", "image": {}, "objects": []}',
  );
  await expect(rootWorldOf(file, undefined)).rejects.toThrow('no snapshot as presscheck made it');
  await mkdir(join(folder, 'data', 'worlds', 'demo'), {recursive: true});
  await expect(rootWorldOf('demo', join(folder, 'data'))).rejects.toThrow(
    'already contains a world',
  );
  expect(await rootWorldOf(undefined, join(folder, 'data'))).toBe('demo');
  const held = {freedom: ['orders.wrapped=true'], data: join(folder, 'data')};
  await expect(requireNewWorldForFreedoms(held)).rejects.toThrow('already contains a world');
  await rm(folder, {recursive: true});
});
