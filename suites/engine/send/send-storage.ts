import type {Api} from '../../../spec/rule.ts';
import type {Download, Upload} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {resolvedUrl} from '../../../spec/request-target.ts';
import {isUrl} from '../../../spec/url.ts';
import {digestOf, type Request} from '../../target/client.ts';
import {bytesFor, contentFor, type SampleFile} from '../../target/sample-file.ts';
import {Blocked} from './blocked.ts';
import {guardLink} from './fence.ts';
import type {Position} from './attempt-context.ts';
import {borrowedBy, withRequestLines} from './with-request-lines.ts';
import type {ScriptContext} from './script-context.ts';
import {transmit, type Origin} from './transmit.ts';
import {isSameJson, toText} from '../../../spec/json.ts';

/**
 * PUTs the bytes of a sample to a presigned URL. Where a reservation gives no headers, none are sent: a storage that
 * needs none takes the bytes all the same.
 * @throws Blocked if the fence does not let the request through, the target has no such file, or the storage refuses an
 * upload without the headers that the reservation lacks
 */
export async function sendUpload(
  step: Upload,
  position: Position,
  script: ScriptContext,
): Promise<Exchange> {
  const {environment, ledger} = script.attempt;
  const url = presignedUrl(step.url, position, script);
  const shown = step.omitHeaders ? {} : script.bindings.fillIfShown(step.headers, position);
  const headers = withoutLength((shown ?? {}) as Record<string, unknown>);
  const sample = environment.sample(step.sample) as SampleFile | undefined;
  if (!sample?.bytes) throw new Blocked(`the target has no file as sample ${step.sample}`);
  const {content, size, resize = 0} = step;
  const bytes = content === undefined ? bytesFor(sample, url) : contentFor(content, url);
  const body = size === undefined ? resized(bytes, resize) : ofSize(bytes, size);
  ledger.countRequest('nobody');
  const origin = {step: step.id, op: 'PUT upload_url', as: 'nobody'};
  const request = {method: 'PUT', url, headers, body, givenBy: environment.base('workspace')};
  const exchange = await transmit(origin, request, script.attempt, position);
  const received = decoded({...exchange, requestBody: digestOf(body)}, 'stored');
  if (shown === undefined && !isTakenSo(received, position))
    script.bindings.fill(step.headers, position);
  const stored = withUploadLines(received, step, position, script);
  script.attempt.onExchange?.(stored);
  return stored;
}

/** Whether the storage took an upload with these headers: this one, or an earlier one of the script. */
const isTakenSo = (upload: Exchange, {lastByStep}: Position): boolean =>
  [upload, ...lastByStep.values()].some(
    ({op, situations, sent}) =>
      op === upload.op &&
      situations.includes('stored') &&
      isSameJson(sent.headers, upload.sent.headers),
  );

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The headers of a browser: a store describes the one that signs in (Resources, Authentication session). */
const asBrowser = (userAgent = DESKTOP): Record<string, string> => ({
  accept: 'text/html',
  'user-agent': userAgent,
});

/** Statuses with which a storage names another place of the same file; whoever GETs follows them (RFC 9110, 15.4.8 and 15.4.9). */
const MOVED: readonly number[] = [307, 308];

/** The most such places for one link. */
const MOST_MOVES = 3;

/**
 * GETs a presigned URL as a client does: a storage may name another place of the file, where no credential is sent, either.
 * @returns the last response, to the request as it was sent first
 */
async function getPresigned(
  origin: Origin,
  request: Request,
  position: Position,
  {attempt}: ScriptContext,
): Promise<Exchange> {
  const first = await transmit(origin, request, attempt, position);
  let last = first;
  let {url} = request;
  for (let moves = 0; moves < MOST_MOVES && MOVED.includes(last.status); moves += 1) {
    url = resolvedUrl(last.headers.location ?? '', url);
    if (!isUrl(url) || guardLink(url, attempt.environment.base('workspace'))) break;
    attempt.ledger.countRequest('nobody');
    last = await transmit(origin, {...request, url}, attempt, position);
  }
  return {...last, sentAt: first.sentAt, sent: first.sent};
}

/**
 * GETs a presigned URL, or a page of the store. The exchange contains only the size and the digest of the bytes.
 * @throws Blocked if the fence does not let the request through
 */
export async function sendDownload(
  step: Download,
  position: Position,
  script: ScriptContext,
): Promise<Exchange> {
  const {api = 'workspace'} = step;
  const url = presignedUrl(step.url, position, script, api);
  const {environment, ledger} = script.attempt;
  ledger.countRequest('nobody');
  const op = api === 'store' ? 'GET page' : 'GET Location';
  const origin = {step: step.id, op, as: 'nobody'};
  const givenBy = environment.base(api);
  const headers = api === 'store' ? asBrowser(step.userAgent) : {};
  const request = {method: 'GET', url, headers, digest: true as const, givenBy};
  const exchange =
    api === 'store'
      ? await transmit(origin, request, script.attempt, position)
      : await getPresigned(origin, request, position, script);
  const digest = exchange.status === 0 ? undefined : (JSON.parse(exchange.body) as unknown);
  const fetched = decoded({...exchange, body: digest}, 'fetched');
  script.attempt.onExchange?.(fetched);
  return fetched;
}

/** The URL of a step that a response gave. @throws Blocked if the fence does not let a request to it through */
export function presignedUrl(
  value: unknown,
  position: Position,
  {attempt, bindings}: ScriptContext,
  api: Api = 'workspace',
): string {
  const url = toText(bindings.fill(value, position));
  const refused = guardLink(url, attempt.environment.base(api));
  if (refused) throw new Blocked(refused);
  return url;
}

/** Judges the lines of the profile that locate the URL and the headers of an upload by its response. */
function withUploadLines(
  exchange: Exchange,
  step: Upload,
  {lastByStep}: Position,
  {attempt}: ScriptContext,
): Exchange {
  const borrowed = borrowedBy(step, lastByStep);
  if (!borrowed.length) return exchange;
  const codec = attempt.codecs.workspace;
  return withRequestLines(exchange, codec.borrowedLines(borrowed), codec);
}

function decoded(exchange: Exchange, success: 'stored' | 'fetched'): Exchange {
  const situation = exchange.status < 300 ? success : 'storage-refused';
  const situations = exchange.status === 0 ? [] : [situation];
  return {...exchange, situations, documented: situations};
}

/** A file that is longer by a number of bytes, or shorter (negative). */
function resized(bytes: Uint8Array, by: number): Uint8Array {
  if (by <= 0) return bytes.subarray(0, bytes.length + by);
  const longer = new Uint8Array(bytes.length + by);
  longer.set(bytes);
  return longer;
}

/**
 * A file with a number of bytes. It begins like the sample, continues with bytes of every value, some pairs of
 * which are letters in UTF-8, and ends with a line feed: a deployment that treats it as text will change it,
 * and counts fewer characters than bytes.
 */
export function ofSize(bytes: Uint8Array, size: number): Uint8Array {
  const file = Uint8Array.from(
    {length: size},
    (_, index) => bytes[index] ?? (index * STRIDE) % 256,
  );
  if (size > 0) file.set([LINE_FEED], size - 1);
  return file;
}

const LINE_FEED = 10;

/** From one byte to the next: odd, so that every value occurs, and from a first byte of UTF-8 to a second one. */
const STRIDE = 256 - 27;

/** The headers without a length, which the HTTP client computes from the bytes. */
const withoutLength = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !/^content-length$/i.test(name))
      .map(([name, value]) => [name, toText(value)]),
  );
