import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {emptyImage} from '../testing/arbitrary-entries.ts';
import {systemDisk} from './disk.ts';
import {DurableState} from './durable-state.ts';
import {Generation} from './generation.ts';

test.each([-1, 1e300, NaN, 2 ** 70, 'x' as unknown as number])(
  'a row with the sequence number %s is never written to a file that no start accepts',
  async (seq) => {
    const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
    const tables = {notes: [{key: 'a', tenant: '', seq}]};
    const durable = new DurableState({...emptyImage(), tables});
    const path = join(folder, '1');
    const written = Generation.write(path, 'w', {durable, reads: {}}, systemDisk());
    await expect(written).rejects.toThrow('no chunk has the number');
    expect(await readdir(folder)).toEqual(['.draft']);
    expect(await readdir(join(folder, '.draft'))).toEqual([]);
    await rm(folder, {recursive: true});
  },
);
