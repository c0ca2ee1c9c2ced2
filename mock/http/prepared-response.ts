import type {ServerResponse} from 'node:http';

/** The content type of every JSON body. */
export const JSON_TYPE = {'content-type': 'application/json; charset=utf-8'};

/** Statuses whose responses have no content (RFC 9110, 6.4.1). */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 304]);

/** A response, ready to be sent. */
export interface PreparedResponse {
  status: number;
  situation: string;
  headers: Record<string, string>;
  /**
   * JSON text, except for the rare response of another type. A string is sent in one write with the head; a Buffer
   * would take two.
   */
  body: string | undefined;
}

/**
 * Sends a response; without its body to HEAD.
 * @param date the header `Date`, by the clock of a world: the response is then stored nowhere, unless it says otherwise.
 * Default: the machine's time
 */
export function send(
  response: ServerResponse,
  prepared: PreparedResponse,
  head: boolean,
  date?: string,
): void {
  const {status, headers, body = ''} = prepared;
  const bytes = Buffer.byteLength(body);
  const fields: (string | number)[] = [];
  for (const name in headers) fields.push(name, headers[name] ?? '');
  if (date !== undefined) fields.push('date', date);
  if (date !== undefined && headers['cache-control'] === undefined)
    fields.push('cache-control', 'no-store');
  const isWithout = WITHOUT_CONTENT.has(status);
  if (!isWithout) fields.push('content-length', bytes);
  response.writeHead(status, fields);
  if (head || body === '' || isWithout) return void response.end();
  // Text of ASCII alone has the same bytes in Latin-1, which Node writes faster than UTF-8.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
}
