import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {realClock} from '../../suites/engine/ports.ts';

/** The longest that one start of the runner may take, its download included. */
const PATIENCE = 240_000;

/**
 * The protocol's public conformance runner, `@modelcontextprotocol/conformance`. It needs a newer
 * Node than presscheck does, so npx fetches both, and it is no dependency.
 */
export class Runner {
  /** Where it leaves its results. */
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
   * What it prints. Its exit code says nothing: scenarios that do not apply fail.
   * @param heard gets everything that was printed so far, whenever there is more
   */
  async run(args: string[], heard: (text: string) => void = () => {}): Promise<string> {
    // A group of its own, so that whatever npx starts can be ended with it.
    const child = spawn(
      'npx',
      ['--yes', '--package=node@24', `--package=${this.#package}`, '--', 'conformance', ...args],
      {cwd: this.scratch, detached: true},
    );
    this.#pid = child.pid;
    const ended = new AbortController();
    let [text, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => heard((text += chunk.toString())));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const late = realClock
      .sleep(PATIENCE, ended.signal)
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
