import type {ServerResponse} from 'node:http';

/** The type of every JSON body. */
export const JSON_TYPE = {'content-type': 'application/json; charset=utf-8'};

/** A response, ready to be sent. */
export interface PreparedResponse {
  status: number;
  situation: string;
  headers: Record<string, string>;
  /**
   * JSON text, but for the rare response of another type: it goes out in one write with its head,
   * where a Buffer would take two.
   */
  body: string | undefined;
}

/** Sends a response; to HEAD without its body. */
export function send(response: ServerResponse, prepared: PreparedResponse, head: boolean): void {
  const {status, headers, body} = prepared;
  if (body && status !== 204) {
    response.writeHead(status, {...headers, 'content-length': Buffer.byteLength(body)});
    response.end(head ? undefined : body);
  } else {
    response.writeHead(status, status === 204 ? headers : {...headers, 'content-length': 0});
    response.end();
  }
}
