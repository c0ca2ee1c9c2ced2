import {unwatchFile, watchFile, type Stats} from 'node:fs';
import {replaceFaults} from '../mock/faults/world-faults.ts';
import {ROOT, type Worlds} from '../mock/world/worlds.ts';
import {defined} from '../spec/defined.ts';
import {quantity} from '../spec/quantity.ts';
import {worldFileOf, worldIn, type MockFlags} from './mock-options.ts';
import {prepared, readFaults} from './root-world.ts';

/** Files that are read again when they change. */
export interface WatchedFiles {
  /** Begins to read files that have changed, also before. */
  serve(worlds: Worlds): void;
  /** Resolves when no file is being read any more. Only after `serve`. */
  stop(): Promise<void>;
}

/**
 * How often files are looked at, in milliseconds. What is looked at is the path: editors that replace a file, folders of
 * containers and files that are away for a moment need nothing more.
 */
const EVERY_MS = 200;

/** What is done with a changed file, one after the other. @returns what to tell */
type Reload = (worlds: Worlds, file: string) => Promise<string>;

/**
 * Watches the files of `--faults` and `--world`. One that has changed is used as a new start would use it; one that is
 * wrong changes nothing.
 * @param print writes what happened
 */
export function watchFiles(flags: MockFlags, print: (text: string) => void): WatchedFiles {
  let serve: WatchedFiles['serve'] = () => {};
  const serving = new Promise<Worlds>((resolve) => (serve = resolve));
  let done: Promise<unknown> = serving;
  const watch = (file: string | undefined, reload: Reload): (() => void) => {
    if (file === undefined) return () => {};
    const look = (now: Stats, before: Stats): void => {
      if (isSame(now, before)) return;
      done = done.then(async () => print(await told(reload, await serving, file)));
    };
    watchFile(file, {interval: EVERY_MS, persistent: false}, look);
    return () => unwatchFile(file, look);
  };
  const stops = [
    watch(flags.faults, orderFaults),
    watch(worldFileOf(flags), (worlds, file) => resetWorld(worlds, file, flags)),
  ];
  return {
    serve,
    async stop() {
      for (const stop of stops) stop();
      await done;
    },
  };
}

/** Whether a file was not written: its mode alone may have changed. */
const isSame = (now: Stats, before: Stats): boolean =>
  now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino;

async function told(reload: Reload, worlds: Worlds, file: string): Promise<string> {
  try {
    return `${file} has changed: ${await reload(worlds, file)}`;
  } catch (error) {
    return `${(error as Error).message}; nothing was changed`;
  }
}

async function orderFaults(worlds: Worlds, file: string): Promise<string> {
  const rules = await readFaults(file);
  await replaceFaults(defined(worlds.get(ROOT), 'the root world'), rules);
  return `it orders ${quantity(rules.length, 'fault')}, which count from 0`;
}

async function resetWorld(worlds: Worlds, file: string, flags: MockFlags): Promise<string> {
  const rules = flags.faults === undefined ? undefined : await readFaults(flags.faults);
  await prepared(worlds, flags, await worldIn(file));
  if (rules) await replaceFaults(defined(worlds.get(ROOT), 'the root world'), rules);
  return 'the default world was reset to it';
}
