import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Api} from '../../spec/rule.ts';
import {mcpAdapter} from './mcp-adapter.ts';
import {storeAdapter} from './store-adapter.ts';
import {workspaceAdapter} from './workspace-adapter.ts';

/** A message as it passes; `body` is parsed JSON, `text` what does not parse. */
export interface ProxiedRequest {
  method: string;
  /** Below the world and the base address; without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body?: unknown;
  text?: string;
}

export interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
  /** Sent in the place of the body. */
  text?: string;
}

/** How a deployment differs from the mock where the documents leave it open. */
export interface Adapter {
  /** The caller's request in the mock's words. */
  adaptRequest(request: ProxiedRequest): void;
  /** The mock's answer in the deployment's words. */
  adaptResponse(request: ProxiedRequest, answer: ProxiedResponse): void;
}

/** How an API differs, and the MCP server beside it. */
interface Adapters {
  api: Adapter;
  tools: Adapter;
}

/**
 * A deployment that is as documented and unlike the mock wherever the documents leave it open: a
 * proxy in front of each API of a mock. It knows nothing of the suite's codec nor of the mock's
 * rendering.
 * @param origins base addresses of the mock's APIs
 */
export async function relabellingFront(
  origins: Record<Api, string>,
): Promise<{urls: Record<Api, string>; close(): Promise<void>}> {
  const fronts = await Promise.all([
    serve(origins.workspace, {api: workspaceAdapter, tools: mcpAdapter(workspaceAdapter)}),
    serve(origins.store, {api: storeAdapter, tools: storeAdapter}),
  ]);
  return {
    urls: {workspace: fronts[0]!.url, store: fronts[1]!.url},
    close: async () => void (await Promise.all(fronts.map((front) => front.close()))),
  };
}

async function serve(
  origin: string,
  adapters: Adapters,
): Promise<{url: string; close(): Promise<void>}> {
  const agent = new Agent({keepAlive: true});
  const server = createServer((incoming, response) => {
    pass(new URL(origin), agent, adapters, incoming, response).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      agent.destroy();
      server.close(() => closed());
      server.closeAllConnections();
    });
  return {url: `http://localhost:${(server.address() as AddressInfo).port}`, close};
}

async function pass(
  origin: URL,
  agent: Agent,
  {api, tools}: Adapters,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, world = '', rest = ''] = /^(\/w\/[^/]+)?(.*)$/s.exec(incoming.url ?? '/') ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const asked: ProxiedRequest = {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: plain(incoming.headers),
    ...parsed(await read(incoming)),
  };
  const adapter = path === '/mcp' ? tools : api;
  adapter.adaptRequest(asked);
  const sent = asked.text ?? (asked.body === undefined ? '' : JSON.stringify(asked.body));
  const {
    host: _host,
    'content-length': _length,
    connection: _connection,
    ...headers
  } = asked.headers;
  const search = asked.query.size ? `?${asked.query}` : '';
  const [came, text] = await new Promise<[IncomingMessage, string]>((fulfil, reject) => {
    const out = request(
      {
        agent,
        host: origin.hostname,
        port: origin.port,
        method: asked.method,
        path: world + asked.path + search,
        headers: {
          ...headers,
          host: origin.host,
          ...(sent && {'content-length': Buffer.byteLength(sent)}),
        },
      },
      (reply) => void read(reply).then((body) => fulfil([reply, body]), reject),
    );
    out.on('error', reject).end(sent);
  });
  const answer: ProxiedResponse = {
    status: came.statusCode ?? 502,
    headers: plain(came.headers),
    ...parsed(text),
  };
  for (const hop of ['content-length', 'connection', 'keep-alive', 'transfer-encoding'])
    delete answer.headers[hop];
  adapter.adaptResponse(asked, answer);
  response.writeHead(answer.status, answer.headers);
  response.end(
    answer.text ??
      (answer.body === undefined || asked.method === 'HEAD'
        ? undefined
        : JSON.stringify(answer.body)),
  );
}

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function parsed(text: string): {body?: unknown; text?: string} {
  if (text === '') return {};
  try {
    return {body: JSON.parse(text) as unknown};
  } catch {
    return {text};
  }
}

async function read(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
