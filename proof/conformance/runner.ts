import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {realClock} from '../../suites/engine/facts/ports.ts';

/** Milliseconds that one start of the runner may take, its download included. */
const TIMEOUT = 240_000;

/**
 * The protocol's public conformance runner, `@modelcontextprotocol/conformance`. It needs a newer
 * Node than presscheck does, so npx fetches both, and it is no dependency.
 */
export class Runner {
  /** The folder for its results. */
  readonly scratch = mkdtempSync(join(tmpdir(), 'presscheck-mcp-'));
  readonly #package: string;
  #pid: number | undefined;

  constructor(version: string) {
    this.#package = `@modelcontextprotocol/conformance@${version}`;
    process.once('exit', () => this.close());
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => process.exit(1));
  }

  /**
   * Runs a command of the runner. Its exit code says nothing: scenarios that do not apply fail.
   * @param onOutput gets everything that was printed so far, whenever there is more
   * @returns what it printed
   * @throws Error when it printed nothing
   */
  async run(args: string[], onOutput: (text: string) => void = () => {}): Promise<string> {
    // A group of its own, so that whatever npx starts can be ended with it.
    const child = spawn(
      'npx',
      ['--yes', '--package=node@24', `--package=${this.#package}`, '--', 'conformance', ...args],
      {cwd: this.scratch, detached: true},
    );
    this.#pid = child.pid;
    const ended = new AbortController();
    let [text, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      onOutput(text);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const late = realClock
      .sleep(TIMEOUT, ended.signal)
      .then(() => ended.signal.aborted || this.#end());
    await new Promise<void>((done, failed) => child.on('close', () => done()).on('error', failed));
    this.#pid = undefined;
    ended.abort();
    await late;
    if (text === '') throw new Error(`the runner did not start:\n${errors}`);
    return text;
  }

  close(): void {
    this.#end();
    rmSync(this.scratch, {recursive: true, force: true});
  }

  #end(): void {
    if (this.#pid !== undefined) process.kill(-this.#pid, 'SIGKILL');
    this.#pid = undefined;
  }
}
