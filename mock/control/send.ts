import {request as httpRequest} from 'node:http';
import type {OriginName} from '../http/public-url.ts';
import {SENT_MARK} from '../world/sent-marks.ts';
import type {SentEntry} from '../world/journal.ts';
import type {World} from '../world/world.ts';
import {credentials} from './credentials.ts';
import {idOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import type {OwnAddress} from './own-address.ts';
import {Problem} from './problem.ts';

/** A request that the control plane sends. */
interface Sendable {
  to: Exclude<OriginName, 'control'>;
  method: string;
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: Buffer | undefined;
}

/** What came back. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface SendRequest {
  api: 'workspace' | 'store';
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Name of a credential of the world; null: none. */
  credential?: string | null;
}

/** Headers that belong to a connection or to a credential. */
const OWN_HEADERS =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|authorization|x-user-token)$/i;

/** Requests that the control plane sends to the APIs for a person, marked in the journal. */
export const sendOperations: Record<string, Handler> = {
  async sendAgain(request: ControlRequest<{credential?: string | null}>) {
    const world = worldOf(request);
    const entry = sentEntry(world, idOf(request));
    const {credential = entry.credential ?? null} = request.body;
    const sendable = sendableOf(entry);
    return {status: 200, body: await send(request, withCredential(world, sendable, credential))};
  },

  async sendRequest(request: ControlRequest<SendRequest>) {
    const world = worldOf(request);
    const {api, method, path, headers = {}, body, credential = null} = request.body;
    const sendable: Sendable = {
      to: api,
      method,
      path,
      headers: Object.entries(headers).flat(),
      body: body === undefined ? undefined : Buffer.from(body),
    };
    const wrong = sendable.headers.find((one) => /[^\t\u0020-\u00ff]/.test(one));
    if (wrong !== undefined)
      throw new Problem(422, 'body/headers: a character that no header has', 'leave it out');
    return {status: 200, body: await send(request, withCredential(world, sendable, credential))};
  },
};

/** @throws Problem 404 for an entry that the journal does not have */
function sentEntry(world: World, id: string): SentEntry {
  const entry = /^[0-9]{1,15}$/.test(id) ? world.journal.sent(Number(id)) : undefined;
  if (entry) return entry;
  throw new Problem(
    404,
    `the journal of world \`${world.id}\` has no entry ${id}`,
    'take `n` of an entry of `GET /worlds/{world}/journal`',
  );
}

/** @throws Problem 409 for a request that cannot be sent again as it was */
function sendableOf({method, path, operation, request}: SentEntry): Sendable {
  const to = originOf(path, operation);
  if (!to || method === 'HOOK')
    throw new Problem(409, `${method} ${path} is no request to an API`, 'repeat it in a browser');
  if (!request?.isWhole)
    throw new Problem(
      409,
      'the body of the request was not read, was cut or is no longer kept',
      'send it with the client',
    );
  const headers = request.headers.filter(
    (_, at) => !OWN_HEADERS.test(request.headers[at - (at % 2)] ?? ''),
  );
  return {to, method, path: path.replace(/ \(\w+\)$/, ''), headers, body: request.body};
}

function originOf(path: string, operation: string | undefined): Sendable['to'] | undefined {
  if (operation === 'storage') return 'objects';
  if (path.startsWith('/integration-api/')) return 'store';
  return /^\/(api\/|mcp\b|openapi\.json)/.test(path) ? 'workspace' : undefined;
}

/** @throws Problem 422 for a name that no credential has */
function withCredential(world: World, sendable: Sendable, name: string | null): Sendable {
  if (name === null || sendable.to === 'objects') return sendable;
  const found = headerOf(world, sendable, name);
  if (typeof found === 'object')
    throw new Problem(
      422,
      `body/credential: there is no \`${name}\` for this API`,
      `there are ${found.join(', ')}`,
    );
  const header = sendable.to === 'store' ? 'X-User-Token' : 'Authorization';
  return {...sendable, headers: [...sendable.headers, header, found]};
}

/** The value of the header, or the names of the credentials that there are. */
function headerOf(world: World, {to, path}: Sendable, name: string): string | string[] {
  const {keys, tokens, access_tokens: agents} = credentials(world);
  const workspace = path.startsWith('/mcp')
    ? agents
    : keys.map((key) => ({...key, token: key.key}));
  const all = to === 'store' ? tokens : workspace;
  const found = all.find(({role, id}) => role === name || id === name);
  if (!found) return all.map(({role, id}) => role || id);
  return to === 'store' ? found.token : `Bearer ${found.token}`;
}

/** Sends a request to the mock itself, over HTTP. */
async function send(request: ControlRequest, sendable: Sendable): Promise<Answer & {n?: number}> {
  const {worlds, ownAddress} = request;
  const address = ownAddress(sendable.to, worldOf(request).id);
  const mark = worlds.sentMarks.make();
  try {
    const answer = await sent(address, {
      ...sendable,
      headers: [...sendable.headers, SENT_MARK, mark, 'Host', address.host],
    });
    const n = worlds.sentMarks.entryOf(mark);
    return {...answer, ...(n !== undefined && {n})};
  } finally {
    worlds.sentMarks.drop(mark);
  }
}

const sent = (
  {hostname, port, prefix}: OwnAddress,
  {method, path, headers, body}: Sendable,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = body ? ['Content-Length', String(body.length)] : [];
    const options = {hostname, port, method, path: prefix + path, headers: [...headers, ...length]};
    const outgoing = httpRequest({...options, agent: false}, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
