import {isObject, Refusal, type Answer, type Incoming, type Json} from '../http.ts';
import {memoryOf} from '../part-d/memory.ts';
import {depotPath} from '../variants/storage.ts';
import type {World} from '../world.ts';
import {bringsBody, inside, listIn, publicationIn, type Door, type FaultyDoor} from './seams.ts';

/** The media types that a faulty server knows, letter by letter. */
const KNOWN = [
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset=utf-8',
];

/** Compares the media type as a text. */
const mediaAsText: Door = async (_, req, next) => {
  const media = req.headers['content-type'] ?? '';
  if (bringsBody(req) && /^application\/json/i.test(media) && !KNOWN.includes(media)) {
    throw new Refusal(415, 'media_type_not_taken', 'Send the body as application/json.');
  }
  return next(req);
};

/** Reads as many bytes of a body as its Content-Length says: none without one. */
const bodyOfLength: Door = async (_, req, next) => {
  const isChunked = /\bchunked\b/i.test(req.headers['transfer-encoding'] ?? '');
  return next(bringsBody(req) && isChunked ? {...req, body: Buffer.alloc(0)} : req);
};

/** Reads a body to the end of its first line. */
const firstLine: Door = async (_, req, next) => {
  const end = req.body.indexOf('\n');
  if (!bringsBody(req) || end < 0) return next(req);
  return next({...req, body: req.body.subarray(0, end)});
};

/** Takes the creation of a publication for the time of its last change. */
const unmodified: Door = async (w, req, next) => {
  const answer = await next(req);
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  const found = w.publications.get(publicationIn(req));
  const isRead = /^\/api\/v1\/publications\/[^/]+$/.test(req.url.pathname);
  if (req.method !== 'GET' || answer.status !== 200 || !isRead || found === undefined)
    return answer;
  const isOld = since >= Math.floor(found.created / 1000) * 1000;
  return isOld ? {status: 304, body: undefined} : answer;
};

/** Adds the bytes of a further PUT to those that are there. */
const appending: Door = async (w, req, next) => {
  const {pathname} = req.url;
  const all = req.method === 'PUT' ? [...w.reservations.values()] : [];
  const one = all.find(({key, registered}) => depotPath(key) === pathname && !registered);
  const before = one?.stored;
  const answer = await next(req);
  if (one?.stored && before) one.stored = Buffer.concat([before, one.stored]);
  return answer;
};

function messageOf(req: Incoming): Json {
  if (req.method !== 'POST' || req.url.pathname !== '/mcp') return {};
  try {
    const value: unknown = JSON.parse(req.body.toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Takes a message whose id is 0 for one without an id. */
const zeroIsNone: Door = async (_, req, next) => {
  const {id, ...rest} = messageOf(req);
  return next(id === 0 ? {...req, body: Buffer.from(JSON.stringify(rest))} : req);
};

/** Keeps the text of a result by the tool and its arguments. */
function keepText(w: World, call: string, answer: Answer): void {
  const result = inside(answer, 'result');
  const [content] = listIn(result, 'content');
  if (content === undefined || result['isError'] === true) return;
  const known = memoryOf(w).get(call) ?? String(content['text']);
  memoryOf(w).set(call, known);
  content['text'] = known;
}

const keptText: Door = async (w, req, next) => {
  const {method, params} = messageOf(req);
  const answer = await next(req);
  const call = JSON.stringify(['text', req.headers.authorization, params]);
  if (method === 'tools/call') keepText(w, call, answer);
  return answer;
};

/** What is wrong with how requests are read and answers are written. */
export const WIRE_DOORS: readonly FaultyDoor[] = [
  ['content-type-compared-as-text', mediaAsText],
  ['chunked-body-read-as-empty', bodyOfLength],
  ['body-read-to-first-line-break', firstLine],
  ['not-modified-since-creation', unmodified],
  ['second-put-appends', appending],
  ['mcp-zero-id-unanswered', zeroIsNone],
  ['mcp-text-of-first-call', keptText],
];
