import {closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import {CONTROL_VERBS} from '../../spec/control.ts';
import {isObject, parseJson, toText} from '../../spec/json.ts';
import {readPlainFile} from '../../spec/read-file.ts';
import {UsageError} from '../../spec/usage-error.ts';
import {withOwnDigits, withSubstitutes} from './long-integers.ts';
import type {Undo, UndoStore} from './undo-store.ts';

/** Bytes of the file: it holds some undos. */
const MAX_BYTES = 4_000_000;

/** An undo as the file has it. */
interface KeptUndo extends Undo {
  /** The deployment that it is for: its base URLs. */
  deployment: string;
}

/**
 * The undos of hooks that are outstanding, in a file beside the configuration. The file is replaced
 * as a whole, and removed when nothing is outstanding.
 */
export class UndoFile implements UndoStore {
  readonly #path: string;
  readonly #deployment: string;

  /** @param deployment names the deployment: a configuration may get other base URLs later */
  constructor(path: string, deployment: string) {
    this.#path = path;
    this.#deployment = deployment;
  }

  read(): Undo[] {
    return this.#all()
      .filter(({deployment}) => deployment === this.#deployment)
      .map(({verb, args}) => ({verb, args}));
  }

  write(undos: Undo[]): void {
    const others = this.#all().filter(({deployment}) => deployment !== this.#deployment);
    const kept = [...others, ...undos.map((undo) => ({deployment: this.#deployment, ...undo}))];
    if (kept.length)
      replaceFile(this.#path, `${withOwnDigits(JSON.stringify({undos: kept}, undefined, 2))}\n`);
    else rmSync(this.#path, {force: true});
  }

  /** The text of the file, if it is there. @throws UsageError for what is no file */
  #text(): string | undefined {
    try {
      return readPlainFile(this.#path, MAX_BYTES).toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      const {message} = error as Error;
      throw new UsageError(
        `${this.#path}: the list of the hooks to undo cannot be read (${message}); name another file`,
      );
    }
  }

  /** @throws UsageError for a file that is not what `write` wrote */
  #all(): KeptUndo[] {
    const text = this.#text();
    if (text === undefined) return [];
    const kept = parsed(text);
    if (kept) return kept;
    throw new UsageError(
      `${this.#path}: this is no list of the hooks to undo that presscheck wrote; ` +
        'see what an interrupted run has left changed on the deployment, and delete the file',
    );
  }
}

function parsed(text: string): KeptUndo[] | undefined {
  const document = parseJson(withSubstitutes(text));
  const undos = isObject(document) ? document['undos'] : undefined;
  return Array.isArray(undos) && undos.every(isKeptUndo) ? undos : undefined;
}

const isKeptUndo = (value: unknown): value is KeptUndo =>
  isObject(value) &&
  typeof value['deployment'] === 'string' &&
  Object.hasOwn(CONTROL_VERBS, toText(value['verb'])) &&
  isObject(value['args']);

/** A crash leaves the old file or the new one, never a part. */
function replaceFile(path: string, text: string): void {
  const next = `${path}.next`;
  const file = openSync(next, 'w');
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
