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
import {readPlainFile, whyUnread} from '../../spec/read-file.ts';
import {UsageError} from '../../spec/usage-error.ts';
import type {CreationEvent, CreationLog, CreationLogs, EarlierRun} from './creation-log.ts';

/** Bytes of a log: a run makes some thousand lines. */
const MAX_BYTES = 100_000_000;

const ENDING = '.jsonl';

const REMEDY = 'see what an interrupted run has left on the deployment, and delete the file';

const HEADER_START = '{"deployment":"';

/** The first line that each process writes to a log. */
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
    let isBegun = false;
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

  runs(tell: (mistake: string) => void): EarlierRun[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .flatMap((name) => this.#runIn(join(this.#folder, name), tell));
  }

  /** The run of a file: none of another deployment, and none that ended before it had begun its log. */
  #runIn(path: string, tell: (mistake: string) => void): EarlierRun[] {
    try {
      const text = readPlainFile(path, MAX_BYTES).toString('utf8');
      const lines = linesOf(text);
      const header = lines.find(isHeader);
      if (header ? header.deployment !== this.#deployment : isHalfHeader(text)) return [];
      const events = lines.filter(isEvent);
      if (header && lines.every((line) => isHeader(line) || isEvent(line)))
        return [{nonce: header.nonce, endedAt: statSync(path).mtime.toISOString(), events}];
      tell(`${path}: this is no log of what a run created that presscheck wrote; ${REMEDY}`);
    } catch (error) {
      tell(`${path}: what a run created cannot be read (${whyUnread(error)}); ${REMEDY}`);
    }
    return [];
  }

  #pathOf(nonce: string): string {
    return join(this.#folder, `${nonce}${ENDING}`);
  }

  #append(path: string, lines: readonly object[]): void {
    try {
      mkdirSync(this.#folder, {recursive: true});
      // The line breaks stand first: a run that was killed may have left half a line.
      appendFileSync(path, lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      throw new UsageError(
        `${path}: what the run creates cannot be noted there (${code}); make the folder writable`,
      );
    }
  }
}

/** The values of the whole lines: of half a line, the request that it announces was not sent. */
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .map(parseJson)
    .filter((line) => line !== undefined);

/** Whether a process ended while it began a log: then it has sent nothing. */
const isHalfHeader = (text: string): boolean =>
  !text.trim().includes('\n') && HEADER_START.startsWith(text.trim().slice(0, HEADER_START.length));

const hasTexts = (value: unknown, names: readonly string[]): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === 'string');

const isHeader = (value: unknown): value is Header => hasTexts(value, ['deployment', 'nonce']);

const isEvent = (value: unknown): value is CreationEvent =>
  hasTexts(value, ['created', 'id', 'by']) || hasTexts(value, ['awaited', 'value', 'by', 'state']);
