import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Mock} from '../../mock/create-mock.ts';
import type {Api} from '../../spec/rule.ts';
import type {Adapter, ProxiedRequest, ProxiedResponse} from './adapter.ts';
import {formAdapter} from './form-adapter.ts';
import {IdMap, idsAdapter} from './ids-adapter.ts';
import {mcpAdapter} from './mcp-adapter.ts';
import {storageFront} from './storage-front.ts';
import {storeAdapter} from './store-adapter.ts';
import {linksAdapter} from './links-adapter.ts';
import type {ValueForm} from './value-form.ts';
import {valuesAdapter} from './values-adapter.ts';
import {workspaceAdapter} from './workspace-adapter.ts';

/** The adapters of an API, and those of the MCP server at `/mcp` of the same origin. */
interface Adapters {
  api: Adapter;
  tools: Adapter;
}

/** A server of a mock, to which the proxy forwards. */
interface Upstream {
  url: URL;
  agent: Agent;
}

/** The differences between a front and the mock behind it. */
export interface FrontOptions {
  /** Whether names, statuses and shapes differ. Default: true. */
  renames?: boolean;
  /** The form of values, of JSON and of links. Default: the mock's. */
  values?: ValueForm;
  /** Further adapters, closest to the client. */
  further?: Adapter;
}

/** A running front. */
export interface RelabellingFront {
  urls: Record<Api, string>;
  /** The control plane with the ids that clients see. */
  control?: string;
  close(): Promise<void>;
}

/** A running proxy. */
interface Proxy {
  url: string;
  close(): Promise<void>;
}

/**
 * Headers that a proxy does not forward: those of one connection (RFC 9110, section 7.6.1), and the length of a body
 * that it may change.
 */
const CONNECTION_HEADERS = ['content-length', 'connection', 'keep-alive', 'transfer-encoding'];

/**
 * Starts a proxy in front of each API of a mock. To a client they are a deployment that obeys the documents, and
 * differs from the mock wherever these leave a choice: in names, statuses and forms, and in values if `values` is
 * given. The proxies share no code with the suite's codec or the mock's rendering.
 * @param origins base addresses of the mock's servers
 */
export async function relabellingFront(
  origins: Mock['urls'],
  {renames = true, values, further}: FrontOptions = {},
): Promise<RelabellingFront> {
  const others = values && (await otherValues(values, origins.objects));
  const adapters = (api: Adapter, tools: Adapter): Adapters => ({
    api: inOrder([
      ...(others?.values ?? []),
      ...(renames ? [api] : []),
      ...(others?.form ?? []),
      ...(further ? [further] : []),
    ]),
    tools: inOrder([...(others?.values ?? []), ...(renames ? [tools] : [])]),
  });
  const workspace = await serve(
    origins.workspace,
    adapters(workspaceAdapter, mcpAdapter(workspaceAdapter)),
  );
  const store = await serve(origins.store, adapters(storeAdapter, storeAdapter));
  const control =
    others && origins.control !== undefined
      ? await serve(origins.control, {api: others.ids, tools: others.ids})
      : undefined;
  const proxies = [workspace, store, control, others?.storage].filter((one) => one !== undefined);
  return {
    urls: {workspace: workspace.url, store: store.url},
    ...(control && {control: control.url}),
    close: async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))),
  };
}

/** The adapters for other values, and the object storage to which their links point. */
async function otherValues(
  form: ValueForm,
  objects: string,
): Promise<{ids: Adapter; values: Adapter[]; form: Adapter[]; storage: Proxy}> {
  const map = new IdMap(form);
  const ids = idsAdapter(map);
  const storage = await storageFront(objects, map);
  return {
    ids,
    values: [linksAdapter(objects, storage.url), ids, valuesAdapter(form)],
    form: [formAdapter(form)],
    storage,
  };
}

/** Combines adapters: a request passes the last one first, a response the first one first. */
const inOrder = (adapters: Adapter[]): Adapter => ({
  adaptRequest(request) {
    for (const adapter of adapters.toReversed()) adapter.adaptRequest(request);
  },
  adaptResponse(request, response) {
    for (const adapter of adapters) adapter.adaptResponse(request, response);
  },
  answer(request) {
    for (const adapter of adapters.toReversed()) {
      const response = adapter.answer?.(request);
      if (response) return response;
    }
    return undefined;
  },
});

async function serve(origin: string, adapters: Adapters): Promise<Proxy> {
  const upstream = {url: new URL(origin), agent: new Agent({keepAlive: true})};
  const server = createServer((incoming, outgoing) => {
    proxy(upstream, adapters, incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(502).end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      upstream.agent.destroy();
      server.close(() => closed());
      server.closeAllConnections();
    });
  return {url: `http://localhost:${(server.address() as AddressInfo).port}`, close};
}

/** Adapts and forwards one request, and adapts and sends its response. */
async function proxy(
  upstream: Upstream,
  {api, tools}: Adapters,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const {world, request} = await readRequest(incoming);
  const adapter = request.path === '/mcp' ? tools : api;
  const answered = adapter.answer?.(request);
  if (!answered) adapter.adaptRequest(request);
  const response = answered ?? (await forward(upstream, world, request));
  adapter.adaptResponse(request, response);
  outgoing.writeHead(response.status, response.headers);
  // A response to HEAD has no body, whatever the adapter returned.
  outgoing.end(request.method === 'HEAD' ? undefined : textOf(response));
}

/** @returns the request, and the path of its world, for example `/w/w1`; empty for the root world */
async function readRequest(
  incoming: IncomingMessage,
): Promise<{world: string; request: ProxiedRequest}> {
  const {method = 'GET', url = '/', headers} = incoming;
  const [, world = '', rest = ''] = /^(\/w\/[^/]+)?(.*)$/s.exec(url) ?? [];
  const [path = '', query = ''] = rest.split('?', 2);
  const request: ProxiedRequest = {
    method,
    path,
    query: new URLSearchParams(query),
    headers: plainHeaders(headers),
    ...parsed(await readText(incoming)),
  };
  return {world, request};
}

async function forward(
  {url, agent}: Upstream,
  world: string,
  request: ProxiedRequest,
): Promise<ProxiedResponse> {
  const text = textOf(request) ?? '';
  const search = request.query.size ? `?${request.query}` : '';
  const headers: Record<string, string> = {...request.headers, host: url.host};
  delete headers.connection;
  delete headers['content-length'];
  delete headers['transfer-encoding'];
  if (text) headers['content-length'] = String(Buffer.byteLength(text));
  const incoming = await new Promise<IncomingMessage>((fulfil, reject) => {
    const options = {
      agent,
      host: url.hostname,
      port: url.port,
      method: request.method,
      path: world + request.path + search,
      headers,
    };
    httpRequest(options, fulfil).on('error', reject).end(text);
  });
  const response: ProxiedResponse = {
    status: incoming.statusCode ?? 502,
    headers: plainHeaders(incoming.headers),
    ...parsed(await readText(incoming)),
  };
  for (const name of CONNECTION_HEADERS) delete response.headers[name];
  return response;
}

/** The body of a message as text: the text itself, or the JSON of its value. */
const textOf = ({text, body}: {text?: string; body?: unknown}): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

/** Joins the values of each header by commas, for example those of Set-Cookie. */
const plainHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Parses a JSON text; returns any other text unchanged. */
function parsed(text: string): {body?: unknown; text?: string} {
  if (text === '') return {};
  try {
    return {body: JSON.parse(text) as unknown};
  } catch {
    return {text};
  }
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
