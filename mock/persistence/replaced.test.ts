import {mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {systemDisk} from './disk.ts';
import {removeReplaced} from './replaced.ts';

test('a generation is deleted, also beside the half-deleted one that a lost machine left of it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  onTestFinished(() => rm(root, {recursive: true}));
  for (const name of ['1', '.replaced-1']) {
    await mkdir(join(root, name));
    await writeFile(join(root, name, 'log.jsonl'), '');
  }
  await removeReplaced(join(root, '1'), systemDisk());
  expect(await readdir(root)).toEqual([]);
});
