/**
 * `npm run nightly:unread -- --server NAME [options]` starts a server of `proof/unread` with one fault after the other,
 * certifies it by URL as its vendor would, and prints how many faults were found. It needs Python or Go.
 *
 *     --server NAME       store-python or workspace-go
 *     --correct           the server without a fault: every failed rule is a false accusation
 *     --kind plain|deep   only these faults
 *     --shard I/N         every N-th fault, from the I-th on (1/1)
 *     --whole             every rule, also where the rules of the fault's own chapter see it
 *     --json FILE         every run (presscheck-report/unread.json)
 */
import {spawn, spawnSync, type ChildProcess} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createConnection} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {parseArgs} from 'node:util';
import type {RunRecord} from '../spec/run-record.ts';
import {UsageError} from '../spec/usage-error.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {refusing, shardNamed, shardOf} from './nightly-options.ts';
import {progressOf} from './nightly-progress.ts';
import {projectFile} from './root.ts';

/** How a server is started at a port, and what its configuration is called there. */
interface Server {
  api: 'store' | 'workspace';
  /** The first port; each run takes another one, since a system keeps closed ones for a while. */
  firstPort: number;
  /** Writes the configuration for a port, if starting the server does not. */
  configure?: (port: number) => string[];
  configuration: (port: number) => string;
}

const SERVERS: Readonly<Record<string, Server>> = {
  'store-python': {
    api: 'store',
    firstPort: 18_000,
    configure: (port) => ['config.sh', String(port)],
    configuration: (port) => `presscheck.${port}.yaml`,
  },
  'workspace-go': {
    api: 'workspace',
    firstPort: 18_250,
    configuration: (port) => `presscheck-${port}.yaml`,
  },
};

interface Fault {
  name: string;
  kind: string;
  class: string;
  sentence: string;
  chapter: string;
}

/** What one run saw of a fault. */
interface Trial extends Partial<Fault> {
  failed: string[];
  inconclusive: number;
  exitCode: number | null;
  isOfOwnChapter: boolean;
}

/** Milliseconds for a server to listen, compiled if need be. */
const STARTING_MS = 120_000;

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      server: {type: 'string', default: ''},
      correct: {type: 'boolean', default: false},
      kind: {type: 'string'},
      shard: {type: 'string', default: '1/1'},
      whole: {type: 'boolean', default: false},
      json: {type: 'string', default: 'presscheck-report/unread.json'},
    },
  });
  const {server: name, correct, kind, shard, whole, json} = values;
  const server = SERVERS[name];
  if (!server)
    throw new UsageError(`--server has to be one of ${Object.keys(SERVERS).join(', ')}.`);
  const part = shardNamed(shard);
  const ofKind = faultsOf(name).filter((one) => kind === undefined || one.kind === kind);
  const faults = shardOf(ofKind, part);
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-unread-'));
  cpSync(projectFile(`proof/unread/${name}`), folder, {recursive: true});
  const chosen: (Fault | undefined)[] = correct ? [undefined] : faults;
  const progress = progressOf(name, chosen.length, 'runs');
  const trials: Trial[] = [];
  mkdirSync(dirname(json), {recursive: true});
  try {
    for (const [index, fault] of chosen.entries()) {
      trials.push(
        await tried({server, folder, fault, whole}, server.firstPort + part.own * 500 + index * 5),
      );
      // Each run is kept: a server that does not start ends this script.
      writeFileSync(json, `${JSON.stringify(trials, null, 2)}\n`);
      progress(1);
    }
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
  process.stdout.write(summaryOf(trials));
}

function faultsOf(name: string): Fault[] {
  const [, ...lines] = readFileSync(projectFile(`proof/unread/${name}/faults.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [fault = '', kind = '', of = '', sentence = '', chapter = ''] = line.split('\t');
    return {name: fault, kind, class: of, sentence, chapter: chapter.split('/').at(-1) ?? chapter};
  });
}

interface Trying {
  server: Server;
  folder: string;
  fault: Fault | undefined;
  whole: boolean;
}

/** Tries the rules of a fault's own chapter first, and all rules if these do not see it. */
async function tried(trying: Trying, port: number): Promise<Trial> {
  const {server, fault, whole} = trying;
  if (!fault || whole) return run(trying, port);
  const own = await run(trying, port, [`${server.api}/${fault.chapter}`]);
  return own.failed.length ? own : run(trying, port + 2);
}

async function run(
  {server, folder, fault}: Trying,
  port: number,
  only: string[] = [],
): Promise<Trial> {
  const env = {...process.env, ...variablesIn(join(folder, 'env.sh'))};
  const options = {cwd: folder, env, stdio: 'ignore'} as const;
  if (server.configure) spawnSync('sh', server.configure(port), options);
  const faults = fault ? ['--fault', fault.name] : [];
  const child = spawn('sh', ['run.sh', String(port), ...faults], options);
  try {
    await listening(port, child);
    const args = ['certify', '--config', server.configuration(port), '--report', 'report'];
    const selection = only.length ? ['--only', ...only] : [];
    const bin = projectFile('bin/presscheck.js');
    const exitCode = await ended(
      spawn(process.execPath, [bin, ...args, ...selection], {...options, stdio: 'ignore'}),
    );
    return {...fault, ...verdictsIn(join(folder, 'report')), exitCode, isOfOwnChapter: !!only[0]};
  } finally {
    child.kill('SIGKILL');
    rmSync(join(folder, 'report'), {recursive: true, force: true});
  }
}

/** The variables that a file of lines `export NAME=VALUE` sets. */
const variablesIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value?.replace(/^(['"])(.*)\1$/, '$2'),
    ]),
  );

async function listening(port: number, child: ChildProcess): Promise<void> {
  const until = realClock.now() + STARTING_MS;
  while (realClock.now() < until && child.exitCode === null) {
    const socket = createConnection(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((settle) => {
      socket.once('connect', () => settle(true)).once('error', () => settle(false));
    });
    socket.destroy();
    if (isOpen) return;
    await realClock.sleep(200);
  }
  throw new UsageError(`The server does not listen at port ${port}.`);
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((settle) => child.once('exit', settle));

/** The failed rules in a report; none if there is no report. */
function verdictsIn(folder: string): Pick<Trial, 'failed' | 'inconclusive'> {
  try {
    const {rules} = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunRecord;
    const of = (wanted: string) => rules.filter(({verdict}) => verdict === wanted);
    return {failed: of('failed').map(({rule}) => rule), inconclusive: of('inconclusive').length};
  } catch {
    return {failed: [], inconclusive: 0};
  }
}

/** The figures: by kind and class how many were found, and how many rules failed for each. */
function summaryOf(trials: readonly Trial[]): string {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) {
    const name = trial.name === undefined ? 'correct' : `${trial.kind} ${trial.class}`;
    groups.set(name, [...(groups.get(name) ?? []), trial]);
  }
  const lines = [...groups].map(([name, of]) => {
    const found = of.filter(({failed}) => failed.length);
    const rules = found.reduce((sum, {failed}) => sum + failed.length, 0);
    const each = found.length ? (rules / found.length).toFixed(2) : '-';
    return `${name}: ${found.length} of ${of.length} failed a rule, ${each} rules each`;
  });
  return `${lines.join('\n')}\n`;
}

await refusing(main);
