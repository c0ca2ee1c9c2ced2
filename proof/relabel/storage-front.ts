import {createServer, request as httpRequest, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {IdMap} from './ids-adapter.ts';

/**
 * Starts a proxy in front of object storage that streams every byte unchanged, but serves objects with another media
 * type and without an entity tag: the documents mention neither.
 * @param origin of the mock's object storage
 * @param ids the ids in presigned links
 */
export async function storageFront(
  origin: string,
  ids: IdMap,
): Promise<{url: string; close(): Promise<void>}> {
  const {hostname, port, host} = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const {method, url = '/'} = incoming;
    const path = ids.inward(url);
    const headers = {...incoming.headers, host};
    const outward = httpRequest({hostname, port, method, path, headers}, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, otherHeaders(method, response.headers));
      response.pipe(outgoing);
    });
    outward.on('error', () => outgoing.destroy());
    incoming.pipe(outward);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function otherHeaders(method: string | undefined, headers: IncomingHttpHeaders) {
  const {etag: _etag, ...rest} = headers;
  return method === 'PUT' ? headers : {...rest, 'content-type': 'binary/octet-stream'};
}
