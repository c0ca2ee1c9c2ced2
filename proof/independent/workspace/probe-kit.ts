import {start} from './server.ts';
import type {Running} from './server.ts';

/** Whether a probe sees its fault on a site. */
export type Probe = (s: Site) => Promise<boolean>;

/** A described fault and the probe that sees it. */
export type Fault = {
  name: string;
  kind: 'flat' | 'deep';
  row: string;
  does: string;
  see: string;
  probe: Probe;
};

/** Describes a fault. */
export function fault(
  kind: Fault['kind'],
  name: string,
  row: string,
  does: string,
  see: string,
  probe: Probe,
): Fault {
  return {name, kind, row: `WS-${row}`, does, see, probe};
}

/** What a request was answered. */
export class Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly json: unknown;

  constructor(status: number, headers: Headers, bytes: Buffer) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    let json: unknown;
    try {
      json = JSON.parse(bytes.toString('utf8'));
    } catch {
      json = undefined;
    }
    this.json = json;
  }

  /** The value at a dotted path of the body. */
  v(path: string): unknown {
    return at(this.json, path);
  }

  /** The same, as text. */
  s(path: string): string {
    return String(at(this.json, path));
  }

  /** The list at a path (empty when there is none). */
  list(path: string): unknown[] {
    const value = at(this.json, path);
    return Array.isArray(value) ? value : [];
  }

  /** The reason of a failure. */
  get reason(): string {
    return this.s('reason');
  }
}

/** The value at a dotted path. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, part);
  }
  return found;
}

/** An upload: what registration takes. */
export type Upload = {
  publication_id: string;
  key: string;
  original_filename: string;
  size_bytes: number;
};

type Ask = {key?: string; auth?: string | null; headers?: Record<string, string>};

/** A running server and the requests of the probes. */
export class Site {
  readonly running: Running;

  constructor(running: Running) {
    this.running = running;
  }

  /** Sends a request; `key` is a role or a key, `auth` the whole header (null: none). */
  async ask(method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Reply> {
    const key = ask.key ?? 'full';
    const auth =
      ask.auth === undefined ? `Bearer ${this.running.credentials[key] ?? key}` : ask.auth;
    const headers: Record<string, string> = {...ask.headers};
    if (auth !== null) headers['Authorization'] = auth;
    let sent: RequestInit['body'] = null;
    if (Buffer.isBuffer(body)) sent = new Uint8Array(body);
    else if (typeof body === 'string') sent = body;
    else if (body !== undefined) sent = JSON.stringify(body);
    const url = /^https?:/.test(path) ? path : this.running.url + path;
    const got = await fetch(url, {method, headers, body: sent, redirect: 'manual'});
    return new Reply(got.status, got.headers, Buffer.from(await got.arrayBuffer()));
  }

  /** GET below /api/v1. */
  get(path: string, key = 'full'): Promise<Reply> {
    return this.ask('GET', `/api/v1${path}`, undefined, {key});
  }

  /** POST below /api/v1. */
  post(path: string, body: unknown, key = 'full', headers = {}): Promise<Reply> {
    return this.ask('POST', `/api/v1${path}`, body, {key, headers});
  }

  /** Calls a hook. */
  async hook(verb: string, more: Record<string, unknown> = {}): Promise<Reply> {
    const reply = await this.ask(
      'POST',
      '/__hooks',
      {verb, ...more},
      {auth: `Bearer ${this.running.hookToken}`},
    );
    if (reply.status !== 200) throw new Error(`hook ${verb}: ${reply.bytes.toString()}`);
    return reply;
  }

  /** Moves the clock. */
  async advance(ms: number): Promise<void> {
    await this.hook('advance', {ms});
  }

  /** Reserves an upload. */
  reserve(name = 'book.epub', size = 5, key = 'full'): Promise<Reply> {
    return this.post('/uploads', {file_name: name, byte_count: size}, key);
  }

  /** PUTs bytes to a reservation. */
  put(reserved: Reply, bytes: Buffer | string, auth: string | null = null): Promise<Reply> {
    const headers: Record<string, string> = {};
    const given = reserved.v('transfer.headers');
    if (typeof given === 'object' && given !== null) {
      for (const [name, value] of Object.entries(given)) headers[name] = String(value);
    }
    return this.ask('PUT', reserved.s('upload_url'), bytes, {auth, headers});
  }

  /** Reserves and PUTs. */
  async land(name = 'book.epub', bytes: Buffer | string = 'bytes', key = 'full'): Promise<Upload> {
    const size = Buffer.byteLength(bytes);
    const reserved = await this.reserve(name, size, key);
    await this.put(reserved, bytes);
    return uploadOf(reserved, name, size);
  }

  /** Registers an upload. */
  register(upload: Partial<Upload>, key = 'full'): Promise<Reply> {
    return this.post('/publications', upload, key);
  }

  /** Reserves, PUTs and registers; the id. */
  async publish(
    name = 'book.epub',
    bytes: Buffer | string = 'bytes',
    key = 'full',
  ): Promise<string> {
    return (await this.register(await this.land(name, bytes, key), key)).s('publication.id');
  }

  /** Starts a run. */
  run(id: string, tool: string, retry?: string, key = 'full'): Promise<Reply> {
    return this.post(
      `/publications/${id}/runs`,
      {tool},
      key,
      retry === undefined ? {} : {'Idempotency-Key': retry},
    );
  }

  /** Starts a run and lets it end; the path of the run. */
  async done(id: string, tool: string, as = 'succeeded'): Promise<string> {
    await this.hook('end-runs', {role: 'full', as: [as]});
    const reply = await this.run(id, tool);
    await this.advance(4000);
    return `/publications/${id}/runs/${reply.s('run.number')}`;
  }

  /** The figures: what is left of the allowance, and the metered runs. */
  async left(key = 'full'): Promise<number> {
    return Number((await this.get('/account', key)).v('account.publications.left'));
  }

  /** The metered runs that usage shows. */
  async used(key = 'full'): Promise<number> {
    return Number((await this.get('/account/usage', key)).v('fair_use.metered_runs.counted'));
  }

  /** A JSON-RPC request to the agent server. */
  rpc(method: string, params: unknown = {}, key = 'agent'): Promise<Reply> {
    return this.ask('POST', '/mcp', {jsonrpc: '2.0', id: 1, method, params}, {key});
  }

  /** Calls a tool of the agent server. */
  tool(name: string, args: unknown = {}, key = 'agent'): Promise<Reply> {
    return this.rpc('tools/call', {name, arguments: args}, key);
  }

  /** Sends so many requests, one after the other; the statuses. */
  async many(count: number, path = '/account', key = 'full'): Promise<number[]> {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push((await this.get(path, key)).status);
    return all;
  }
}

/** The four values of registration. */
export function uploadOf(reserved: Reply, name: string, size: number): Upload {
  return {
    publication_id: reserved.s('reserved.id'),
    key: reserved.s('reserved.key'),
    original_filename: name,
    size_bytes: size,
  };
}

/** The time at which the servers of the probes begin, and stand still: noon in UTC. */
const NOON = Date.UTC(2026, 2, 30, 12);

/** Runs a probe against a fresh server. */
export async function probing(probe: Probe, faults: readonly string[]): Promise<boolean> {
  const running = await start({faults, now: () => NOON});
  try {
    return await probe(new Site(running));
  } finally {
    await running.close();
  }
}
