import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {realClock} from '../suites/engine/facts/ports.ts';

/** Milliseconds between two writes of the results. */
const INTERVAL = 10_000;

/** The results of a night, written to a file during the run, so that those of an interrupted night are not lost. */
export class NightlyResults<T> {
  readonly all: T[] = [];
  readonly #file: string;
  #written = realClock.now();

  /** @param file path of the JSON file, whose folder is created */
  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), {recursive: true});
  }

  add(...results: T[]): void {
    this.all.push(...results);
    if (realClock.now() - this.#written >= INTERVAL) this.write();
  }

  write(): void {
    writeFileSync(this.#file, `${JSON.stringify(this.all, null, 1)}\n`);
    this.#written = realClock.now();
  }
}

/** Merges the results of files, each result once. @param nameOf identifies a result */
export function mergedResults<T>(files: readonly string[], nameOf: (result: T) => string): T[] {
  const all = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as T[]);
  return [...new Map(all.map((result) => [nameOf(result), result])).values()];
}
