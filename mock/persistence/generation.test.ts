import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bare, emptyImage, entries, plain, plainly} from '../testing/arbitrary-entries.ts';
import {Generation, type LoadedGeneration, type LogRecord} from './generation.ts';
import type {Entry} from './commit-log.ts';
import {Log} from './log.ts';
import {Shadow} from './shadow.ts';
import {systemDisk} from './disk.ts';

const disk = systemDisk();

/** Loads a generation, and removes what a crash left. */
async function load(path: string): Promise<LoadedGeneration> {
  const loaded = await new Generation(path, 'w', disk).load();
  await loaded.tidy();
  return loaded;
}

test('a shadow holds what a plain map holds', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const shadow = new Shadow(emptyImage());
      for (const entry of all) {
        shadow.apply(entry);
        shadow.meta = JSON.stringify(entry.meta);
      }
      expect(bare(plain(shadow.image()))).toEqual(bare(plainly(all)));
    }),
  );
});

test('after an interrupted checkpoint, and another, chunks and log have the state', async () => {
  const root = await mkdtemp(join(tmpdir(), 'presscheck-'));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(30), fc.nat(8), fc.nat(8), async (all, cut, first, second) => {
      const path = join(root, String(run++));
      const shadow = new Shadow(emptyImage());
      const generation = await Generation.write(path, 'w', {shadow, reads: {}}, disk);
      const log = new Log(path, 'w', disk);
      keep(log, all.slice(0, cut));
      for (const entry of all.slice(0, cut)) {
        shadow.apply(entry);
        shadow.meta = JSON.stringify(entry.meta);
      }
      await cutShort(generation, shadow, log.endSegment(), first);
      keep(log, all.slice(cut));
      log.endSegment();

      const again = await load(path);
      expect(bare(plain(again.shadow.image()))).toEqual(bare(plainly(all)));
      await cutShort(generation, again.shadow, again.log.endSegment(), second);
      const third = await load(path);
      expect(bare(plain(third.shadow.image()))).toEqual(bare(plainly(all)));
      const from = third.log.endSegment();
      await generation.checkpoint(third.shadow, from);
      if (second % 2) await third.log.dropBefore(from);
      expect(bare(plain((await load(path)).shadow.image()))).toEqual(bare(plainly(all)));
      expect((await readdir(path)).filter((file) => file.startsWith('log-'))).toEqual([]);
    }),
    {numRuns: 60},
  );
  await rm(root, {recursive: true});
});

/** Each entry as a flush of its own. */
function keep(log: Log, all: Entry[]): void {
  for (const {meta, ...entry} of all)
    void log.append(JSON.stringify({entries: [entry], meta} satisfies LogRecord));
}

/** A checkpoint that stops before its document number `documents`; a later one may be whole. */
async function cutShort(
  generation: Generation,
  shadow: Shadow,
  from: number,
  documents: number,
): Promise<void> {
  let left = documents;
  const chunk = shadow.chunk.bind(shadow);
  shadow.chunk = (number) => {
    if (left-- <= 0) throw new Error('cut short');
    return chunk(number);
  };
  await generation
    .checkpoint(shadow, from)
    .catch((error: Error) => expect(error.message).toBe('cut short'));
  shadow.chunk = chunk;
}
