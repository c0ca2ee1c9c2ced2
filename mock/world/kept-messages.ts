import {maskedBody, maskedHeader} from './secrets.ts';

/** The maximum number of bytes that are kept of one body. */
export const MAX_BODY_BYTES = 8 * 1024;

/** The maximum number of bytes of headers and bodies that a mock keeps. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** A request or response as it was sent. */
export interface SentMessage {
  /** Names and values in turn, or by name. */
  headers: readonly (string | number)[] | Readonly<Record<string, string | number | string[]>>;
  /** Undefined: there is none, or it was not read. */
  body?: string | Buffer | undefined;
  /** The length of the whole body, if `body` is only its beginning. */
  bytes?: number;
}

/** What was sent and answered. */
export interface SentMessages {
  request: SentMessage;
  response: SentMessage;
}

/** A request or response in a journal, without secrets. */
export interface ShownMessage {
  headers: Record<string, string>;
  /** Text; null if there is none, or if it cannot be shown. */
  body: string | null;
  /** Why the body is missing or incomplete. */
  body_note?: string;
}

/** The request and the response of an entry. */
export interface ShownMessages {
  request: ShownMessage;
  response: ShownMessage;
}

/** A body, or the beginning of a long one. */
interface KeptBody {
  /** A text; one byte for each character where it came as bytes, which takes the least memory; the place of a long body. */
  content: string | Buffer;
  isBytes: boolean;
  /** The length of what is kept. */
  length: number;
  /** The length of the whole body. */
  whole: number;
}

interface KeptMessage {
  headers: SentMessage['headers'];
  body: KeptBody | undefined;
}

/** The messages of one entry; they are emptied when newer ones need their place. */
export interface Kept {
  bytes: number;
  messages: {request: KeptMessage; response: KeptMessage} | undefined;
}

/** The messages of all journals of a mock: when they become too many, the oldest go first. */
export class KeptMessages {
  readonly #max: number;
  readonly #kept = new Set<Kept>();
  /**
   * Free places for the beginnings of long bodies. They are used again, because thousands of long texts that live for a
   * while would take the garbage collector a fifth of all time.
   */
  readonly #places: Buffer[] = [];
  #bytes = 0;

  /** @param max the maximum number of bytes */
  constructor(max = MAX_MESSAGE_BYTES) {
    this.#max = max;
  }

  /** The number of bytes that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Keeps messages. Nothing is parsed or masked: that is done when they are shown. */
  keep({request, response}: SentMessages): Kept {
    const messages = {request: this.#message(request), response: this.#message(response)};
    const kept: Kept = {bytes: sizeOf(messages.request) + sizeOf(messages.response), messages};
    this.#kept.add(kept);
    this.#bytes += kept.bytes;
    if (this.#bytes > this.#max) this.#dropOldest();
    return kept;
  }

  /** Drops the messages of an entry that nobody can read any more. */
  drop(kept: Kept): void {
    if (!this.#kept.delete(kept)) return;
    this.#bytes -= kept.bytes;
    this.#release(kept.messages?.request.body);
    this.#release(kept.messages?.response.body);
    kept.messages = undefined;
  }

  #release(body: KeptBody | undefined): void {
    if (typeof body?.content === 'object') this.#places.push(body.content);
  }

  #message({headers, body, bytes}: SentMessage): KeptMessage {
    const kept = body === undefined ? undefined : this.#body(body, bytes ?? body.length);
    return {headers, body: kept};
  }

  #body(body: string | Buffer, whole: number): KeptBody {
    const isBytes = typeof body !== 'string';
    const {length} = body;
    if (length > MAX_BODY_BYTES) return this.#beginning(body, whole);
    return {content: isBytes ? body.toString('latin1') : body, isBytes, length, whole};
  }

  #beginning(body: string | Buffer, whole: number): KeptBody {
    const content = this.#places.pop() ?? Buffer.allocUnsafeSlow(MAX_BODY_BYTES);
    const length = typeof body === 'string' ? content.write(body) : body.copy(content);
    return {content, isBytes: true, length, whole};
  }

  #dropOldest(): void {
    for (const oldest of this.#kept) {
      if (this.#bytes <= this.#max) return;
      this.drop(oldest);
    }
  }
}

function sizeOf({headers, body}: KeptMessage): number {
  let size = body?.length ?? 0;
  if (isList(headers)) for (const one of headers) size += String(one).length;
  else for (const name in headers) size += name.length + String(headers[name]).length;
  return size;
}

const isList = (headers: SentMessage['headers']): headers is readonly (string | number)[] =>
  Array.isArray(headers);

const GONE = 'not kept: newer requests needed the 16 MiB that a mock keeps';

/** A request as it came, with its secrets. */
export interface RawRequest {
  /** Names and values in turn. */
  headers: string[];
  body: Buffer | undefined;
  /** Whether `body` is the whole body. */
  isWhole: boolean;
}

/** The request of an entry as it came; undefined when it is no longer kept. */
export function rawRequest({messages}: Kept): RawRequest | undefined {
  if (!messages || !Array.isArray(messages.request.headers)) return undefined;
  const {body} = messages.request;
  const headers = messages.request.headers.map(String);
  if (!body) return {headers, body: undefined, isWhole: !isAnnounced(namedHeaders(headers))};
  return {headers, body: bytesOf(body), isWhole: body.whole === body.length};
}

/** A copy of what is kept of a body. */
const bytesOf = ({content, isBytes, length}: KeptBody): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content, isBytes ? 'latin1' : 'utf8')
    : Buffer.from(content.subarray(0, length));

/** The messages of an entry in readable form, without secrets. */
export function shownMessages({messages}: Kept): ShownMessages {
  if (messages)
    return {
      request: shown(messages.request, 'not read: the request was answered without it'),
      response: shown(messages.response, 'not kept: the bytes of a file'),
    };
  const gone: ShownMessage = {headers: {}, body: null, body_note: GONE};
  return {request: gone, response: gone};
}

/** @param missing why there is no body that the headers announce */
function shown({headers, body}: KeptMessage, missing: string): ShownMessage {
  const fields = namedHeaders(headers);
  if (!body) return {headers: fields, body: null, ...(isAnnounced(fields) && {body_note: missing})};
  const text = readable(body);
  if (text === undefined)
    return {headers: fields, body: null, body_note: `${body.whole} bytes that are no text`};
  const isCut = body.whole > body.length;
  return {
    headers: fields,
    body: maskedBody(text),
    ...(isCut && {body_note: `cut: the first ${MAX_BODY_BYTES} of ${body.whole} bytes`}),
  };
}

/** Whether headers announce a body. */
const isAnnounced = (headers: Record<string, string>): boolean =>
  Object.entries(headers).some(
    ([name, value]) =>
      /^transfer-encoding$/i.test(name) || (/^content-length$/i.test(name) && Number(value) > 0),
  );

function namedHeaders(headers: SentMessage['headers']): Record<string, string> {
  const pairs = isList(headers) ? inPairs(headers) : Object.entries(headers);
  const named: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const text = (Array.isArray(value) ? value : [value])
      .map((one) => maskedHeader(name, String(one)))
      .join(', ');
    named[name] = named[name] === undefined ? text : `${named[name]}, ${text}`;
  }
  return named;
}

const inPairs = (list: readonly (string | number)[]): [string, string | number][] =>
  list.flatMap((name, at) =>
    at % 2 ? [] : [[String(name), list[at + 1] ?? ''] as [string, string | number]],
  );

/** Control characters that no text has. */
const BINARY = /(?!\s)\p{Cc}/u;

/** The text of a body; undefined for bytes that are no text. The last character may have been cut. */
function readable(body: KeptBody): string | undefined {
  const {content, isBytes, length, whole} = body;
  if (!isBytes && typeof content === 'string') return BINARY.test(content) ? undefined : content;
  const cut = whole > length ? {stream: true} : {};
  try {
    const read = new TextDecoder('utf-8', {fatal: true}).decode(bytesOf(body), cut);
    return BINARY.test(read) ? undefined : read;
  } catch {
    return undefined;
  }
}
