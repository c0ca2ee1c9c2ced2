import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A proxy that listens. */
export interface AgentProxy {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that forwards every request to `target` unchanged, Host and Origin included, with
 * an agent's access token: the conformance runner cannot send one.
 */
export async function agentProxy(target: string, token: string): Promise<AgentProxy> {
  const {hostname, port} = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const {method, url: path, headers} = incoming;
    const forwarded = request(
      {hostname, port, method, path, headers: {...headers, authorization: `Bearer ${token}`}},
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        // The headers of a stream come long before its first event.
        outgoing.flushHeaders();
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
