/**
 * A load generator in a process of its own: `node load.js <Load as JSON>` prints a `Yield` as JSON.
 * It writes prepared bytes to plain sockets and reads no more of an answer than its length, so that
 * the server is what is measured and not the client.
 */
import {connect} from 'node:net';
import {pathToFileURL} from 'node:url';

/** What to send. */
export interface Load {
  port: number;
  /** Whole requests as text; each connection sends them in turn, one at a time. */
  requests: string[];
  connections: number;
  /** How long, in milliseconds. */
  ms: number;
}

/** What came of it. */
export interface Yield {
  perSecond: number;
  /** Latencies in milliseconds. */
  median: number;
  p99: number;
  /** Answers that were not 2xx, by status: there should be none. */
  others: Record<string, number>;
}

/** The text of one request. */
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

async function generate({port, requests, connections, ms}: Load): Promise<Yield> {
  const texts = requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const others: Record<string, number> = {};
  const begin = performance.now();
  const until = begin + ms;
  await Promise.all(Array.from({length: connections}, (_, first) => oneConnection(first)));
  const seconds = (performance.now() - begin) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return {perSecond: latencies.length / seconds, median: at(0.5), p99: at(0.99), others};

  function oneConnection(first: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let next = first;
      let sentAt = 0;
      let awaited = 0;
      const socket = connect(port, '127.0.0.1');
      const send = (): void => {
        if (performance.now() >= until) return void socket.end();
        sentAt = performance.now();
        socket.write(texts[next++ % texts.length]!);
      };
      socket.setNoDelay(true);
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (chunk) => {
        if (awaited > 0) awaited -= chunk.length;
        else {
          const head = chunk.toString('latin1', 0, Math.min(chunk.length, 2000));
          const end = head.indexOf('\r\n\r\n');
          const length = /content-length: *(\d+)/i.exec(head)?.[1];
          if (end < 0 || length === undefined)
            return void socket.destroy(new Error(`no length in ${head.slice(0, 200)}`));
          const status = head.slice(9, 12);
          if (!status.startsWith('2')) others[status] = (others[status] ?? 0) + 1;
          awaited = Number(length) - (chunk.length - end - 4);
        }
        if (awaited > 0) return;
        latencies.push(performance.now() - sentAt);
        send();
      });
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.stdout.write(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? '{}') as Load)));
