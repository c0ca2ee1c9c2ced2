import {spawn, type ChildProcess} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {projectFile} from '../root.ts';
import type {Attack} from './attack.ts';

/** The number of clients that write at the same time. */
const CLIENTS = 6;

/** Milliseconds within which a mock has to start. */
const PATIENCE = 60_000;

/** The mock, started as users start it. */
interface Running {
  child: ChildProcess;
  store: string;
  ended: Promise<unknown>;
}

/**
 * Kills the mock while clients write to it, and starts it again: every user whose creation was confirmed must exist,
 * each id once.
 */
export const kills: Attack = {
  name: 'kills',
  unit: 'kills',
  full: 100,
  short: 1,
  async run({times, seed}, count) {
    const folder = await mkdtemp(join(tmpdir(), 'presscheck-killed-'));
    const answered = new Map<string, number>();
    const findings: string[] = [];
    try {
      for (let kill = 0; kill < times; kill += 1) {
        const mock = await started(folder);
        const clients = Array.from({length: CLIENTS}, (_, client) =>
          write(mock, `k${kill}c${client}`, answered),
        );
        const most = answered.size + 30 + ((kill + seed) % 7) * 3;
        while (answered.size < most) await realClock.sleep(1);
        mock.child.kill('SIGKILL');
        findings.push(...(await Promise.all(clients)).flatMap((finding) => finding ?? []));
        await mock.ended;
        count(1);
      }
      const mock = await started(folder);
      findings.push(...(await missing(mock, answered)));
      mock.child.kill('SIGTERM');
      await mock.ended;
      const ids = new Set(answered.values()).size;
      if (ids !== answered.size) findings.push(`${answered.size - ids} ids were given twice`);
      return {tried: times, figure: `${answered.size} answered changes, none lost`, findings};
    } finally {
      await rm(folder, {recursive: true, force: true});
    }
  },
};

async function started(folder: string): Promise<Running> {
  const flags = ['--port', '0', '--limits', 'off', '--data', folder];
  const child = spawn(process.execPath, [projectFile('bin/presscheck.js'), 'mock', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((settle) => child.once('exit', settle));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const since = realClock.now();
  while (!said.includes('Ctrl-C ends')) {
    if (child.exitCode !== null || realClock.now() - since > PATIENCE)
      throw new Error(`the mock did not start on the folder of one that was killed: ${said}`);
    await realClock.sleep(5);
  }
  const store = /Store Integration API +(\S+)/.exec(said)?.[1] ?? '';
  return {child, ended, store};
}

const HEADERS = {
  'x-user-token': 'demo-token-riverside-admin',
  'content-type': 'application/json',
};

/** Creates users until the connection breaks. @returns problems of the responses */
async function write(
  {store}: Running,
  name: string,
  answered: Map<string, number>,
): Promise<string | undefined> {
  for (let turn = 0; ; turn += 1) {
    const email = `${name}-${turn}@readers.example`;
    const body = JSON.stringify({email, external_id: email, new_password: 'correct horse'});
    try {
      const response = await fetch(`${store}/dashboard/users`, {
        method: 'POST',
        headers: HEADERS,
        body,
      });
      if (!response.ok) return `${response.status} ${await response.text()}`;
      const {data} = (await response.json()) as {data: {id: number}};
      answered.set(email, data.id);
    } catch {
      return undefined;
    }
  }
}

/** The users whose creation was confirmed and who do not exist, or have another id. */
async function missing({store}: Running, answered: Map<string, number>): Promise<string[]> {
  const findings: string[] = [];
  for (const [email, id] of answered) {
    const found = await fetch(`${store}/dashboard/users?query=${email}`, {headers: HEADERS});
    const {data} = (await found.json()) as {data: {paginator: {data: {id: number}[]}}};
    const ids = data.paginator.data.map((user) => user.id).join();
    if (ids !== String(id)) findings.push(`${email} was answered as ${id} and is ${ids || 'lost'}`);
  }
  return findings;
}
