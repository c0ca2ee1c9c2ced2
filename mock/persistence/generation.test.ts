import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bare, emptyImage, entries, plain, plainly} from '../testing/arbitrary-entries.ts';
import {Generation, type LoadedGeneration, type LogRecord} from './generation.ts';
import type {Commit} from './commit-log.ts';
import {SegmentedLog} from './segmented-log.ts';
import {DurableState} from './durable-state.ts';
import {systemDisk} from './disk.ts';

const disk = systemDisk();

/** Loads a generation, and removes what a crash left. */
async function load(path: string): Promise<LoadedGeneration> {
  const loaded = await new Generation(path, 'w', disk).load();
  await loaded.tidy();
  return loaded;
}

test('a durable state holds what a plain map holds', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const durable = new DurableState(emptyImage());
      for (const entry of all) {
        durable.apply(entry);
        durable.meta = JSON.stringify(entry.meta);
      }
      expect(bare(plain(durable.image()))).toEqual(bare(plainly(all)));
    }),
  );
});

test('after an interrupted checkpoint, and another, chunks and log have the state', async () => {
  const root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(30), fc.nat(8), fc.nat(8), async (all, cut, first, second) => {
      const path = join(root, String(run++));
      const durable = new DurableState(emptyImage());
      const generation = await Generation.write(path, 'w', {durable, reads: {}}, disk);
      const log = new SegmentedLog(path, 'w', disk);
      keep(log, all.slice(0, cut));
      for (const entry of all.slice(0, cut)) {
        durable.apply(entry);
        durable.meta = JSON.stringify(entry.meta);
      }
      await cutShort(generation, durable, log.endSegment(), first);
      keep(log, all.slice(cut));
      log.endSegment();

      const again = await load(path);
      expect(bare(plain(again.durable.image()))).toEqual(bare(plainly(all)));
      await cutShort(generation, again.durable, again.log.endSegment(), second);
      const third = await load(path);
      expect(bare(plain(third.durable.image()))).toEqual(bare(plainly(all)));
      const from = third.log.endSegment();
      await generation.checkpoint(third.durable, from);
      if (second % 2) await third.log.dropBefore(from);
      expect(bare(plain((await load(path)).durable.image()))).toEqual(bare(plainly(all)));
      expect((await readdir(path)).filter((file) => file.startsWith('log-'))).toEqual([]);
    }),
    {numRuns: 60},
  );
  await rm(root, {recursive: true});
});

/** Each entry as a flush of its own. */
function keep(log: SegmentedLog, all: Commit[]): void {
  for (const {meta, ...entry} of all)
    void log.append(JSON.stringify({entries: [entry], meta} satisfies LogRecord));
}

/** A checkpoint that stops before its document number `documents`; a later one may be whole. */
async function cutShort(
  generation: Generation,
  durable: DurableState,
  from: number,
  documents: number,
): Promise<void> {
  let left = documents;
  const chunk = durable.chunk.bind(durable);
  durable.chunk = (number) => {
    if (left-- <= 0) throw new Error('cut short');
    return chunk(number);
  };
  await generation
    .checkpoint(durable, from)
    .catch((error: Error) => expect(error.message).toBe('cut short'));
  durable.chunk = chunk;
}
