import {execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import {systemPorts} from '../world/ports.ts';
import type {TestRow} from '../testing/arbitrary-entries.ts';
import {lowdbPersistence} from './lowdb-persistence.ts';

const KILLS = inject('all') ? 20 : 5;
const root = resolve(import.meta.dirname, '../..');
const built = mkdtempSync(join(root, 'node_modules', '.kill-test-'));
const folder = mkdtempSync(join(tmpdir(), 'presscheck-'));

/** The child runs the sources of now, not a build of yesterday. */
beforeAll(() => {
  const options =
    '--ignoreConfig --rootDir . --target es2023 --module nodenext --types node --skipLibCheck ' +
    '--allowImportingTsExtensions --rewriteRelativeImportExtensions';
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      'mock/persistence/lowdb-persistence.ts',
      ...options.split(' '),
      '--outDir',
      built,
    ],
    {cwd: root},
  );
});
afterAll(() => {
  rmSync(built, {recursive: true, force: true});
  rmSync(folder, {recursive: true, force: true});
});

/** Runs the writer, kills it some time into its work, and tells what it was answered. */
async function killedAfter(ms: number): Promise<Map<string, number>> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'kill-writer.mjs'), built, folder],
    {stdio: ['ignore', 'pipe', 'inherit']},
  );
  let said = '';
  const ended = new Promise<NodeJS.Signals | null>((settle) =>
    child.on('close', (_code, signal) => settle(signal)),
  );
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === '') systemPorts.later(ms, () => child.kill('SIGKILL'));
    said += chunk.toString();
  });
  expect(await ended).toBe('SIGKILL');
  const answered = said
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(' '));
  return new Map(answered.map(([key, at]) => [key!, Number(at)]));
}

test(`${KILLS} kills under load: every answered entry is back, whole or not at all`, async () => {
  const answered = new Map<string, number>();
  let most = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    for (const [key, at] of await killedAfter(20 + ((kill * 37) % 180))) answered.set(key, at);
    const persistence = await lowdbPersistence(folder, systemPorts);
    const image = (await persistence.load()).get('w')!;
    await persistence.close();
    const values = (table: string): Map<string, number> =>
      new Map(
        ((image.tables[table] ?? []) as TestRow[]).map((row) => [row.key, Number(row.value)]),
      );
    const left = values('left');
    expect(values('right')).toEqual(left);
    for (const [key, at] of answered)
      expect(left.get(key), `${key} after kill ${kill + 1}`).toBeGreaterThanOrEqual(at);
    expect(image.meta.seq).toBeGreaterThanOrEqual(Math.max(...answered.values()));
    most = Math.max(most, image.meta.seq);
  }
  expect(most).toBeGreaterThan(KILLS * 50); // else there was no load
});
