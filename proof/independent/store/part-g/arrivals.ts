import type {IncomingMessage} from 'node:http';
import {jsonOf} from '../slips/types.ts';
import type {Scene} from '../types.ts';
import type {Sent} from '../wire.ts';
import {recallKey} from './keys.ts';

/** A request as it comes in, and how the server goes on with it. */
export interface Arrival {
  scene: Scene;
  req: IncomingMessage;
  bytes: Buffer | null;
  go(bytes: Buffer | null): Promise<Sent>;
}

type Act = (arrival: Arrival) => Promise<Sent>;

const NOTHING = Buffer.alloc(0);

/** Whether a request is of a method and path. */
function isFor({req}: Arrival, method: string, path: RegExp): boolean {
  return (
    method.split(' ').includes(req.method ?? '') && path.test((req.url ?? '').split('?')[0] ?? '')
  );
}

/** Reads the body of plans only when its type is written as this server writes it. */
const onlyPlainType: Act = async (arrival) => {
  const type = arrival.req.headers['content-type'] ?? '';
  const lost = isFor(arrival, 'POST PUT', /\/dashboard\/plans(\/|$)/) && type.includes(';');
  return arrival.go(lost ? NOTHING : arrival.bytes);
};

/** Reads the body of a cancellation only when its length is told. */
const onlyToldLength: Act = async (arrival) => {
  const chunked = arrival.req.headers['transfer-encoding'] !== undefined;
  const lost = isFor(arrival, 'DELETE', /\/v1\/orders\//) && chunked;
  return arrival.go(lost ? NOTHING : arrival.bytes);
};

/** Writes errors as a page for who names that type first, however little it is wanted. */
const pageFirst: Act = async ({req, bytes, go}) => {
  const sent = await go(bytes);
  const first = String(req.headers.accept ?? '').split(/[,;]/)[0];
  if (sent.api !== true || sent.reply.status < 400 || first?.trim() !== 'text/html') return sent;
  const body = '<html><body><h1>Error</h1></body></html>';
  const headers = {...sent.reply.headers, 'Content-Type': 'text/html'};
  return {...sent, reply: {...sent.reply, body, headers}};
};

/** Takes content for unchanged since it was made. */
const sinceMade: Act = async (arrival) => {
  const {scene, req, bytes} = arrival;
  const sent = await arrival.go(bytes);
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  if (!isFor(arrival, 'GET', /\/dashboard\/issues\/./) || sent.reply.status !== 200) return sent;
  const {id} = jsonOf(jsonOf(jsonOf(sent.reply.body).data).issue);
  const issues = scene.world.stores.flatMap(({commerce}) => [...commerce.issues.values()]);
  const made = issues.find((one) => one.id === id)?.createdAt ?? Infinity;
  const same = Math.floor(made / 1000) * 1000 <= since;
  return same ? {...sent, reply: {status: 304, body: ''}} : sent;
};

/** Tells a HEAD nothing of when to come again. */
const untoldHead: Act = async ({req, bytes, go}) => {
  const sent = await go(bytes);
  if (req.method === 'HEAD' && sent.reply.status === 429)
    delete sent.reply.headers?.['Retry-After'];
  return sent;
};

/** What is done wrong with requests as they come in, by the name of the fault. */
const ACTS: Record<string, Act> = {
  'plan-body-lost-with-charset': onlyPlainType,
  'order-cancel-chunked-body-lost': onlyToldLength,
  'errors-html-against-quality': pageFirst,
  'issue-not-modified-after-update': sinceMade,
  'head-429-without-retry-after': untoldHead,
  'key-forgotten-after-ten-others': async (arrival) => {
    recallKey(arrival.scene, arrival.req);
    return arrival.go(arrival.bytes);
  },
};

/** Serves a request as the faults do that are switched on. */
export async function arriving(arrival: Arrival): Promise<Sent> {
  let {go} = arrival;
  for (const name of arrival.scene.faults) {
    const act = ACTS[name];
    const inner = go;
    if (act !== undefined) go = (bytes) => act({...arrival, bytes, go: inner});
  }
  return go(arrival.bytes);
}
