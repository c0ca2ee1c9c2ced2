import {mkdtemp, readFile, rm, truncate} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bare, emptyImage, entries, plain, plainly} from '../testing/arbitrary-entries.ts';
import {systemDisk} from './disk.ts';
import {EndMark} from './end-mark.ts';
import {Generation} from './generation.ts';
import type {Commit} from './commit-log.ts';
import {SegmentedLog} from './segmented-log.ts';
import {LowdbCommitLog} from './lowdb-commit-log.ts';
import {DurableState} from './durable-state.ts';

const disk = systemDisk();

test('killed anywhere in its last flush, a world has whole flushes only', async () => {
  const root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.array(fc.integer({min: 1, max: 6}), {minLength: 30, maxLength: 30}),
      fc.double({min: 0, max: 1, noNaN: true}),
      async (all, sizes, where) => {
        const path = join(root, String(run++));
        const durable = new DurableState(emptyImage());
        const generation = await Generation.write(path, 'w', {durable, reads: {}}, disk);
        const commitLog = new LowdbCommitLog(
          'w',
          {generation, durable, reads: {}, log: new SegmentedLog(path, 'w', disk)},
          {later: () => () => {}, disk, refusal: () => undefined},
        );
        const log = join(path, 'log-0.jsonl');
        /** What had been kept when the log had this length. */
        const told: {length: number; kept: Commit[]}[] = [{length: 0, kept: []}];
        for (let at = 0; at < all.length; at += sizes.shift()!) {
          await Promise.all(all.slice(at, at + sizes[0]!).map((entry) => commitLog.append(entry)));
          told.push({length: (await readFile(log)).length, kept: all.slice(0, at + sizes[0]!)});
        }
        await commitLog.close();
        const cut = Math.floor(where * told.at(-1)!.length);
        const left = told.findLast(({length}) => length <= cut);
        if (all.length) await truncate(log, cut);
        // The flush after that was not answered: the end mark does not count it.
        const mark = new EndMark(path, 'w', disk);
        mark.write(told.indexOf(left!));
        mark.close();
        const again = await new Generation(path, 'w', disk).load();
        expect(bare(plain(again.durable.image()))).toEqual(bare(plainly(left!.kept)));
      },
    ),
    {numRuns: 60},
  );
  await rm(root, {recursive: true});
});
