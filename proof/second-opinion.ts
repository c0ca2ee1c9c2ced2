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

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** A response that prism's validator does not find in the document. */
export interface Disagreement {
  request: string;
  status: number;
  says: string[];
  body: string;
}

/**
 * A front before one API: every response that passes is judged by prism against the API's own
 * published document.
 */
export interface Opinion {
  url: string;
  /** Responses judged, by operation and status. */
  judged: Map<string, number>;
  /** Responses to requests that are no documented operation. */
  outside: number;
  disagreements: Disagreement[];
  close(): Promise<void>;
}

/** @param base address of the API's origin, which publishes its document at `/openapi.json` */
export async function secondOpinion(base: string): Promise<Opinion> {
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as {
    servers: {url: string}[];
  };
  const prefix = new URL(document.servers[0]!.url).pathname;
  const operations = await getHttpOperationsFromSpec(document);
  const agent = new Agent({keepAlive: true});
  const opinion = {
    judged: new Map<string, number>(),
    outside: 0,
    disagreements: [] as Disagreement[],
  };

  const judge = (request: IncomingMessage, answer: IncomingMessage, body: Buffer): void => {
    const path = request.url!.replace(/^\/w\/[^/]*/, '').split('?')[0]!;
    const operation = operations.find((one) => fits(one, request.method!, prefix, path));
    if (!operation) {
      opinion.outside += 1;
      return;
    }
    const {statusCode: status = 0, headers} = answer;
    const key = `${operation.iid ?? operation.id} ${status}`;
    opinion.judged.set(key, (opinion.judged.get(key) ?? 0) + 1);
    const text = body.toString();
    const element = {
      statusCode: status,
      headers: headers as Record<string, string>,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    const verdict = validateOutput({resource: operation, element});
    if (verdict._tag === 'Left')
      opinion.disagreements.push({
        request: `${request.method} ${request.url}`,
        status,
        body: text.slice(0, 500),
        says: verdict.left.map(({message, path: at}) => `${at?.join('.') ?? ''} ${message}`.trim()),
      });
  };

  const server = createServer((request, response) => {
    const {port} = new URL(base);
    const onward = send(
      {
        host: '127.0.0.1',
        port,
        method: request.method,
        path: request.url,
        headers: request.headers,
        agent,
      },
      (answer) => {
        buffer(answer)
          .then((body) => {
            judge(request, answer, body);
            response.writeHead(answer.statusCode!, answer.headers).end(body);
          })
          .catch((error: Error) => broken(response, error));
      },
    );
    onward.on('error', (error) => broken(response, error));
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(opinion, {url, close: () => closed(server, agent)});
}

function fits({method, path}: Operation, asked: string, prefix: string, at: string): boolean {
  const want = (prefix + path).split('/');
  const have = at.split('/');
  return (
    method.toUpperCase() === asked &&
    want.length === have.length &&
    want.every((part, i) => part.startsWith('{') || part === have[i])
  );
}

/** A run sees no answer, and says so. */
const broken = (response: ServerResponse, _error: Error): void => void response.destroy();

function closed(server: Server, agent: Agent): Promise<void> {
  agent.destroy();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
