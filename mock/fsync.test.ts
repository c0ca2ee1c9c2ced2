import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createMock} from './create-mock.ts';
import {dataFolder} from './data-folder.ts';
import {systemDisk, type Disk} from './persistence/disk.ts';

test('with fsync a response comes after the disk has the change, and not without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  for (const fsync of [true, false]) {
    const seen: string[] = [];
    const real = systemDisk(fsync);
    const disk: Disk = {
      ...real,
      async sync(file) {
        await real.sync(file);
        seen.push('synced');
      },
    };
    const mock = await createMock(await dataFolder(folder, {disk}));
    seen.length = 0;
    const response = await fetch(`${mock.urls.workspace}/api/v1/uploads`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer demo-key-harbour-full',
      },
      body: '{"original_filename": "a.epub", "size_bytes": 6}',
    });
    seen.push('answered');
    expect(response.status).toBe(201);
    expect(seen).toEqual(fsync ? ['synced', 'answered'] : ['answered']);
    await mock.close();
  }
  await rm(folder, {recursive: true});
});
