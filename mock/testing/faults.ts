import {connect, type Socket} from 'node:net';
import {defined} from '../../spec/defined.ts';
import type {FaultInterface} from '../faults/fault-rule.ts';
import {systemPorts, type Ports} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import type {TestShop} from './checkout.ts';

/** Time that passes when a test says so: every wait ends at once, and its length is kept. */
export function countedTime(): {ports: Ports; waits: number[]} {
  const waits: number[] = [];
  const later: Ports['later'] = (ms, call) => {
    waits.push(ms);
    setImmediate(call);
    return () => {};
  };
  return {ports: {...systemPorts, later}, waits};
}

/** What a client saw on its connection. */
export interface Seen {
  text: string;
  /** How the connection ended: `reset`, `end`, or `open` when nothing ended it. */
  ended: 'reset' | 'end' | 'open';
}

/** Sends one request over a connection of its own. @param until when to stop: by default when the connection ends */
export function exchange(
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
    const fields = {
      host,
      connection: 'close',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  });
}

export interface Sent {
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
export interface Change {
  url: string;
  sent: Sent;
  /** How many changes the world has of this kind. */
  count(): number;
  status: number;
}

const rows = (world: World, table: string): number => [...world.table(table).all()].length;

export const CHANGES: Record<FaultInterface, (shop: TestShop) => Promise<Change> | Change> = {
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
      body: JSON.stringify({
        email: 'nora@example.com',
        new_password: 'correct horse',
        external_id: 'crm-2',
      }),
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
    const token = defined(
      address.searchParams.get('external-auth-token') ?? undefined,
      'the token',
    );
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
