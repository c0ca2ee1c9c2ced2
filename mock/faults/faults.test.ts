import {connect, type Socket} from 'node:net';
import {afterEach, describe, expect, test} from 'vitest';
import {defined} from '../../spec/defined.ts';
import {createMock, type Mock} from '../create-mock.ts';
import {press, TestShop} from '../testing/checkout.ts';
import {systemPorts, type Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {FaultAct, FaultInterface, FaultMatch} from './fault-rule.ts';
import {addFault, faultsOf} from './world-faults.ts';

/** Time that passes when a test says so: every wait ends at once, and its length is kept. */
function countedTime(): {ports: Ports; waits: number[]} {
  const waits: number[] = [];
  const later: Ports['later'] = (ms, call) => {
    waits.push(ms);
    setImmediate(call);
    return () => {};
  };
  return {ports: {...systemPorts, later}, waits};
}

/** What a client saw on its connection. */
interface Seen {
  text: string;
  /** How the connection ended: `reset`, `end`, or `open` when nothing ended it. */
  ended: 'reset' | 'end' | 'open';
}

/** Sends one request over a connection of its own. @param until when to stop: by default when the connection ends */
function exchange(
  url: string,
  {method = 'GET', headers = {}, body = ''}: Sent,
  until: (text: string, socket: Socket) => boolean = () => false,
): Promise<Seen> {
  const {hostname, port, pathname, search, host} = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    const done = (ended: Seen['ended']): void => {
      socket.destroy();
      resolve({text, ended});
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (until(text, socket)) done('open');
    });
    socket.on('end', () => done('end'));
    socket.on('error', () => done('reset'));
    const fields = {host, connection: 'close', 'content-length': String(Buffer.byteLength(body)), ...headers};
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  });
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const JSON_BODY = {'content-type': 'application/json'};
const KEY = {authorization: 'Bearer demo-key-harbour-full', ...JSON_BODY};
const TOKEN = {'x-user-token': 'demo-token-riverside-admin', ...JSON_BODY};
const AGENT = {
  authorization: 'Bearer demo-oauth-harbour',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'createUpload',
  ...JSON_BODY,
};
const RESERVATION = {original_filename: 'tides.epub', size_bytes: 5};
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'createUpload',
    arguments: RESERVATION,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** A request that changes something at each interface, and how to see whether it did. */
interface Change {
  url: string;
  sent: Sent;
  /** How many changes the world has of this kind. */
  count(): number;
  status: number;
}

const rows = (world: World, table: string): number => [...world.table(table).all()].length;

const CHANGES: Record<FaultInterface, (shop: TestShop) => Promise<Change> | Change> = {
  workspace: ({mock, world}) => ({
    url: `${mock.urls.workspace}/api/v1/uploads`,
    sent: {method: 'POST', headers: KEY, body: JSON.stringify(RESERVATION)},
    count: () => rows(world, 'uploads'),
    status: 201,
  }),
  store: ({mock, world}) => ({
    url: `${mock.urls.store}/integration-api/v1/dashboard/users`,
    sent: {
      method: 'POST',
      headers: TOKEN,
      body: JSON.stringify({email: 'nora@example.com', new_password: 'correct horse', external_id: 'crm-2'}),
    },
    count: () => rows(world, 'users'),
    status: 201,
  }),
  storage: async ({mock, world}) => {
    const response = await fetch(`${mock.urls.workspace}/api/v1/uploads`, {
      method: 'POST',
      headers: KEY,
      body: JSON.stringify(RESERVATION),
    });
    const {upload_url: url, upload_headers: headers} = (await response.json()) as {
      upload_url: string;
      upload_headers: Record<string, string>;
    };
    return {
      url,
      sent: {method: 'PUT', headers, body: 'tides'},
      count: () => world.objects.list().length,
      status: 200,
    };
  },
  mcp: ({mock, world}) => ({
    url: `${mock.urls.workspace}/mcp`,
    sent: {method: 'POST', headers: AGENT, body: JSON.stringify(CALL)},
    count: () => rows(world, 'uploads'),
    status: 200,
  }),
  checkout: async (shop) => {
    const sale = await shop.sell();
    const address = new URL(sale.checkout.url);
    const token = defined(address.searchParams.get('external-auth-token') ?? undefined, 'the token');
    address.search = '';
    return {
      url: address.href,
      sent: {
        method: 'POST',
        headers: {'content-type': 'application/x-www-form-urlencoded'},
        body: new URLSearchParams({outcome: 'approved', 'external-auth-token': token}).toString(),
      },
      count: () => (shop.rowOf(sale).status === 'approved' ? 1 : 0),
      status: 303,
    };
  },
};

const INTERFACES = Object.keys(CHANGES) as FaultInterface[];

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function shopWith(machine: Ports = systemPorts): Promise<{shop: TestShop; lines: string[]}> {
  const lines: string[] = [];
  mock = await createMock({limits: false, machine, report: (line) => lines.push(line)});
  return {shop: new TestShop(mock, defined(mock.world('demo'), 'the demo world')), lines};
}

/** Sends the change of an interface with a fault, and without. */
async function changed(at: FaultInterface, act: FaultAct, until?: (text: string) => boolean) {
  const {ports, waits} = countedTime();
  const {shop, lines} = await shopWith(ports);
  const change = await CHANGES[at](shop);
  const before = change.count();
  await addFault(shop.world, {id: 'ordered', match: {interface: at, nth: {to: 1}}, act});
  const seen = await exchange(change.url, change.sent, until);
  const made = change.count() - before;
  // The journal has an entry when the connection has closed.
  await new Promise(setImmediate);
  const entries = shop.world.journal.newest(100).filter(({notes}) => notes);
  return {shop, change, seen, made, waits, lines, entries};
}

/** How each act looks to the client, and whether the change is made. */
const ACTS: Record<string, {act: FaultAct; made: number; sees: (seen: Seen, status: number) => void; until?: (text: string) => boolean; waits?: number[]}> = {
  'latency of a fixed time': {
    act: {latency_ms: 1500},
    made: 1,
    waits: [1500],
    sees: ({text, ended}, status) => {
      expect(text).toMatch(`HTTP/1.1 ${status} `);
      expect(ended).toBe('end');
    },
  },
  'a status with Retry-After': {
    act: {status: 503, retry_after: 2},
    made: 0,
    sees: ({text}) => expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[^]*retry-after: 2\r\n/i),
  },
  'a reset before the change': {
    act: {reset: 'before'},
    made: 0,
    sees: (seen) => expect(seen).toEqual({text: '', ended: 'reset'}),
  },
  'a reset after the change': {
    act: {reset: 'after'},
    made: 1,
    sees: (seen) => expect(seen).toEqual({text: '', ended: 'reset'}),
  },
  'half a body': {
    act: {half_body: true},
    made: 1,
    sees: ({text, ended}, status) => {
      expect(text).toMatch(`HTTP/1.1 ${status} `);
      expect(ended).toBe('end');
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (length > 1) expect(body).toHaveLength(length >> 1);
      else if (Number.isNaN(length)) expect(body).not.toMatch(/(^|\r\n)0\r\n\r\n$/);
    },
  },
  'a drip': {
    act: {drip: 100},
    made: 1,
    sees: ({text, ended}, status) => {
      expect(text).toMatch(`HTTP/1.1 ${status} `);
      expect(ended).toBe('end');
    },
  },
  'no response and no change': {
    act: {never: true},
    made: 0,
    sees: ({text}) => expect(text).toBe(''),
  },
  'no response after the change': {
    act: {never: 'after'},
    made: 1,
    sees: ({text}) => expect(text).toBe(''),
  },
};

describe.each(INTERFACES)('at %s', (at) => {
  test.each(Object.keys(ACTS).filter((name) => !name.startsWith('no response')))('%s', async (name) => {
    const {act, made, sees, waits} = ACTS[name]!;
    const seen = await changed(at, act);
    sees(seen.seen, seen.change.status);
    expect(seen.made).toBe(made);
    if (waits) expect(seen.waits).toEqual(waits);
    expect(seen.entries).toHaveLength(1);
    expect(seen.entries[0]!.notes![0]).toContain('fault ordered: ');
    expect(seen.lines.some((line) => line.includes('fault ordered: '))).toBe(true);
    expect(faultsOf(seen.shop.world)).toMatchObject([{id: 'ordered', matched: 1, fired: 1}]);
    // Its turn is over: the same request works as documented.
    const again = await CHANGES[at](seen.shop);
    const documented = await exchange(again.url, again.sent);
    expect(documented.text).toMatch(/^HTTP\/1\.1 (200|201|303|422) /);
  });
});
