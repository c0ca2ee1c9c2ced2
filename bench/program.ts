import {execFile, execFileSync, spawn, spawnSync, type ChildProcess} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {defined} from '../spec/defined.ts';
import type {Load, LoadResult} from './load.ts';

/** The project's folder; this file runs from `dist/bench`. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A server under measurement. */
export interface Program {
  port: number;
  /** Milliseconds from its start to its first 2xx response. */
  firstAnswer: number;
  /** Resident memory in MiB. */
  memory(): number;
  /** Processor time of all its threads since its start, in milliseconds; NaN where there is no `/proc`. */
  processor(): number;
  stop(): Promise<void>;
}

/** Finds a free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const {port} = server.address() as {port: number};
      server.close(() => resolve(port));
    });
  });

/** Whether a port is free. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Starts a Node program and waits for its first 2xx response.
 * @param ready the request that is repeated until it is answered
 * @throws Error when it does not answer within 30 s
 */
export async function started(args: string[], port: number, ready: Ready): Promise<Program> {
  const begin = performance.now();
  const child = spawn(process.execPath, args, {cwd: root, stdio: ['ignore', 'ignore', 'inherit']});
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    answered(port, ready),
    ended.then(() => Promise.reject(new Error('it ended'))),
  ]).catch((error: Error) => {
    child.kill();
    throw new Error(`${args.join(' ')}: ${error.message}`);
  });
  const firstAnswer = performance.now() - begin;
  return {
    port,
    firstAnswer,
    memory: () => memoryOf(child),
    processor: () => processorOf(child),
    stop: () => (child.kill('SIGTERM'), ended),
  };
}

/** The request that shows that a program is ready. */
export interface Ready {
  path: string;
  headers: Record<string, string>;
}

/** Repeats a request until it is answered with 2xx. @throws Error after 30 s */
export async function answered(port: number, ready: Ready): Promise<void> {
  const begin = performance.now();
  while (!(await isReady(port, ready))) {
    if (performance.now() - begin > 30_000)
      throw new Error(`nothing answers ${ready.path} on port ${port}`);
    await wait(4);
  }
}

async function isReady(port: number, {path, headers}: Ready): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {headers});
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Resident memory in MiB: from `/proc` if there is one, otherwise from `ps`. */
function memoryOf({pid}: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(defined(/VmRSS:\s*(\d+)/.exec(status)?.[1], 'VmRSS')) / 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
  }
}

/** Processor time of all threads of a process in milliseconds; NaN where there is no `/proc`. */
function processorOf({pid}: ChildProcess): number {
  try {
    const threads = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(threads).map((thread) =>
      Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return NaN;
  }
}

/** What a load cost a program. */
export interface Costs extends LoadResult {
  /** Responses in a second of processor time, which other programs of the machine hardly change; NaN: unknown. */
  perProcessorSecond: number;
}

/** Runs a load on a program. @throws as `loaded` */
export async function costsOf(program: Program, load: Omit<Load, 'port'>): Promise<Costs> {
  const begin = program.processor();
  const result = await loaded({...load, port: program.port});
  const used = program.processor() - begin;
  return {...result, perProcessorSecond: (result.perSecond * load.ms) / used};
}

/** Runs a load in a separate process. @throws Error when a response was not 2xx */
export async function loaded(load: Load): Promise<LoadResult> {
  const out = await new Promise<string>((resolve, reject) =>
    execFile(
      process.execPath,
      [fileURLToPath(new URL('load.js', import.meta.url)), JSON.stringify(load)],
      {maxBuffer: 1e8},
      (error, text) => (error ? reject(error) : resolve(text)),
    ),
  );
  const result = JSON.parse(out) as LoadResult;
  if (Object.keys(result.others).length)
    throw new Error(
      `responses that are not 2xx: ${JSON.stringify(result.others)} to ${load.requests[0]}`,
    );
  return result;
}

/** What a command took. */
export interface Taken {
  seconds: number;
  /** Peak resident memory in MiB. */
  memory: number;
}

/** Prints the peak resident memory in KiB when the program ends. */
const PRINTS_PEAK =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

/** Runs a command to its end. @throws Error when it does not end with 0 */
export function taken(args: string[]): Taken {
  const begin = performance.now();
  const {status, stderr} = spawnSync(process.execPath, ['--import', PRINTS_PEAK, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  const [, peak] = defined(/peak (\d+)\s*$/.exec(stderr) ?? undefined, 'the peak memory');
  return {seconds: (performance.now() - begin) / 1000, memory: Number(peak) / 1024};
}
