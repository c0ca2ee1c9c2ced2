import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Exchange} from '../../spec/exchange.ts';
import type {Evidence} from '../../spec/run-record.ts';
import type {Environment} from '../../suites/target/target.ts';
import {withFile} from '../../suites/target/sample-file.ts';
import type {Instance} from './instance.ts';
import {readLine, variablesIn, type Got, type Request} from './printed-commands.ts';
import {Replacements} from './replacements.ts';

/** The run that found a failure: the address of its server, and what it sent. */
export interface Before {
  from: string;
  exchanges: readonly Exchange[];
}

/** What the lines of a failure got when a shell ran them. */
export interface Typed {
  got: Got[];
  /** Variables that only a hook or an authorization could have given. */
  unset: string[];
}

/**
 * Runs the printed commands of a failure with bash and curl, as somebody does who follows the comments: puts in ids that
 * the server gives now, waits, and calls hooks.
 */
export async function typeIn(
  {curl}: Pick<Evidence, 'curl'>,
  {from, exchanges}: Before,
  instance: Instance,
): Promise<Typed> {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-typed-'));
  const environment = await instance.target.open();
  const shell = new Shell(folder, instance, environment, new Replacements(exchanges, from));
  try {
    for (const [at, line] of curl.entries())
      await shell.take(line, at, curl.slice(at + 1).join('\n'));
    return {got: shell.got, unset: [...shell.unset]};
  } finally {
    await environment.close();
    rmSync(folder, {recursive: true, force: true});
  }
}

/** The comment on commands that have to follow each other. */
const BURST = '# without a pause';

class Shell {
  readonly got: Got[] = [];
  readonly unset = new Set<string>();
  readonly #folder: string;
  readonly #instance: Instance;
  readonly #environment: Environment;
  readonly #replacements: Replacements;
  readonly #variables: Record<string, string>;
  /** Nobody types a burst. */
  #isTypedSlowly = true;

  constructor(
    folder: string,
    instance: Instance,
    environment: Environment,
    replacements: Replacements,
  ) {
    this.#folder = folder;
    this.#instance = instance;
    this.#environment = environment;
    this.#replacements = replacements;
    const {credentials} = instance.server;
    this.#variables = Object.fromEntries(
      Object.entries(credentials).map(([role, secret]) => [
        role.toUpperCase().replaceAll('-', '_'),
        secret,
      ]),
    );
  }

  /** @param later the lines after it */
  async take(line: string, at: number, later: string): Promise<void> {
    const read = readLine(line);
    if (read.kind === 'comment') this.#isTypedSlowly = !line.startsWith(BURST);
    if (line.startsWith(BURST)) await this.#instance.clock.sleep(61_000);
    if (read.kind === 'wait') await this.#environment.advance(read.ms);
    else if (read.kind === 'hook') await this.#callHook(read.verb, read.args, at);
    else if (read.kind === 'request') await this.#send(read, at, later);
  }

  async #callHook(verb: string, args: string, at: number): Promise<void> {
    const now = this.#replacements.in(args, this.#instance.server.url);
    try {
      const answer = await this.#environment.control(verb as never, JSON.parse(now) as never);
      this.#replacements.noteNext(verb, answer);
      this.got.push({line: at, status: 0, statuses: '', headers: {}, body: answer});
    } catch {
      // What the comment leaves out, nobody can type.
      this.unset.add(`hook ${verb}`);
    }
  }

  async #send(request: Request, at: number, later: string): Promise<void> {
    const missing = variablesIn(request.command).filter((name) => !this.#value(name));
    for (const name of missing) this.unset.add(name);
    if (request.file !== undefined) this.#writeFile(request.file);
    const command = this.#replacements.in(request.command, this.#instance.server.url);
    if (this.#isTypedSlowly) await this.#instance.clock.sleep(1500);
    const got = await this.#run(command, at);
    this.got.push(got);
    Object.assign(this.#variables, this.#replacements.noteResponse(request, got, later));
  }

  #value(name: string): string | undefined {
    if (name === 'IDEMPOTENCY_KEY' || name.startsWith('IDEMPOTENCY_KEY_'))
      this.#variables[name] ??= `typed-${name.toLowerCase()}`;
    return this.#variables[name];
  }

  /** The file that a note describes: a sample, perhaps longer or shorter. */
  #writeFile(words: string): void {
    const [, name = 'good'] = /the sample ([\w-]+)/.exec(words) ?? [];
    const {bytes = Buffer.from('')} = withFile(this.#environment.sample(name)) as {
      bytes?: Uint8Array;
    };
    const [, long] = /made (\d+) bytes? long/.exec(words) ?? [];
    const [, more = 0] = /and (\d+) bytes? more/.exec(words) ?? [];
    const [, less = 0] = /without its last (?:(\d+) )?bytes?/.exec(words) ?? [];
    const length = long === undefined ? bytes.length + Number(more) - Number(less) : Number(long);
    const file = Buffer.alloc(length, '0');
    file.set(bytes.subarray(0, length));
    writeFileSync(join(this.#folder, 'FILE'), file);
  }

  async #run(command: string, line: number): Promise<Got> {
    const head = /curl -sS (--\S+ )*-I/.test(command);
    const quiet = command
      .replaceAll('curl -sS -i ', 'curl -sS ')
      .replaceAll('curl -sS', `curl -sS -m 20 -w '%{http_code} ' ${head ? '' : '-D head '}-o body`);
    const env = {...this.#variables, PATH: process.env['PATH'] ?? ''};
    writeFileSync(join(this.#folder, 'head'), '');
    writeFileSync(join(this.#folder, 'body'), '');
    const statuses = await new Promise<string>((done) => {
      execFile('bash', ['-c', quiet], {cwd: this.#folder, env}, (_, printed) => done(printed));
    });
    const body = readFileSync(join(this.#folder, 'body'), 'utf8');
    const headers = head ? body : readFileSync(join(this.#folder, 'head'), 'utf8');
    return {line, ...headOf(headers), statuses, body: head ? '' : bodyOf(body)};
  }
}

/** Headers that depend on the connection or the real time. */
const OF_THE_MOMENT = ['date', 'connection', 'keep-alive', 'etag'];

function headOf(text: string): Pick<Got, 'status' | 'headers'> {
  const lines = text.trim().split(/\r?\n/);
  const status = Number(/ (\d{3})/.exec(lines[0] ?? '')?.[1] ?? 0);
  const pairs = lines.slice(1).map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return {
    status,
    headers: Object.fromEntries(pairs.filter(([name]) => !OF_THE_MOMENT.includes(name))),
  };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
