import {connect} from 'node:net';
import {createMock} from '../../mock/create-mock.ts';
import {GARBAGE} from '../../mock/testing/arbitrary/garbage-data.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import type {Attack} from './attack.ts';

/** Milliseconds after which a socket that the server keeps open is closed. */
const PATIENCE = 20_000;

/** A request that follows garbage: a server that continues reading there has lost synchronization. */
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Ways to write bytes. */
const WAYS = ['at once', 'byte by byte', 'in halves', 'with another request behind'] as const;

/** Writes bytes that are not a request to every origin in every way. */
export const sockets: Attack = {
  name: 'sockets',
  unit: 'sockets',
  full: 10_000,
  short: 24,
  async run({times, seed}, count) {
    const mock = await createMock();
    const urls = Object.values(mock.urls).filter((url) => url !== undefined);
    const findings: string[] = [];
    let longest = 0;
    try {
      for (let number = 0; number < times; number += 1) {
        const turn = number + seed;
        const url = urls[turn % urls.length] ?? '';
        const way = WAYS[Math.floor(turn / urls.length) % WAYS.length] ?? 'at once';
        const index = Math.floor(turn / (urls.length * WAYS.length)) % GARBAGE.length;
        const since = realClock.now();
        const text = await spokenTo(Number(new URL(url).port), GARBAGE[index] ?? '', way);
        longest = Math.max(longest, realClock.now() - since);
        const finding = findingIn(text);
        if (finding) findings.push(`${finding}: garbage ${index} ${way} to ${url}`);
        count(1);
      }
      return {tried: times, figure: `${Math.round(longest)} ms at most`, findings};
    } finally {
      await mock.close();
    }
  },
};

/** The problem with the response of a server. */
function findingIn(text: string): string | undefined {
  if (/HTTP\/1\.1 5\d\d/.test(text)) return 'a server error';
  return text === 'open' ? `kept open for ${PATIENCE} ms` : undefined;
}

/** Writes bytes to a port, half-closes the socket, and reads until the server closes it. */
async function spokenTo(
  port: number,
  garbage: string,
  way: (typeof WAYS)[number],
): Promise<string> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  const closed = new Promise<string>((settle) => socket.on('close', () => settle(text)));
  const late = new AbortController();
  const given = realClock.sleep(PATIENCE, late.signal).then(() => 'open');
  for (const part of partsOf(garbage, way)) {
    if (socket.destroyed) break;
    await new Promise((written) => socket.write(part, 'latin1', written));
  }
  socket.end();
  const outcome = await Promise.race([closed, given]);
  late.abort();
  socket.destroy();
  return outcome;
}

function partsOf(garbage: string, way: (typeof WAYS)[number]): string[] {
  const half = Math.ceil(garbage.length / 2);
  if (way === 'byte by byte') return garbage.split('');
  if (way === 'in halves') return [garbage.slice(0, half), garbage.slice(half)];
  return [way === 'at once' ? garbage : garbage + SMUGGLED];
}
