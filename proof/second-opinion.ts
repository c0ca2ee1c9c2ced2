import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {getHttpOperationsFromSpec} from '@stoplight/prism-http';
import {validateOutput} from '@stoplight/prism-http/dist/validator/index.js';
import {isDecodable} from '../spec/decodable.ts';

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** A response that prism's validator considers undocumented. */
export interface Disagreement {
  request: string;
  status: number;
  /** The messages of prism, one line each. */
  problems: string[];
  body: string;
}

/** A proxy in front of one API: prism validates every response against the API's own published document. */
export interface Opinion {
  url: string;
  /** The number of validated responses, by operation and status. */
  judged: Map<string, number>;
  /** Responses to requests that belong to no documented operation. */
  outside: number;
  disagreements: Disagreement[];
  close(): Promise<void>;
}

/** What the proxy has found so far. */
type Findings = Pick<Opinion, 'judged' | 'outside' | 'disagreements'>;

/** The document that an API publishes, in the form that prism reads. */
interface PublishedApi {
  operations: Operation[];
}

/** A response, with its request. */
interface Passed {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** @param base address of the API's origin, which publishes its document at `/openapi.json` */
export async function secondOpinion(base: string): Promise<Opinion> {
  const api = await publishedApi(base);
  const findings: Findings = {judged: new Map(), outside: 0, disagreements: []};
  const agent = new Agent({keepAlive: true});
  const server = createServer((request, response) => {
    forward(new URL(base).port, agent, request, response, (passed) => judge(api, findings, passed));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(findings, {url, close: () => close(server, agent)});
}

async function publishedApi(base: string): Promise<PublishedApi> {
  const response = await fetch(`${base}/openapi.json`);
  const document = (await response.json()) as object;
  return {operations: await getHttpOperationsFromSpec(document)};
}

/** Forwards a request to the API, and its response back after validation. */
function forward(
  port: string,
  agent: Agent,
  request: IncomingMessage,
  response: ServerResponse,
  judgePassed: (passed: Passed) => void,
): void {
  const {method = 'GET', url = '/', headers} = request;
  const onward = send({host: '127.0.0.1', port, method, path: url, headers, agent});
  // The client receives no response, and reports that.
  const breakOff = (): void => void response.destroy();
  onward.on('error', breakOff);
  onward.on('response', (incoming) => {
    const {statusCode: status = 0, headers: received} = incoming;
    buffer(incoming)
      .then((body) => {
        judgePassed({method, url, status, headers: received, body: body.toString()});
        response.writeHead(status, received).end(body);
      })
      .catch(breakOff);
  });
  request.pipe(onward);
}

/** Validates a response against the document, and records the messages of prism. */
function judge(api: PublishedApi, findings: Findings, passed: Passed): void {
  const {method, url, status, headers, body} = passed;
  const operation = operationOf(api, method, url);
  if (!operation) {
    findings.outside += 1;
    return;
  }
  const key = `${operation.iid ?? operation.id} ${status}`;
  findings.judged.set(key, (findings.judged.get(key) ?? 0) + 1);
  const element = {
    statusCode: status,
    headers: headers as Record<string, string>,
    body: body === '' ? undefined : (JSON.parse(body) as unknown),
  };
  const verdict = validateOutput({resource: operation, element});
  if (verdict._tag !== 'Left') return;
  findings.disagreements.push({
    request: `${method} ${url}`,
    status,
    body: body.slice(0, 500),
    problems: verdict.left.map(({message, path}) => `${path?.join('.') ?? ''} ${message}`.trim()),
  });
}

/**
 * Finds the documented operation of a request.
 * @param url relative to the origin, for example `/w/w1/api/v1/account`
 */
function operationOf(
  {operations}: PublishedApi,
  method: string,
  url: string,
): Operation | undefined {
  const [path = ''] = url.replace(/^\/w\/[^/]*/, '').split('?');
  if (!isDecodable(path)) return undefined;
  const parts = path.split('/');
  return operations.find((operation) => {
    const template = (prefixOf(operation) + operation.path).split('/');
    return (
      operation.method.toUpperCase() === method &&
      template.length === parts.length &&
      template.every((part, i) => part.startsWith('{') || part === parts[i])
    );
  });
}

/** The prefix of the path of an operation: the path of its first server. */
function prefixOf({servers}: Operation): string {
  const [server] = servers ?? [];
  if (!server) throw new Error('an operation of /openapi.json has no server');
  return new URL(server.url).pathname;
}

function close(server: Server, agent: Agent): Promise<void> {
  agent.destroy();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
