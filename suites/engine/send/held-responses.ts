import type {Exchange} from '../../../spec/exchange.ts';
import type {Request} from '../../target/client.ts';

/** A response that may be confirmed instead of sent again. */
interface Held {
  response: Exchange;
  /** Whether something was changed so soon afterwards that a weak entity tag may be the same (`MIN_DISTANCE_MS`). */
  isTagDoubtful: boolean;
}

/** Dates of HTTP have whole seconds, and weak entity tags may be made from them (RFC 9110, 8.8.1 and 8.8.2.2). */
const MIN_DISTANCE_MS = 2000;

/**
 * The responses that a caching client would hold: the latest of each read that is sent in the form `conditional`. It asks
 * for the same again on the condition that something has changed, and a 304 confirms what it holds (RFC 9110, 13.1; RFC
 * 9111, 4.3). One attempt at a scene has one of these.
 */
export class HeldResponses {
  readonly #held = new Map<string, Held>();

  /** Notes that something is sent that may change what responses say. */
  noteChange(now: number): void {
    for (const one of this.#held.values())
      one.isTagDoubtful ||= now - one.response.gotAt < MIN_DISTANCE_MS;
  }

  /** A request on the condition that its response has changed; without a response to it, the request itself. */
  conditional(request: Request, now: number): Request {
    const held = this.#held.get(keyOf(request));
    const conditions = held && conditionsFor(held, now);
    return conditions ? {...request, headers: {...request.headers, ...conditions}} : request;
  }

  /** A response to a request; what a 304 confirms is the response that is held. */
  completed(request: Request, received: Exchange): Exchange {
    const held = this.#held.get(keyOf(request))?.response;
    if (received.status === 304 && held) return confirmed(received, held);
    if (received.status !== 200) return received;
    if (isNotStored(received)) this.#held.delete(keyOf(request));
    else this.#held.set(keyOf(request), {response: received, isTagDoubtful: false});
    return received;
  }
}

/** The headers that ask whether a response has changed; undefined without a validator that surely tells. */
function conditionsFor(
  {response, isTagDoubtful}: Held,
  now: number,
): Record<string, string> | undefined {
  const {etag, 'last-modified': since} = response.headers;
  const isWeak = etag?.startsWith('W/') ?? false;
  const isTagSure = !isWeak || (!isTagDoubtful && now - response.gotAt >= MIN_DISTANCE_MS);
  const conditions = {
    ...(etag !== undefined && isTagSure && {'if-none-match': etag}),
    ...(since !== undefined && isLongUnmodified(response) && {'if-modified-since': since}),
  };
  return Object.keys(conditions).length > 0 ? conditions : undefined;
}

/**
 * Whether what is changed after a response has another `Last-Modified`: it was sent so much later than what it shows was
 * modified, by the clock of the deployment (RFC 9110, 8.8.2.2).
 */
const isLongUnmodified = ({headers}: Exchange): boolean =>
  Date.parse(headers['date'] ?? '') - Date.parse(headers['last-modified'] ?? '') >= MIN_DISTANCE_MS;

/** Whether no cache may keep a response (RFC 9111, 5.2.2.5). */
const isNotStored = ({headers}: Exchange): boolean =>
  /\bno-store\b/i.test(headers['cache-control'] ?? '');

/** Requests with another credential have other headers. */
const keyOf = ({url, headers}: Request): string => JSON.stringify([url, headers]);

/** A response as a cache serves it: its headers are updated, except those about its content (RFC 9111, 3.2). */
function confirmed(received: Exchange, {status, headers, body, bytes}: Exchange): Exchange {
  const ofContent = Object.entries(headers).filter(([name]) => name.startsWith('content-'));
  return {
    ...received,
    status,
    headers: {...headers, ...received.headers, ...Object.fromEntries(ofContent)},
    body: body as unknown,
    ...(bytes && {bytes}),
    notModified: true,
  };
}
