import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {createMock} from '../create-mock.ts';
import {dataFolder} from '../data-folder.ts';
import {systemPorts} from '../world/ports.ts';
import {ROOT} from '../world/worlds.ts';

it('a world goes on from the instant that was kept, on a machine whose clock was set back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'presscheck-'));
  const machine = {...systemPorts, now: () => now};
  let now = Date.UTC(2026, 5, 2);
  const open = async () => createMock({...(await dataFolder(folder, {fsync: false})), machine});
  const first = await open();
  await first.world(ROOT)!.setSpeed(60);
  now += 1000;
  await first.world(ROOT)!.setNumber('runs.daily_limit', 3);
  await first.close();
  now = Date.UTC(2026, 5, 1);
  const second = await open();
  const clock = second.world(ROOT)!.clock;
  expect([clock.now(), clock.speed]).toEqual([Date.UTC(2026, 5, 2) + 60_000, 60]);
  await second.close();
  await rm(folder, {recursive: true});
});
