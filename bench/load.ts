/**
 * A load generator in a separate process: `node load.js <Load as JSON>` prints a `LoadResult` as JSON. It writes
 * prepared bytes to plain sockets and reads only the length of a response, so that the server is measured and not the
 * client.
 */
import {connect, type Socket} from 'node:net';
import {pathToFileURL} from 'node:url';

/** What to send. */
export interface Load {
  port: number;
  /** Complete requests as text; each connection sends them in turn, one at a time. */
  requests: string[];
  connections: number;
  /** Duration in milliseconds. */
  ms: number;
  /** The requests in a second of all connections. Default: as many as are answered. */
  pace?: number;
}

/** Throughput and latencies of a load. */
export interface LoadResult {
  perSecond: number;
  /** Latencies in milliseconds. */
  median: number;
  p99: number;
  /** Numbers of responses that were not 2xx, by status; there should be none. */
  others: Record<string, number>;
}

/** The bytes of one HTTP request, as text. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): string {
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${length}\r\n${body}`;
}

async function generate({
  port,
  requests,
  connections,
  ms,
  pace = Infinity,
}: Load): Promise<LoadResult> {
  const texts = requests.map((text) => Buffer.from(text));
  const begin = performance.now();
  const loops = Array.from({length: connections}, (_, index) => {
    // Each connection starts with another request.
    const inTurn = [...texts.slice(index % texts.length), ...texts.slice(0, index % texts.length)];
    return new Connection(inTurn, begin + ms, (1000 * connections) / pace);
  });
  const rest = staysAwake();
  await Promise.all(loops.map((loop) => loop.run(port)));
  rest();
  const seconds = (performance.now() - begin) / 1000;
  const latencies = loops.flatMap((loop) => loop.latencies).sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  const others: Record<string, number> = {};
  for (const status of loops.flatMap((loop) => loop.others))
    others[status] = (others[status] ?? 0) + 1;
  return {perSecond: latencies.length / seconds, median: at(0.5), p99: at(0.99), others};
}

/**
 * Keeps this process from sleeping while it waits for responses: on a virtual machine the server would pay for
 * each time that it wakes its client, about 10 µs a response, and only a server that is slower than the client.
 * @returns ends it
 */
function staysAwake(): () => void {
  let next = setImmediate(turn);
  function turn(): void {
    next = setImmediate(turn);
  }
  return () => clearImmediate(next);
}

/** One connection that sends requests in turn, each after the response to the previous one. */
class Connection {
  /** Milliseconds of each response. */
  readonly latencies: number[] = [];
  /** Statuses that were not 2xx. */
  readonly others: string[] = [];
  readonly #requests: Buffer[];
  readonly #until: number;
  readonly #interval: number;
  #next = 0;
  #due = performance.now();
  #sentAt = 0;
  /** Bytes of the current response that were not received yet. */
  #awaited = 0;

  /** @param interval milliseconds between the beginnings of two requests */
  constructor(requests: Buffer[], until: number, interval: number) {
    this.#requests = requests;
    this.#until = until;
    this.#interval = interval;
  }

  run(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      socket.on('connect', () => this.#send(socket));
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => this.#receive(socket, chunk));
    });
  }

  #sendWhenDue(socket: Socket): void {
    this.#due += this.#interval;
    const wait = this.#due - performance.now();
    if (wait > 0) setTimeout(() => this.#send(socket), wait);
    else this.#send(socket);
  }

  #send(socket: Socket): void {
    const request = this.#requests[this.#next];
    if (!request || performance.now() >= this.#until) return void socket.end();
    this.#next = (this.#next + 1) % this.#requests.length;
    this.#sentAt = performance.now();
    socket.write(request);
  }

  #receive(socket: Socket, chunk: Buffer): void {
    if (this.#awaited > 0) this.#awaited -= chunk.length;
    else {
      const remaining = this.#readHead(chunk);
      if (remaining === undefined)
        return void socket.destroy(new Error(`no length in ${headOf(chunk).slice(0, 200)}`));
      this.#awaited = remaining;
    }
    if (this.#awaited > 0) return;
    this.latencies.push(performance.now() - this.#sentAt);
    this.#sendWhenDue(socket);
  }

  /** @returns the number of bytes of the body that were not received yet; undefined without a length */
  #readHead(chunk: Buffer): number | undefined {
    const head = headOf(chunk);
    const end = head.indexOf('\r\n\r\n');
    const length = /content-length: *(\d+)/i.exec(head)?.[1];
    if (end < 0 || length === undefined) return undefined;
    const status = head.slice(9, 12);
    if (!status.startsWith('2')) this.others.push(status);
    return Number(length) - (chunk.length - end - 4);
  }
}

const headOf = (chunk: Buffer): string => chunk.toString('latin1', 0, Math.min(chunk.length, 2000));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.stdout.write(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? '{}') as Load)));
