import type {ServerResponse} from 'node:http';

/** The content type of every JSON body. */
export const JSON_TYPE = {'content-type': 'application/json; charset=utf-8'};

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

/** Sends a response; without its body to HEAD. */
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
