import {randomUUID} from 'node:crypto';
import {isObject, Refusal, type Answer, type Incoming, type Json} from '../http.ts';
import {MINUTE} from '../time.ts';
import type {TokenRecord} from '../model.ts';
import type {World} from '../world.ts';

const VERSIONS: Readonly<Record<string, string>> = {
  'mcp-of-march-2025': '2025-03-26',
  'mcp-of-november-2025': '2025-11-25',
};

/** The protocol version that the agent server speaks. */
export function protocolOf(w: World): string {
  for (const [name, version] of Object.entries(VERSIONS)) if (w.variants.has(name)) return version;
  return '2025-06-18';
}

/** Whether a header names a version that the agent server takes. */
export function takesVersion(w: World, version: unknown): boolean {
  if (version === undefined) return true;
  if (w.variants.has('mcp-version-strict')) return version === protocolOf(w);
  return [protocolOf(w), '2025-03-26', '2025-06-18'].includes(String(version));
}

/** Refuses a request as the common MCP libraries do. */
export function judgeTransport(w: World, req: Incoming): void {
  if (!w.variants.has('mcp-headers-demanded')) return;
  const accept = req.headers.accept ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    throw new Refusal(406, 'not_acceptable', 'Accept both application/json and text/event-stream.');
  }
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? '')) {
    throw new Refusal(415, 'media_type', 'The message has to be application/json.');
  }
}

const withSessions = (w: World): boolean =>
  ['mcp-sessions', 'mcp-sessions-of-ten-minutes', 'mcp-sessions-initialized'].some((name) =>
    w.variants.has(name),
  );

function noSession(id: unknown): Refusal {
  return id === undefined
    ? new Refusal(400, 'session_missing', 'The header Mcp-Session-Id is missing.')
    : new Refusal(404, 'session_not_found', 'There is no such session.');
}

/** The headers of a response to a message; judges the session that the message belongs to. */
export function sessionOf(
  w: World,
  req: Incoming,
  token: TokenRecord,
  message: Json,
): Record<string, string> {
  if (!withSessions(w)) return {};
  const id = req.headers['mcp-session-id'];
  if (message['method'] === 'initialize') {
    const fresh = randomUUID();
    w.sessions.set(fresh, {at: w.now(), token: token.token, ready: false});
    return {'Mcp-Session-Id': fresh};
  }
  const known = w.sessions.get(String(id));
  const old = w.variants.has('mcp-sessions-of-ten-minutes') ? 10 * MINUTE : Infinity;
  if (known === undefined || known.token !== token.token || known.at < w.now() - old) {
    throw noSession(id);
  }
  known.at = w.now();
  if (message['method'] === 'notifications/initialized') known.ready = true;
  else if (!known.ready && w.variants.has('mcp-sessions-initialized')) {
    throw new Refusal(400, 'not_initialized', 'The session is not initialized.');
  }
  return {};
}

/** Ends a session, where a client asks for it. */
export function endSession(w: World, req: Incoming): Answer | undefined {
  if (req.method !== 'DELETE' || !withSessions(w)) return undefined;
  w.sessions.delete(String(req.headers['mcp-session-id']));
  return {status: 200, body: undefined};
}

const EVENTS = ['mcp-as-events', 'mcp-as-events-in-crlf', 'mcp-as-events-with-more'];

const NOTE = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: {level: 'info', data: 'working'},
});

/** A response as a stream of events, where a variant sends one. */
export function asEvents(w: World, answer: Answer): Answer {
  const v = w.variants;
  if (!EVENTS.some((name) => v.has(name)) || !isObject(answer.body)) return answer;
  if (answer.status !== 200) return answer;
  const line = v.has('mcp-as-events-in-crlf') ? '\r\n' : '\n';
  const text = JSON.stringify(answer.body);
  const more = v.has('mcp-as-events-with-more');
  const before = [
    ': keep-alive',
    'retry: 3000',
    '',
    `id: ${randomUUID()}`,
    'data:',
    '',
    'event: message',
    `data: ${NOTE}`,
    '',
  ];
  const data = more ? JSON.stringify(answer.body, null, 1).split('\n') : [text];
  const event = ['event: message', `id: ${randomUUID()}`, ...data.map((one) => `data: ${one}`), ''];
  const lines = [...(more ? before : []), ...event, ''];
  return {
    status: 200,
    body: undefined,
    raw: Buffer.from(lines.join(line)),
    headers: {...answer.headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache'},
  };
}

const RATE = 60;

/** Refuses more than 60 calls of a token within a minute. */
export function countCall(w: World, token: TokenRecord): void {
  const v = w.variants;
  if (!v.has('mcp-rate-by-status') && !v.has('mcp-rate-in-result')) return;
  const hits = (w.calls.get(token.token) ?? []).filter((at) => at > w.now() - MINUTE);
  w.calls.set(token.token, hits);
  if (hits.length < RATE) return void hits.push(w.now());
  const wait = Math.ceil(((hits[0] ?? 0) + MINUTE - w.now()) / 1000);
  const headers = {'Retry-After': String(Math.max(1, wait))};
  throw new Refusal(429, 'slow_down', 'More than 60 calls within a minute.', {wait}, headers);
}
