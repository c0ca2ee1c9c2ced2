import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {realClock} from '../suites/engine/ports.ts';

/** Milliseconds between two times that results are written. */
const INTERVAL = 10_000;

/** Results of a night, kept in a file while they come: a night that is cut short is not lost. */
export class NightlyResults<T> {
  readonly all: T[] = [];
  readonly #file: string;
  #written = realClock.now();

  /** @param file path of the JSON file, whose folder is made */
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

/** The results that files hold together, each once. @param nameOf tells a result from others */
export function mergedResults<T>(files: readonly string[], nameOf: (result: T) => string): T[] {
  const all = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as T[]);
  return [...new Map(all.map((result) => [nameOf(result), result])).values()];
}
