import {gunzipSync} from 'node:zlib';
import {isObject, Refusal, type Answer, type Incoming} from '../http.ts';
import {type Door, type FaultyDoor} from '../part-g/seams.ts';
import {DAY, MINUTE} from '../time.ts';
import type {World} from '../world.ts';
import {farLook} from './seams.ts';

/** Calls of the agent server that are under way, by the ids of their messages. */
const calls = new WeakMap<World, Map<string, Promise<Answer>>>();

/** The id of a message to the agent server, as a text. */
function messageId(req: Incoming): string | undefined {
  if (req.method !== 'POST' || req.url.pathname !== '/mcp') return undefined;
  try {
    const value: unknown = JSON.parse(req.body.toString('utf8'));
    return isObject(value) && value['id'] !== undefined ? JSON.stringify(value['id']) : undefined;
  } catch {
    return undefined;
  }
}

/** Finds the answer to a call by the id of its message alone, whoever sent it. */
const byMessageId: Door = (w, req, next) => {
  const id = messageId(req);
  if (id === undefined) return next(req);
  const all = calls.get(w) ?? new Map<string, Promise<Answer>>();
  calls.set(w, all);
  const known = all.get(id);
  if (known !== undefined) return known;
  const own = farLook()
    .then(() => next(req))
    .finally(() => all.delete(id));
  all.set(id, own);
  return own;
};

/** The time for which a link of the storage is signed. */
const lifeOf = ({method}: Incoming): number => (method === 'PUT' ? 30 : 10) * MINUTE;

/** Judges the seal of a link with the key of the day, and not with that of the day on which it was sealed. */
const keyOfDay: Door = async (w, req, next) => {
  const until = Number(req.url.searchParams.get('until') ?? Number.NaN);
  const isLink = req.url.pathname.startsWith('/depot/') && Number.isFinite(until);
  const sealed = Math.floor((until - lifeOf(req)) / DAY);
  if (isLink && sealed !== Math.floor(w.now() / DAY)) {
    throw new Refusal(403, 'link_not_valid', 'The link is not one of this storage.');
  }
  return next(req);
};

const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpacked(bytes: Buffer): Buffer {
  try {
    return isPacked(bytes) ? gunzipSync(bytes) : bytes;
  } catch {
    return bytes;
  }
}

/** Unpacks objects that are packed with gzip when they are read. */
const served: Door = async (_, req, next) => {
  const answer = await next(req);
  const isRead = req.method === 'GET' && req.url.pathname.startsWith('/depot/versions/');
  return isRead && answer.raw ? {...answer, raw: unpacked(answer.raw)} : answer;
};

/** What is wrong with messages of agents and with the storage. */
export const WIRE_DOORS: readonly FaultyDoor[] = [
  ['mcp-calls-joined-by-message-id', byMessageId],
  ['links-die-at-midnight', keyOfDay],
  ['gzip-object-served-unpacked', served],
];
