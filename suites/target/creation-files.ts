import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import {join} from 'node:path';
import {isObject, parseJson} from '../../spec/json.ts';
import {readPlainFile} from '../../spec/read-file.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {CreationEvent, CreationLog, CreationLogs, EarlierRun} from './creation-log.ts';

/** Bytes of a log: a run makes some thousand lines. */
const MAX_BYTES = 100_000_000;

const ENDING = '.jsonl';

/** The first line of a log. */
interface Header {
  /** The deployment: its base URLs. */
  deployment: string;
  nonce: string;
}

/**
 * The logs of what runs created, in a folder beside the configuration: a file for each run, which is removed when
 * nothing is left in use. A file of its own lets two runs go on side by side.
 */
export class CreationFiles implements CreationLogs {
  readonly #folder: string;
  readonly #deployment: string;

  /** @param deployment names the deployment: a configuration may get other base URLs later */
  constructor(folder: string, deployment: string) {
    this.#folder = folder;
    this.#deployment = deployment;
  }

  /** The file is created with the first event; one that is there goes on. @throws UsageError for a folder that cannot be written to */
  begin(nonce: string): CreationLog {
    const path = this.#pathOf(nonce);
    let isBegun = existsSync(path);
    return {
      append: (event) => {
        const header: Header = {deployment: this.#deployment, nonce};
        const lines = isBegun ? [event] : [header, event];
        isBegun = true;
        this.#append(path, lines);
      },
    };
  }

  remove(nonce: string): void {
    rmSync(this.#pathOf(nonce), {force: true});
    try {
      rmdirSync(this.#folder);
    } catch {
      // Other runs have their logs there, or nothing was ever logged.
    }
  }

  runs(): EarlierRun[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .map((name) => readLog(join(this.#folder, name)))
      .filter(({deployment}) => deployment === this.#deployment)
      .map(({deployment: _deployment, ...run}) => run);
  }

  #pathOf(nonce: string): string {
    return join(this.#folder, `${nonce}${ENDING}`);
  }

  #append(path: string, lines: readonly object[]): void {
    try {
      mkdirSync(this.#folder, {recursive: true});
      appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      throw new UsageError(
        `${path}: what the run creates cannot be noted there (${code}); make the folder writable`,
      );
    }
  }
}

/** @throws UsageError for a file that `CreationFiles` did not write */
function readLog(path: string): Header & EarlierRun {
  const text = readPlainFile(path, MAX_BYTES).toString('utf8');
  // A run that was killed may have left half a line at the end.
  const lines = text.split('\n').slice(0, -1).map(parseJson);
  const [header, ...events] = lines;
  if (isHeader(header) && events.every(isEvent))
    return {...header, endedAt: statSync(path).mtime.toISOString(), events};
  throw new UsageError(
    `${path}: this is no log of what a run created that presscheck wrote; ` +
      'see what an interrupted run has left on the deployment, and delete the file',
  );
}

const hasTexts = (value: unknown, names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === 'string');

const isHeader = (value: unknown): value is Header => hasTexts(value, ['deployment', 'nonce']);

const isEvent = (value: unknown): value is CreationEvent =>
  hasTexts(value, ['created', 'id', 'by']) || hasTexts(value, ['sought', 'value', 'by']);
