import type {Api} from '../../../spec/rule.ts';
import {startServer, type IndependentServer} from '../deployment.ts';
import type {Chance} from './chance.ts';
import {hand} from './handing.ts';

/** Requests by hand, for a fault that changes no answer to a corpus. */
export type Probe = (asker: Asker) => Promise<unknown>;

/** Probes by the name of the fault. */
export type Probes = Record<string, Probe>;

/** A JSON object, to be looked into. */
export type Json = Record<string, unknown>;

/** How a request differs from the usual one. */
export interface How {
  /** The role whose credential it carries; null: none. */
  role?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What carries the credential of an API, and the role that requests have unless they say another. */
const CREDENTIAL: Record<Api, [string, string, string]> = {
  store: ['x-user-token', '', 'admin'],
  workspace: ['authorization', 'Bearer ', 'full'],
};

/** Asks a server by hand, and keeps everything that it answers. */
export class Asker {
  readonly answers: string[] = [];
  readonly #server: IndependentServer;
  readonly #clock: {time: number};

  constructor(server: IndependentServer, clock: {time: number}) {
    this.#server = server;
    this.#clock = clock;
  }

  /** Sends a request. @returns the JSON object of the answer; {} when it is none */
  async ask(method: string, url: string, {role, body, headers = {}}: How = {}): Promise<Json> {
    const [name, before, usual] = CREDENTIAL[this.#server.api];
    const secret = this.#server.credentials[role ?? usual] ?? role;
    const credential = role === null ? {} : {[name]: `${before}${secret}`};
    return this.#send(method, url, {...credential, ...headers}, sentAs(body));
  }

  hook(verb: string, args: Json = {}): Promise<Json> {
    const authorization = `Bearer ${this.#server.hookToken}`;
    return this.#send('POST', '/__hooks', {authorization}, JSON.stringify({verb, ...args}));
  }

  async #send(method: string, url: string, headers: Json, body: string | Buffer): Promise<Json> {
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const sent = {...Object.fromEntries(lowered), host: 'independent'} as Record<string, string>;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const request = {method, url, headers: sent, body: bytes};
    const answer = await hand(this.#server.server, request);
    this.answers.push(answer);
    return jsonOf(answer.slice(answer.indexOf('\r\n\r\n')));
  }

  /** Lets time pass. */
  wait(ms: number): void {
    this.#clock.time += ms;
  }
}

/** A body as it is sent: texts and bytes as they are, nothing as nothing, anything else as JSON. */
function sentAs(body: unknown): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return body === undefined ? '' : JSON.stringify(body);
}

function jsonOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? {...value} : {};
  } catch {
    return {};
  }
}

/** Noon on a Tuesday, at which probes begin. */
const NOON = Date.UTC(2026, 2, 17, 12);

/** What a new server answers to a probe. */
export async function probed(
  api: Api,
  probe: Probe,
  faults: string[],
  chance: Chance,
): Promise<string> {
  const clock = {time: NOON};
  chance.begin(0);
  const server = await startServer(api, faults, {now: () => clock.time, sleep: async () => {}});
  const asker = new Asker(server, clock);
  try {
    await probe(asker);
  } finally {
    await server.close();
  }
  return asker.answers.join('\n').replaceAll(new URL(server.url).host, '');
}
